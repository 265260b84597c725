// Takes along what is typed in the form when another game is chosen. Without this script one types it again.
"use strict";
(() => {
  const form = document.querySelector("form.fields");
  for (const link of document.querySelectorAll(".games-of a")) {
    link.addEventListener("click", () => {
      const address = new URL(link.href);
      for (const [name, value] of new FormData(form)) {
        if (!["csrf", "game"].includes(name)) address.searchParams.set(name, value);
      }
      link.href = address.href;
    });
  }
})();
