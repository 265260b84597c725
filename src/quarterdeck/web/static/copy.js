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
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      const held = document.activeElement;
      field.select();
      const copied = document.execCommand("copy");
      if (copied) held.focus();
      return copied;
    }
  };
  // For screen readers.
  const status = document.createElement("p");
  [status.className, status.role] = ["unseen", "status"];
  document.body.append(status);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || !(await copy(document.getElementById(button.dataset.copy)))) return;
    button.dataset.label ??= button.textContent;
    button.textContent = button.closest("[data-words-copied]").dataset.wordsCopied;
    status.textContent = button.textContent;
    clearTimeout(timers.get(button));
    const reset = () => {
      button.textContent = button.dataset.label;
      status.textContent = "";
    };
    timers.set(button, setTimeout(reset, STAYS));
  });
  // Turning a page brings new buttons.
  document.addEventListener("toggle", show, true);
  show();
})();
