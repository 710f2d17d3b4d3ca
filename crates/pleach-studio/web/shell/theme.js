// Sets the theme before the first paint: a plain script, because modules run after it.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem("pleach.theme") ?? "system";
    } catch {
      return "system";
    }
  };
  const apply = () => {
    const theme = chosen();
    document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.chosenTheme = theme;
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("pleach-theme", apply);
})();
