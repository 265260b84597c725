// The panes beside the board as tabs, one at a time. Without this script they stand one below the other.
"use strict";
const book = (() => {
  const aside = document.querySelector(".book");
  const replaying = document.body.classList.contains("replaying");
  // In a replay the log stays in view, below what the tabs show.
  const stays = replaying ? document.getElementById("pane-log") : null;
  const panes = aside ? Array.from(aside.querySelectorAll(":scope > .pane")).filter((pane) => pane !== stays) : [];
  if (panes.length < 2) return { show() {}, stay() {} };
  const CHOSEN = replaying ? "replay-pane" : "pane";
  const list = document.createElement("div");
  list.className = "tabs";
  list.role = "tablist";
  const tabs = panes.map((pane) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.role = "tab";
    tab.id = pane.id.replace("pane", "tab");
    tab.textContent = pane.dataset.label;
    tab.setAttribute("aria-controls", pane.id);
    pane.role = "tabpanel";
    pane.setAttribute("aria-labelledby", tab.id);
    list.append(tab);
    return tab;
  });
  aside.prepend(list);
  aside.classList.add("tabbed");
  stays?.classList.add("stays");

  // A dot on the tab tells that its hidden pane has something new.
  const mark = (pane, fresh) => {
    const tab = tabs[panes.indexOf(pane)];
    if (!tab || (fresh && !pane.hidden) || Boolean(tab.querySelector(".fresh")) === fresh) return;
    if (!fresh) return tab.querySelector(".fresh").remove();
    const dot = document.createElement("span");
    dot.className = "fresh";
    dot.innerHTML = '<span class="unseen"></span>';
    dot.firstChild.textContent = ` (${aside.dataset.wordsFresh})`;
    tab.append(dot);
  };
  const choose = (pane) => {
    for (const [at, one] of panes.entries()) {
      one.hidden = one !== pane;
      tabs[at].ariaSelected = String(one === pane);
      tabs[at].tabIndex = one === pane ? 0 : -1;
      if (one === pane) mark(one, false);
    }
    // The chat counts as read while it is open.
    const talk = pane.querySelector("#talk");
    if (talk) talk.open = true;
    else if (document.getElementById("talk")) document.getElementById("talk").open = false;
  };
  // Bring what is in a hidden pane into sight.
  const show = (element) => {
    const pane = element?.closest(".pane");
    if (pane?.hidden) choose(pane);
  };

  list.addEventListener("click", (event) => {
    const at = tabs.indexOf(event.target.closest("[role=tab]"));
    if (at < 0) return;
    choose(panes[at]);
    kept.set(CHOSEN, panes[at].id);
  });
  list.addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => tab.checkVisibility());
    const at = shown.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = shown[(to + shown.length) % shown.length];
    tab.focus();
    tab.click();
  });
  // A link to something in a hidden pane shows it first.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link) show(document.getElementById(link.hash.slice(1)));
  });

  // Lines of the log are news once the story tells them.
  const counted = (grows) => grows.querySelectorAll("li:not([hidden])").length;
  for (const pane of panes) {
    const grows = pane.querySelector("[data-grows], #said, #region_coach");
    if (!grows) continue;
    let seen = counted(grows);
    const look = () => {
      const now = counted(grows);
      if (now > seen || grows.id === "region_coach") mark(pane, true);
      seen = now;
    };
    new MutationObserver(look).observe(grows, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  }

  // Keep the pane that is shown when the page is loaded again.
  const AGAIN = "pane-again";
  const stay = () => kept.set(AGAIN, panes.find((pane) => !pane.hidden)?.id || "");
  const again = document.getElementById(kept.get(AGAIN) || "");
  kept.set(AGAIN, "");

  const asked = document.getElementById(location.hash.slice(1))?.closest?.(".pane");
  const liked = document.getElementById(kept.get(CHOSEN) || "");
  const usual = document.getElementById(replaying ? "pane-coach" : "pane-log");
  // The talk has no tab where nobody is there to talk to.
  const offered = (pane) => panes.includes(pane) && tabs[panes.indexOf(pane)].checkVisibility();
  choose([asked, again, liked, usual].find(offered) || panes[0]);
  return { show, stay };
})();
