// What is wrong with a page's layout, a line for each: text that is cut, covered or overlaps, words cut in two,
// labels on the board that are too small, decisions that must be scrolled to, a page too wide.
() => {
  const found = new Set();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.add(`${root.scrollWidth} pixels wide`);

  const OUT_OF_SIGHT =
    ".unseen, script, style, template, noscript, select, [popover]:not(:popover-open), dialog:not([open]), .skip:not(:focus)";
  // What lies above the page scrolls over it.
  const LAYERS =
    "dialog, [popover], .prompt-bar, .masthead, .why[open] p, .offline, .taught, .overhead, .asking-bar";
  // Cards in a pile cover each other, as on a real table.
  const PILES = ".stack, .pile, .fan, .backs";
  // Names may be cut: they can have any length.
  const NAMES = "bdi, [id$=-name], .name";

  const named = (element) => {
    const near = element.closest("[class], [id]");
    return near ? `${near.tagName.toLowerCase()}.${near.getAttribute("class") || near.id}`.slice(0, 40) : "";
  };
  const told = (line) => `“${line.text.slice(0, 40)}” (${named(line.element)})`;
  const rolls = (way) => way === "auto" || way === "scroll";
  // Nothing changes meanwhile: what is asked of an element is found once.
  const once = (ask) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, ask(element));
      return known.get(element);
    };
  };
  // What sticks to an edge of the window, too.
  const layer = once((element) => {
    if (!element) return null;
    const above = element.matches(LAYERS) || getComputedStyle(element).position === "sticky";
    return above ? element : layer(element.parentElement);
  });

  // Whether an element is hidden by its own style, or by that of one around it.
  const hidden = once((element) => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const clipped = style.clipPath !== "none" && style.position === "absolute";
    return clipped || Number(style.opacity) < 0.1 || hidden(element.parentElement);
  });
  const shown = once(
    (element) =>
      !element.closest(OUT_OF_SIGHT) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !hidden(element) &&
      parseFloat(getComputedStyle(element).fontSize) > 0,
  );

  // A word of ours that stands on two lines without a hyphen.
  const broken = (node, element) => {
    if (element.closest("bdi, code, thead, [id$=-name], .name") || getComputedStyle(element).hyphens === "auto") return;
    for (const word of node.data.matchAll(/\p{L}{4,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = Array.from(range.getClientRects(), (box) => box.top);
      if (Math.max(...tops) - Math.min(...tops) > 6) found.add(`cut in two: “${word[0]}” (${named(element)})`);
    }
  };

  // Each line of text with its box, less the room above and below its letters.
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (range.getClientRects().length > 1) broken(node, element);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const slack = Math.min(box.height * 0.22, 5);
      const text = node.data.trim().replace(/\s+/g, " ");
      const [top, bottom] = [box.top + slack, box.bottom - slack];
      lines.push({ text, element, node, left: box.left + 0.5, right: box.right - 0.5, top, bottom });
    }
  }

  // The elements from here outwards that may cut a line, up to what stands still in the window.
  const frames = once((element) => {
    if (!element || element === document.body) return [];
    const { position, display, overflowX, overflowY } = getComputedStyle(element);
    if (position === "fixed") return [];
    const outer = frames(element.parentElement);
    if ((overflowX === "visible" && overflowY === "visible") || display === "inline") return outer;
    return [{ at: element, box: element.getBoundingClientRect(), overflowX, overflowY }, ...outer];
  });
  // The part of a line that its ancestors leave visible; null if it is cut, or scrolled out of sight.
  const visible = (line) => {
    let { left, right, top, bottom } = line;
    for (const { at, box, overflowX, overflowY } of frames(line.element)) {
      const across = left >= box.left - 1.5 && right <= box.right + 1.5;
      const down = top >= box.top - 1.5 && bottom <= box.bottom + 1.5;
      if ((!across && !rolls(overflowX)) || (!down && !rolls(overflowY))) {
        if (!line.element.closest(NAMES)) found.add(`cut: ${told(line)} by ${named(at)}`);
        return null;
      }
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (right - left < 2 || bottom - top < 2) return null;
    }
    return { ...line, left, right, top, bottom };
  };
  const seen = lines.map(visible).filter(Boolean);

  // Badges with keys stick out of their buttons, and whole ones are wanted.
  for (const badge of document.querySelectorAll(".table kbd")) {
    if (!shown(badge)) continue;
    const { left, right } = badge.getBoundingClientRect();
    for (let at = badge.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible") continue;
      const box = at.getBoundingClientRect();
      if (left < box.left - 0.5 || right > box.right + 0.5)
        found.add(`cut: the key “${badge.textContent.trim()}” by ${named(at)}`);
    }
  }

  // What belongs to a seat stands in its frame.
  for (const line of seen) {
    const seat = line.element.closest(".table .seat");
    if (seat && line.bottom > seat.getBoundingClientRect().bottom + 1.5) found.add(`out of its seat: ${told(line)}`);
  }

  // Labels on the board, in pixels of the window: drawings are as large as they are shown.
  const LEAST = 13.9;
  for (const line of seen) {
    if (!line.element.closest(".table .chart")) continue;
    const drawn = line.element.ownerSVGElement ? line.element.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(line.element).fontSize) * drawn;
    if (size < LEAST) found.add(`small label: ${told(line)} ${size.toFixed(1)} pixels`);
  }

  // What one may decide is in sight without scrolling, where a window has room for that.
  if (matchMedia("(min-width: 60.01rem) and (min-height: 40rem)").matches)
    for (const one of document.querySelectorAll("#region_prompt :is(button:is([name=action], [data-go]):not([aria-disabled]), .preview li), [data-table] [data-key=ask-coach]")) {
      if (!one.checkVisibility()) continue;
      const { top, bottom } = one.getBoundingClientRect();
      for (let at = one.parentElement; at; at = at.parentElement) {
        const box = at === root ? { top: 0, bottom: innerHeight } : at.getBoundingClientRect();
        if (at !== root && !rolls(getComputedStyle(at).overflowY)) continue;
        if (top > box.top - 2 && bottom < box.bottom + 2) continue;
        found.add(`out of sight: “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}” by ${named(at)}`);
        break;
      }
    }

  // From above, so that each line is compared only with those that begin before it ends.
  const below = seen.toSorted((one, other) => one.top - other.top);
  for (const [at, one] of below.entries())
    for (let next = at + 1; next < below.length && below[next].top <= one.bottom - 2; next++) {
      const other = below[next];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (across < 2 || down < 2 || one.node === other.node) continue;
      if (layer(one.element) !== layer(other.element)) continue;
      if (one.element.closest(PILES) && other.element.closest(PILES)) continue;
      found.add(`overlap: ${told(one)} and ${told(other)}`);
    }

  // Whether an element hides nothing: an outer svg is as big as its box, but paints only its shapes.
  const clear = once((element) => {
    const style = getComputedStyle(element);
    if (element.ownerSVGElement) return style.fill === "none";
    if (Number(style.opacity) < 0.1) return true;
    const bare = style.backgroundColor === "rgba(0, 0, 0, 0)" && style.backgroundImage === "none";
    return bare && !element.matches("img, input");
  });
  for (const line of seen) {
    const height = (line.top + line.bottom) / 2;
    for (const part of [0.03, 0.5, 0.97]) {
      const place = line.left + (line.right - line.left) * part;
      if (place < 0 || height < 0 || place >= innerWidth || height >= innerHeight) continue;
      const related = (one) => one.contains(line.element) || line.element.contains(one);
      const shows = (one) => related(one) || !clear(one);
      const first = document.elementFromPoint(place, height);
      // Mostly it is the first, and to list all that lie below takes longer.
      const top = !first || shows(first) ? first : document.elementsFromPoint(place, height).find(shows);
      if (!top || related(top) || layer(top) !== layer(line.element) || line.element.closest(PILES)) continue;
      found.add(`covered: ${told(line)} by ${named(top)}`);
      break;
    }
  }
  return [...found];
}
