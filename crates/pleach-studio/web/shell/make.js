// Elements in one call. Text is always text, never markup.

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Record<string, any>} properties attributes; `on` is a map of listeners, `css` a map of style properties
 * @param {(Child | Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "css") {
      for (const [property, text] of Object.entries(value)) /** @type {any} */ (element).style.setProperty(property, text);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of /** @type {Child[]} */ (children.flat(Infinity))) {
    if (child !== null && child !== undefined && child !== false) element.append(/** @type {any} */ (child));
  }
}

/**
 * An element of the page.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function draw(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, properties, children);
  return element;
}

/**
 * One of the icons of `icons.svg`.
 * @param {string} name
 */
export function icon(name) {
  return draw("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" },
    draw("use", { href: `/shell/icons.svg#${name}` }));
}

/** What was last put into a place, as text. @type {WeakMap<Element, string>} */
const lastShown = new WeakMap();

/**
 * Puts children into a place if they are others than before. What is the same stays, so that nothing vanishes under a
 * finger; the focus stays at its place among them.
 * @param {Element} place
 * @param {...(Child | Child[])} children
 */
export function renew(place, ...children) {
  const fresh = document.createElement(place.tagName);
  fill(fresh, {}, children);
  if (lastShown.get(place) === fresh.innerHTML) return;
  lastShown.set(place, fresh.innerHTML);
  const focusable = () => [...place.querySelectorAll("button, a, input, select")];
  const focused = focusable().indexOf(/** @type {Element} */ (document.activeElement));
  place.replaceChildren(...fresh.childNodes);
  if (focused >= 0) /** @type {HTMLElement | undefined} */ (focusable()[focused])?.focus();
}

/**
 * The element with an id, which is there.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}
