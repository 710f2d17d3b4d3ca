// Rules for names, contrast and structure, run inside a page. Returns what breaks them.
const faults = [];
const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
const where = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${String(element.getAttribute("class") ?? "")}`;

const nameOf = (element) => {
  const by = element.getAttribute("aria-labelledby");
  if (by) return by.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  const label = element.getAttribute("aria-label") ?? [...(element.labels ?? [])].map((one) => one.textContent).join(" ");
  return (label || element.textContent || element.getAttribute("title") || element.getAttribute("alt") || "").trim();
};
for (const element of document.querySelectorAll("button, a[href], input, select, textarea, [role=meter], [role=progressbar], [role=application], [role=img], [role=dialog], dialog, img, nav, section")) {
  if (shown(element) && !nameOf(element)) faults.push(`${where(element)} has no name`);
}

const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => faults.push(`the id ${id} is there twice`));
if (document.querySelectorAll("h1").length !== 1) faults.push("there is not one h1");
if (!document.querySelector("main")) faults.push("there is no main");
if (!document.documentElement.lang) faults.push("the page has no language");
if (!document.title) faults.push("the page has no title");

const channels = (text) => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
};
const known = new Map();
const colour = (text) => {
  if (!known.has(text)) known.set(text, channels(text));
  return known.get(text);
};
const luminance = ({ red, green, blue }) => {
  const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const ground = colour(getComputedStyle(one).backgroundColor);
    if (ground.alpha > 0.99) return ground;
  }
  return colour("white");
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = texts.nextNode(); node; node = texts.nextNode()) {
  const element = node.parentElement;
  if (!node.textContent.trim() || !shown(element) || element.closest("svg, .vh, [disabled], [aria-disabled=true]")) continue;
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  if (size < 10.99) faults.push(`${where(element)} is written in ${size} px`);
  const [a, b] = [luminance(colour(style.color)), luminance(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) faults.push(`${where(element)} "${node.textContent.trim().slice(0, 30)}" has a contrast of ${ratio.toFixed(2)}`);
}
if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth}`);
return faults;
