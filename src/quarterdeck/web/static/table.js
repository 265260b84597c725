// Live updates, moving cards and keys. The table works without this script: then forms post and pages reload.
"use strict";
(() => {
  const table = document.querySelector("[data-table]");
  if (!table) return;
  document.documentElement.classList.add("scripted");
  const { compose, composed, take } = composing;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const messages = document.getElementById("messages");
  const replaying = document.body.classList.contains("replaying");
  let version = Number(table.dataset.version);
  // An update that is animated is shown a moment after it came.
  let seen = version;
  // The seat's own entries, which the version does not count.
  let own = table.dataset.own;
  const known = () => `${version}.${own}`;
  let carried = null;
  // Number of the last announced sentences that are kept.
  const HEARD = 20;

  const speak = (sentences) => {
    if (!sentences || !sentences.length) return;
    const line = document.createElement("p");
    line.textContent = sentences.join(" ");
    // Appended one below the other: text replaced before it was read out would never be heard.
    const said = document.getElementById("say");
    said.append(line);
    while (said.children.length > HEARD) said.firstChild.remove();
  };
  // At the end: also how it ended.
  const asked = () =>
    ["prompt", "finale-title"].map((id) => document.getElementById(id)?.textContent.trim()).filter(Boolean).join(" ");

  const complain = (sentence, kind) => {
    const line = document.createElement("p");
    [line.textContent, line.className] = [sentence, kind];
    messages.replaceChildren(...(sentence ? [line] : []));
    if (sentence) messages.scrollIntoView({ block: "nearest" });
  };

  // What the page opens by itself: only the newest round. Only differences from that are the user's wish.
  const detailed = () => Array.from(table.querySelectorAll("details[data-key]"));
  const note = () => {
    for (const item of detailed()) item.opened ??= item.open;
  };

  // Focus and what a person opened or closed survive an update; both are found again by key.
  const remember = () => {
    const held = document.activeElement;
    const region = held && held.closest("[id^=region_]");
    const wished = detailed().filter((item) => item.open !== item.opened);
    const typed = Array.from(table.querySelectorAll("input[id]")).filter((field) => field.value !== field.defaultValue);
    return {
      id: held && held.id,
      // The title of what can be unfolded is found by what it unfolds.
      key: held && (held.matches("summary") ? held.parentElement : held).dataset.key,
      typed: new Map(typed.map((field) => [field.id, field.value])),
      region: region && region.id,
      open: new Map(wished.map((item) => [item.dataset.key, item.open])),
      parts: composed(),
      composing: table.querySelector("[data-compose]")?.dataset.key,
      at: new Map(Array.from(document.querySelectorAll(".ship"), (ship) => [ship.id, Number(ship.dataset.slot)])),
    };
  };

  const restore = (before) => {
    note();
    for (const item of detailed()) {
      const open = before.open.get(item.dataset.key);
      if (open !== undefined) item.open = open;
    }
    for (const [id, value] of before.typed) {
      const field = document.getElementById(id);
      if (field && field.value === field.defaultValue) field.value = value;
    }
    const box = table.querySelector("[data-compose]");
    if (box) compose(box.dataset.compose.split(" "));
    if (box && before.parts && box.dataset.key === before.composing) {
      // Also a choice whose last part is still missing.
      const begun = before.parts.filter((part) => part !== "-").join(" ");
      if (begun && box.querySelector(`[data-parts="${CSS.escape(begun)}"], [data-parts^="${CSS.escape(begun)} "]`)) compose(before.parts);
    }
    const held = document.activeElement;
    const act = document.querySelector("#region_prompt button[type=submit]:not([aria-disabled])");
    // In a lesson: the button to continue.
    const way = document.querySelector("#region_ways .primary");
    if (before.region && held === document.body) {
      const region = document.getElementById(before.region);
      const found =
        (before.id && document.getElementById(before.id)) ||
        (before.key && region.querySelector(`[data-key="${CSS.escape(before.key)}"]`));
      const same = found?.matches("details") ? found.querySelector("summary") : found;
      (same || { region_prompt: act || way, region_ways: way }[before.region] || table).focus({ preventScroll: true });
    } else if (held === table && (way || act)) {
      // Focus was parked here while others were to act.
      (way || act).focus({ preventScroll: true });
    }
  };

  // Each part of the match adds a region to the log; insert it in display order.
  const grow = (id) => {
    const home = Array.from(table.querySelectorAll("[data-grows]")).find((one) => id.startsWith(one.dataset.grows));
    return home ? home.appendChild(Object.assign(document.createElement("div"), { id })) : null;
  };

  // Whole regions; elements that replace those with their ids; further lines of the log.
  const swap = ({ regions = {}, parts = {}, more = {} }, rewind) => {
    const before = remember();
    for (const [id, inner] of Object.entries(regions)) (document.getElementById(id) || grow(id) || {}).innerHTML = inner;
    for (const [id, outer] of Object.entries(parts)) (document.getElementById(id) || {}).outerHTML = outer;
    for (const [id, lines] of Object.entries(more)) document.querySelector(`#${id} ul`)?.insertAdjacentHTML("beforeend", lines);
    table.toggleAttribute("data-ended", document.querySelector("#region_finale > *") !== null);
    // What other scripts have put on the page is there again before the focus goes to it.
    table.dispatchEvent(new Event("drawn"));
    restore(before);
    for (const ship of document.querySelectorAll(".ship")) sail(ship, before.at.get(ship.id), rewind);
  };

  // The chosen element takes the name of its destination (data-carry), or for a hand shown card by card (data-line),
  // that of the next place in line, so that it is the one that flies.
  const carry = () => {
    if (!carried || !carried.isConnected) return;
    const bound = carried.dataset.carry ? carried : carried.querySelector("[data-carry]");
    if (bound) {
      bound.dataset.vt = bound.dataset.carry;
      return;
    }
    const mine = Array.from(carried.querySelectorAll(".card")).pop();
    if (!mine || carried.dataset.line === undefined) return;
    const place = (card) => Number(card.dataset.vt.split("c").pop());
    const cards = Array.from(table.querySelectorAll(".hand .card")).sort((one, other) => place(one) - place(other));
    const names = cards.map((card) => card.dataset.vt);
    [mine, ...cards.filter((card) => card !== mine)].forEach((card, index) => (card.dataset.vt = names[index]));
  };

  // Beside the match, and in the log, nothing is animated: just swapped.
  const beside = (id) => id === "region_company" || id.startsWith("region_log_");
  // The new prompt, until it is announced: after what has happened.
  let asking = "";
  const ask = () => {
    if (asking) speak([asking]);
    asking = "";
  };
  const apply = (news) => {
    if (news.go) {
      if (table.dataset.led === undefined) location.assign(news.go);
      return;
    }
    const rewind = replaying && news.version < version;
    if (news.version !== undefined) {
      if (news.version < version && !replaying) return;
      version = news.version;
    }
    if (news.own !== undefined) own = news.own;
    if (news.title) document.title = news.title;
    const changed = Object.keys({ ...news.regions, ...news.parts, ...news.more });
    const show = () => {
      const before = asked();
      if (changed.length) swap(news, rewind);
      if (news.version !== undefined) {
        carried = null;
        seen = news.version;
      }
      const now = asked();
      if (now !== before) asking = now;
      speak(news.say);
      if (!story.telling()) ask();
      speak(news.came);
      if (awaited && seen >= awaited.version) awaited.shown();
      // For the other scripts.
      table.dispatchEvent(new CustomEvent("news", { detail: news }));
    };
    if (!changed.every(beside) && document.startViewTransition && !calm.matches && !document.hidden) {
      carry();
      const before = veil.draw();
      let after = before;
      const move = document.startViewTransition(() => {
        show();
        after = veil.draw();
      });
      move.ready.then(() => veil.hide(before, after), () => {});
      // A newer update skips this animation: harmless.
      for (const promise of [move.ready, move.finished]) promise.catch(() => {});
    } else show();
  };
  // A story may also show a move while something is pressed.
  const update = (news) => press.after(() => apply(news));

  let awaited = null;
  // Wait until the page shows a version, but not for ever, as the page may be about to be left. A lost connection comes
  // back and brings it; reloading while the server is down would leave a page that can't reconnect.
  const shows = (wanted) =>
    new Promise((shown) => {
      if (seen >= wanted) return shown();
      awaited = { version: wanted, shown };
      const wait = () => setTimeout(() => (line.open() ? shown() : wait()), PATIENCE);
      wait();
    });

  // A move is retried until the table has answered; other actions report failures at once.
  const wish = async (address, body) => {
    try {
      const answer = await request(address, body);
      if ((answer.headers.get("content-type") || "").includes("json")) return await answer.json();
      return { reload: true };
    } catch {
      return { error: table.dataset.wordsFailed };
    }
  };

  // Send nothing from a page that is being left.
  const anew = () => new Promise(() => location.reload());

  const sending = async (address, fields) => {
    const answer = address.endsWith("/act") ? await line.send(address, Object.fromEntries(fields)) : await wish(address, fields);
    if (answer.reload) return anew();
    connection.told("saved");
    complain(answer.error || "", address.endsWith("/act") ? "of-move" : "");
    if (answer.error) return;
    if (!line.met()) return anew();
    await shows(answer.version);
  };

  // What is being sent, and what the page showed when it was decided.
  let under = null;
  let next = false;
  const send = async (form, button) => {
    const fields = new FormData(form);
    if (button && button.name) fields.set(button.name, button.value);
    asking = "";
    if (under) {
      // Ignore a second click while the page shows the same; a click on what the first one led to waits for its answer.
      if (next || under.at === known()) return;
      next = true;
      await under.over;
      next = false;
    }
    carried = button;
    table.setAttribute("aria-busy", "true");
    under = { at: known(), over: sending(form.getAttribute("action"), fields) };
    await under.over;
    under = null;
    table.removeAttribute("aria-busy");
  };

  // The second click of a double click means what the first one meant. If the prompt has changed meanwhile, it is dropped.
  let clicked = known();
  let stray = false;
  const count = (event) => {
    // Keys click without a count.
    stray = event.detail > 1 && clicked !== known();
    if (!stray) clicked = known();
  };
  document.addEventListener("click", count, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // The buttons are named "action", so form.action would be one of them.
    if (form.getAttribute("method") !== "post" || !form.closest("#region_prompt, #region_ways") || form.matches("[data-asks]")) return;
    // Leave navigation to another table to the browser.
    if (!form.getAttribute("action").startsWith(`${document.documentElement.dataset.root}/table/`)) return;
    event.preventDefault();
    if (stray) return (stray = false);
    const button = event.submitter;
    if (button && button.getAttribute("aria-disabled")) {
      const why = button.parentElement.querySelector(".why");
      if (why) {
        why.open = true;
        speak([why.querySelector("p").textContent]);
      }
      return;
    }
    if (button?.name === "action" && !twice(button)) return;
    send(form, button);
  });

  if (replaying && !document.body.classList.contains("puzzling")) turnPages(() => version, update);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });

  // At most one open "Why not?"; a click elsewhere closes it.
  document.addEventListener("click", (event) => {
    for (const why of document.querySelectorAll(".why[open]")) {
      if (!why.parentElement.contains(event.target)) why.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    if (event.key === "Escape") for (const why of document.querySelectorAll(".why[open]")) why.open = false;
    if (isCovered() || (event.key.length === 1 && singleKeys.off())) return;
    let found = null;
    const along = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    const counter = along && event.target.closest("[data-counter]");
    const picks = along && event.target.closest("[data-arrows]");
    if (counter) {
      event.preventDefault();
      take(counter.querySelector(`button[data-step="${along}"]`));
      return;
    }
    if (picks) {
      const all = Array.from(picks.querySelectorAll("button"));
      const way = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
      event.preventDefault();
      all[(all.indexOf(event.target) + way + all.length) % all.length].focus();
      return;
    }
    if (/^[1-9]$/.test(event.key)) found = table.querySelector(`[data-shortcut="${event.key}"]`);
    else if (event.key === "?") singleKeys.show();
    else if (/^n$/i.test(event.key)) found = document.querySelector("#story:not([hidden]) [data-story=on]:not([hidden])");
    else if (/^[a-z]$/i.test(event.key)) {
      const named = `[data-letter="${event.key.toUpperCase()}"]`;
      const first = document.querySelector(`${named}:not([aria-disabled])`) || document.querySelector(named);
      if (first) first.focus();
    } else if (replaying && !event.target.matches("[type=range]")) {
      const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      found = step && document.querySelector(`[data-step="${step}"][href]`);
    }
    if (found) {
      event.preventDefault();
      found.focus({ preventScroll: true });
      found.click();
    }
  });

  // Connection messages for the player, calm ones: short interruptions are not mentioned.
  const offline = document.getElementById("offline");
  const connection = {
    unsaved: false,
    lost: false,
    told(what) {
      if (what === "unsaved") this.unsaved = true;
      if (what === "saved" && this.unsaved) {
        this.unsaved = false;
        speak([table.dataset.wordsSaved]);
      }
      if (what === "lost" || what === "open") this.lost = what === "lost";
      if (this.unsaved) offline.textContent = table.dataset.wordsUnsaved;
      else if (this.lost) offline.textContent = table.dataset.wordsReconnecting;
      offline.hidden = !this.unsaved && !this.lost;
    },
  };
  // For the other scripts.
  table.addEventListener("say", (event) => speak([event.detail]));
  // A press that ends the story may be a move: then nothing is asked any more.
  table.addEventListener("told", () => setTimeout(ask));
  note();
  compose(composed());
  if (replaying) return;
  const line = tableLine({
    where: table.dataset.live,
    asked: () => {
      // What the server tells next follows what the page shows.
      press.end();
      story.flush();
      return { seat: table.dataset.seat, version: known(), talk: document.getElementById("talk")?.dataset.heard || "" };
    },
    heard: (news) => press.after(() => story.hear(news, update)),
    told: (what) => connection.told(what),
  });
  // A page without a connection is brought nothing.
  table.addEventListener("brought", () => line.met() || location.reload());
})();
