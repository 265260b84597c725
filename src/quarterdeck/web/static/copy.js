// Buttons that copy a field's text; without scripts they are not there, and one copies from the field.
"use strict";
(() => {
  // Milliseconds that a button says so.
  const STAYS = 2000;
  const timers = new WeakMap();
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  };
  // Returns whether the text was copied. Without access to the clipboard that is done by selection and command.
  const copy = async (field) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || !(await copy(document.getElementById(button.dataset.copy)))) return;
    button.dataset.label ??= button.textContent;
    button.textContent = button.closest("[data-words-copied]").dataset.wordsCopied;
    clearTimeout(timers.get(button));
    timers.set(button, setTimeout(() => (button.textContent = button.dataset.label), STAYS));
  });
  // Turning a page brings new buttons.
  document.addEventListener("toggle", show, true);
  show();
})();
