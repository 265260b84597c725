// The page for no connection is shown at the address of the page that could not be fetched. It asks now and then
// whether the server answers again, and then loads that page.
"use strict";
(() => {
  // In milliseconds.
  const PAUSE = 4000;
  const { root } = document.documentElement.dataset;
  // Somebody may look at the page itself: nothing is missing then.
  const itself = location.pathname === `${root}/offline`;
  const again = () => (itself ? location.assign(`${root}/`) : location.reload());
  const ask = async () => {
    const answer = await request(`${root}/healthz`, undefined, PAUSE).catch(() => null);
    if (answer?.ok) again();
  };
  document.querySelector("[data-again]").addEventListener("click", again);
  if (itself) return;
  setInterval(() => document.hidden || ask(), PAUSE);
  addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
})();
