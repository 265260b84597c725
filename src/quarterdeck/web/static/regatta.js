// Looks at the page of a regatta again and again, and shows what has changed. Without this script one reloads it.
"use strict";
(() => {
  const PAUSE = 3000;
  const look = async () => {
    const region = document.getElementById("region_regatta");
    if (!("looks" in region.dataset)) return;
    if (document.visibilityState === "visible") {
      const answer = await fetch(location.href).catch(() => null);
      if (answer?.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("region_regatta");
        // Whoever is on a button keeps it.
        if (fresh && fresh.outerHTML !== region.outerHTML && !region.contains(document.activeElement)) region.replaceWith(fresh);
      }
    }
    setTimeout(look, PAUSE);
  };
  setTimeout(look, PAUSE);
})();
