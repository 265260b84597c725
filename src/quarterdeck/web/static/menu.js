// The menu of languages in the masthead closes when one is done with it: at Escape, which then closes nothing else, at
// a click elsewhere, and when the focus goes elsewhere.
"use strict";
(() => {
  const menu = document.querySelector(".languages");
  if (!menu) return;
  const leave = (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  };
  // Before the other scripts, some of which keep a click or a key to themselves.
  addEventListener("click", leave, true);
  addEventListener("focusin", leave, true);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }, true);
})();
