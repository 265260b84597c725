// A key that is held down presses once: else it would play move after move, on the next page, too.
"use strict";
(() => {
  const typed = "input:not([type=range], [type=checkbox], [type=radio]), select, textarea";
  addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(typed)) return;
      const pressing = event.key === "Enter" && event.target.closest?.("button, a, summary");
      const single = event.key.length === 1 && event.key !== " ";
      if (!pressing && !single) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
})();
