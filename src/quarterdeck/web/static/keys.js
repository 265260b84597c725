// A table's keyboard shortcuts: their list, and the switch for single-character ones, which voice control can trigger
// by accident.
"use strict";
const singleKeys = (() => {
  const KEPT = "single-keys";
  const list = document.getElementById("keys");
  const button = document.querySelector("[data-opens=keys]");
  const on = document.getElementById("single-keys");
  const show = () => list.showModal();
  on.checked = kept.get(KEPT) !== "off";
  on.addEventListener("change", () => kept.set(KEPT, on.checked ? "" : "off"));
  button.addEventListener("click", show);
  return { show, off: () => !on.checked };
})();
