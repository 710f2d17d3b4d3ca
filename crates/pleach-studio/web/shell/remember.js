// What the browser keeps for the next visit. Where it may keep nothing, nothing is lost but that.

const PREFIX = "pleach.";

/**
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function recall(name, usual) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? usual : JSON.parse(text);
  } catch {
    return usual;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The store is full or forbidden.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}
