// The saved choice, else the system's.
{
  /** @type {string | null} */
  let saved = null;
  try {
    saved = localStorage.getItem("pleach-theme");
  } catch {
    // A page from a file may have no storage.
  }
  const dark = saved ? saved === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.classList.add("scripted");
}
