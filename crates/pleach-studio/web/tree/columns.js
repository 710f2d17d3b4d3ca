// Reads the file of columns that the server sends: a JSON text, then numbers that need no parsing.

const TYPES = { u8: Uint8Array, i32: Int32Array, u32: Uint32Array, f32: Float32Array };

/**
 * @param {ArrayBuffer} file
 * @returns {{ header: any, columns: Record<string, any> }} typed arrays by their names
 */
export function readColumns(file) {
  const length = new DataView(file).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length)));
  const start = Math.ceil((4 + length) / 8) * 8;
  /** @type {Record<string, any>} */
  const columns = {};
  for (const { name, type, offset, length: count } of header.columns) {
    columns[name] = new TYPES[/** @type {keyof TYPES} */ (type)](file, start + offset, count);
  }
  return { header, columns };
}
