// What flies over the table: tokens from place to place (data-place), and the figures (data-tally) that count up only when
// they arrive. If the system asks for less motion, tokens appear where they go.
"use strict";
const flight = (() => {
  const MOST = 5;
  const table = document.querySelector("[data-table]");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const air = document.createElement("div");
  air.id = "air";
  air.ariaHidden = "true";
  document.body.append(air);
  const stops = new Set();

  // Before the page shows the move, figures are what they were and what has arrived since; afterwards they are what they
  // will be, without what is still to come.
  let turned = true;
  let version = 0;
  let pending = new Map();
  let arrived = new Map();
  const bases = new WeakMap();
  const NUMBER = /^[−-]?\d+/;
  const read = (element) => {
    if (element.querySelector(".peg")) return element.querySelectorAll(".hung").length;
    return Number((element.textContent.match(NUMBER) || ["0"])[0].replace("−", "-"));
  };
  const write = (element, value) => {
    const pegs = element.querySelectorAll(".peg");
    for (const [at, peg] of pegs.entries()) peg.classList.toggle("hung", at < value);
    if (!pegs.length) element.textContent = element.textContent.replace(NUMBER, value < 0 ? `−${-value}` : value);
  };
  const refresh = () => {
    for (const element of document.querySelectorAll("[data-tally]")) {
      if (!bases.has(element)) bases.set(element, read(element));
      const key = element.dataset.tally;
      const value = bases.get(element) + (turned ? -(pending.get(key) || 0) : arrived.get(key) || 0);
      if (value !== read(element)) write(element, value);
    }
  };
  const add = (figures, key, change) => figures.set(key, (figures.get(key) || 0) + change);
  const arrive = ({ tally, change }) => {
    if (!tally) return;
    add(pending, tally, -change);
    add(arrived, tally, change);
    refresh();
  };

  const inSight = (element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility() && box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  };
  // The first element with that name that one can see.
  const places = (name) => {
    const word = CSS.escape(name);
    return Array.from(document.querySelectorAll(`[data-place~="${word}"], [data-tally="${word}"]`));
  };
  const place = (name) => places(name).find(inSight);
  // The same, and what is on the chart comes into sight first.
  const placeInSight = (name) => {
    const found = place(name) || places(name).find((one) => one.checkVisibility() && one.closest(".chart"));
    if (found && !inSight(found)) found.scrollIntoView({ block: "center" });
    return found;
  };
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  const picture = (icon) => {
    const made = document.createElement("span");
    made.innerHTML = document.getElementById(`i-${icon}`) ? '<svg class="pic" aria-hidden="true"><use></use></svg>' : '<i class="coin"></i>';
    made.querySelector("use")?.setAttribute("href", `#i-${icon}`);
    if (icon.endsWith("back")) made.firstChild.classList.add("back", icon);
    return made.firstChild;
  };
  const token = ({ icon, change }, last) => {
    const made = document.createElement("span");
    made.className = icon.endsWith("back") ? "flying card-back" : "flying";
    made.append(picture(icon));
    if (change && last) made.append(Object.assign(document.createElement("b"), { textContent: signed(change) }));
    air.append(made);
    return made;
  };
  const signed = (number) => (number < 0 ? `−${-number}` : `${number ? "+" : "±"}${number}`);

  // One token after the other; the figure changes with the last one, and `landed` is called.
  const fly = (one, length, landed = () => {}) => {
    const [origin, target] = [place(one.origin), place(one.target)];
    const shown = Math.min(one.number, calm.matches ? 1 : MOST);
    // What is paid is gone at once.
    const late = one.change >= 0 && shown && target && !calm.matches;
    if (!late) arrive(one);
    if (!shown || !target) return landed();
    if (calm.matches) landed();
    const [endX, endY] = middle(target);
    const [x, y] = origin ? middle(origin) : [endX, endY - 60];
    for (let at = 0; at < shown; at++) {
      const last = at === shown - 1;
      const made = token(one, last);
      made.style.left = `${endX}px`;
      made.style.top = `${endY}px`;
      const done = () => {
        if (!stops.delete(done)) return;
        made.remove();
        if (!last || calm.matches) return;
        if (late) arrive(one);
        landed();
        // What is large needs to grow but little.
        target.animate([{ scale: 1 }, { scale: target.offsetWidth > 100 ? 1.03 : 1.25 }, { scale: 1 }], 300);
      };
      stops.add(done);
      if (calm.matches) {
        setTimeout(done, length);
        continue;
      }
      const lift = `${(x - endX) / 2}px ${(y - endY) / 2 - Math.min(60, 20 + Math.abs(x - endX) / 8)}px`;
      const motion = made.animate(
        [
          { translate: `${x - endX}px ${y - endY}px`, scale: 0.6, opacity: 0 },
          { opacity: 1, scale: 1.1, offset: 0.12, translate: `${x - endX}px ${y - endY - 10}px` },
          { translate: lift, scale: 1.15, offset: 0.55 },
          { translate: "0 0", scale: 1 },
        ],
        { duration: length * 0.7, delay: (at * length * 0.3) / shown, easing: "cubic-bezier(0.4, 0, 0.3, 1)", fill: "backwards" },
      );
      motion.onfinish = done;
    }
  };

  // Whatever still flies has arrived.
  const settle = () => {
    for (const stop of [...stops]) stop();
  };
  // The figures of a story that begins: its page is not turned yet.
  const begin = (cues, news) => {
    settle();
    [turned, version, pending, arrived] = [false, news, new Map(), new Map()];
    refresh();
    for (const cue of cues) for (const one of cue?.flights || []) if (one.tally) add(pending, one.tally, one.change);
  };
  const end = () => {
    settle();
    [pending, arrived] = [new Map(), new Map()];
    if (turned) refresh();
  };
  table?.addEventListener("news", (event) => {
    // An earlier move may be shown late.
    if (event.detail.version >= version) turned = true;
    refresh();
  });
  return { begin, end, fly, settle, placeInSight, picture, signed };
})();
