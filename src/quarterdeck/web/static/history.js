// Links with a copy button; without scripts they are fields to copy from.
"use strict";
(() => {
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard.writeText(field.value).catch(() => null);
    const words = button.textContent;
    button.textContent = button.closest("[data-words-copied]").dataset.wordsCopied;
    setTimeout(() => (button.textContent = words), 2000);
  });
  // Turning a page brings new buttons.
  document.addEventListener("toggle", show, true);
  show();
})();
