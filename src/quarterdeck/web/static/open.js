// Opening a match file: one that was shared with the installed app is sent at once, and one that is too long for the
// server is not sent at all.
"use strict";
(() => {
  const form = document.querySelector(".bring");
  const field = form.querySelector("[type=file]");
  const refused = document.getElementById("refused");
  form.addEventListener("submit", (event) => {
    const long = field.files[0]?.size > Number(form.dataset.most);
    if (!long) return;
    event.preventDefault();
    refused.textContent = form.dataset.wordsLong;
    refused.hidden = false;
  });

  // The service worker has the file of the share, and gives it once.
  const worker = navigator.serviceWorker?.controller;
  if (!worker || !new URLSearchParams(location.search).has("shared")) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (!data.shared) return;
    const chosen = new DataTransfer();
    chosen.items.add(data.shared);
    field.files = chosen.files;
    form.requestSubmit();
  });
  worker.postMessage("shared");
})();
