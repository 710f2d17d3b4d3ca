// Prints the rows of recordings as the tree room shows them: for each file of columns a line of JSON.

import { readFileSync } from "node:fs";
import { SearchView } from "../../web/tree/search.js";

for (const name of process.argv.slice(2)) {
  const bytes = readFileSync(name);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const search = new SearchView(file, name);
  const rows = [];
  for (let row = 0; row < search.rows.count; row += 1) {
    const cells = search.rows.cells(row);
    const state = search.states.of(search.nodeAt(row), search.steps(row));
    rows.push({ ...cells, says: search.teller.tell(row), value: state.value, window: state.window });
  }
  const { nodes, leaves, testNodes, testLeaves } = search.counts.total;
  console.log(JSON.stringify({ rows, counts: { nodes: nodes + testNodes, leaves: leaves + testLeaves } }));
}
