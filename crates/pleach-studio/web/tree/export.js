// The drawing as a file that needs nothing but itself.

/**
 * The text of an SVG file that looks like the drawing does now.
 * @param {SVGElement} drawing
 * @param {{ title: string, description: string }} about
 */
export function svgFile(drawing, about) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("role", "img");
  for (const element of copy.querySelectorAll("[tabindex], [role=button]")) {
    for (const name of ["tabindex", "role", "aria-describedby"]) element.removeAttribute(name);
  }
  for (const hidden of copy.querySelectorAll("[hidden], .guise")) hidden.remove();
  const namespace = "http://www.w3.org/2000/svg";
  const texts = Object.entries({ title: about.title, desc: about.description, style: style() }).map(([name, text]) => {
    const element = document.createElementNS(namespace, name);
    element.textContent = text;
    return element;
  });
  const ground = document.createElementNS(namespace, "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", class: "paper" })) ground.setAttribute(name, value);
  copy.prepend(...texts, ground);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The rules of the drawing, with the values of the theme in place of its tokens. */
function style() {
  const computed = getComputedStyle(document.documentElement);
  const sheet = [...document.styleSheets].find((other) => other.href?.endsWith("/css/drawing.css"));
  const rules = sheet ? [...sheet.cssRules].map((rule) => rule.cssText).join("\n") : "";
  return rules.replace(/var\((--[a-z0-9-]+)\)/g, (_, name) => computed.getPropertyValue(name).trim() || "inherit");
}

/**
 * Hands a text to the person as a file.
 * @param {string} text @param {string} name
 */
export function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
