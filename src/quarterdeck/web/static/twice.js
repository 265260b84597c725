// Asks before each move, where the viewer wants that: the first press marks an action, a second one plays it.
"use strict";
const twice = (() => {
  const on = document.getElementById("ask-first");
  const table = document.querySelector("[data-table]");
  let marked = null;
  const unmark = () => {
    if (marked) delete marked.dataset.again;
    marked = null;
  };
  if (on) {
    on.checked = kept.get(on.id) === "on";
    on.addEventListener("change", () => {
      kept.set(on.id, on.checked ? "on" : "");
      unmark();
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") unmark();
    });
    // A message in the talk, say, changes nothing about the marked action.
    table.addEventListener("news", (event) => {
      if (event.detail.version !== undefined || !marked?.isConnected) unmark();
    });
  }
  // Whether the action of this button is played now, and not only marked.
  return (button) => {
    const plays = !on?.checked || marked === button;
    unmark();
    if (plays) return true;
    marked = button;
    button.dataset.again = on.dataset.words;
    table.dispatchEvent(new CustomEvent("say", { detail: on.dataset.words }));
    return false;
  };
})();
