// What all pages have: the theme switch, the keyboard, the status of the engine.

import { startKeys } from "./keys.js";
import { byId } from "./make.js";
import { startStatus } from "./status.js";

const THEMES = ["system", "light", "dark"];

function themeButton() {
  const button = byId("theme-button");
  const label = () => {
    const theme = document.documentElement.dataset.chosenTheme ?? "system";
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    const text = `Theme: ${theme}. Switch to ${next}`;
    button.setAttribute("aria-label", text);
    button.title = text;
    return next;
  };
  label();
  button.addEventListener("click", () => {
    try {
      localStorage.setItem("pleach.theme", label());
    } catch {
      // Without a store the system's theme stays.
    }
    dispatchEvent(new Event("pleach-theme"));
    label();
  });
}

themeButton();
startKeys();
// A page that somebody has kept has no server to ask.
if (!document.getElementById("kept")) startStatus();
