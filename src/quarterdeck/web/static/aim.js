// A choice whose effect names a place on the board frames it while it is pointed at or focused.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  if (!table) return;
  const aim = (event) => {
    for (const aimed of table.querySelectorAll(".aimed")) aimed.classList.remove("aimed");
    const place = event.target.closest?.("[data-points]")?.dataset.points;
    if (place) table.querySelector(`[data-place~="${CSS.escape(place)}"]`)?.classList.add("aimed");
  };
  for (const kind of ["pointerover", "focusin", "pointerleave"]) table.addEventListener(kind, aim);
})();
