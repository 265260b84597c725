// On small screens the explanations on actions can be folded, so that the board has the room. Low phones begin so.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  const LOW = matchMedia("(max-width: 60rem) and (max-height: 45rem)");
  let chosen = kept.get("folded");
  const folded = () => (chosen || (LOW.matches ? "on" : "off")) === "on";
  const show = () => table.classList.toggle("folded", folded());
  table.addEventListener("click", (event) => {
    if (!event.target.closest("[data-folds]")) return;
    chosen = folded() ? "off" : "on";
    kept.set("folded", chosen);
    show();
  });
  LOW.addEventListener("change", show);
  show();
})();
