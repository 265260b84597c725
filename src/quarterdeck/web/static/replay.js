// A replay turns its pages in place, so that cards and ships move. Without this script each page is loaded.
"use strict";
// `shown`: returns the number of the move that the page shows. `update`: shows what another page says.
const turnPages = (shown, update) => {
  const table = document.querySelector("[data-table]");
  // An address without the place on its page.
  const withoutPlace = (address) => address.split("#")[0];
  let asked = withoutPlace(location.href);
  // Of several pages asked for, the last one counts.
  let turning = 0;

  const newsOf = (page) => {
    const regions = {};
    // The new page may have fewer or more regions than this one.
    for (const region of table.querySelectorAll("[id^=region_]")) regions[region.id] = "";
    for (const region of page.querySelectorAll("[id^=region_]")) regions[region.id] = region.innerHTML;
    return { version: Number(page.querySelector("[data-table]").dataset.version), title: page.title, regions };
  };
  // `push`: the address is not that of the window yet.
  const turn = async (address, push) => {
    const mine = ++turning;
    asked = withoutPlace(address);
    const page = await readPage(address, "told");
    if (mine !== turning) return;
    // The browser goes there and tells why.
    if (!page) return push ? location.assign(address) : location.reload();
    if (push && address !== location.href) history.pushState(null, "", address);
    const news = newsOf(page);
    const told = JSON.parse(page.getElementById("told").dataset.told);
    // While it plays, a replay is told like a running match.
    if (document.body.dataset.playing !== undefined) return press.after(() => story.hear({ ...news, ...told }, update));
    story.flush();
    // After the move, which the prompt names, what came of it.
    const named = page.getElementById("prompt").textContent;
    const came = news.version === shown() + 1 ? told.say.filter((sentence) => !named.includes(sentence)) : [];
    update({ ...news, came });
  };

  // A link to a place on this very page turns nothing.
  addEventListener("popstate", () => withoutPlace(location.href) === asked || turn(location.href, false));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#region_prompt a[href], #region_coach a[href]");
    if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(link.href, true);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("method") !== "get") return;
    event.preventDefault();
    turn(new URL(`?${new URLSearchParams(new FormData(event.target))}`, location.href).href, true);
  });
};
