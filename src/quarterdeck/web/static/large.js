// The chart in the whole window, magnified: by a pinch on it, the key Z, or a button. There it can be dragged,
// and pinched further.
"use strict";
(() => {
  const chart = document.querySelector(".table > .chart");
  const dialog = document.getElementById("large");
  if (!chart || !dialog) return;
  const room = dialog.querySelector(".room");
  const place = document.createComment("chart");
  const [LEAST, MOST] = [1, 5];
  let zoom = 1;
  // What had the focus: a chart that is moved loses it.
  let held = null;

  // Magnify, so that the point of the chart below these window coordinates stays there.
  const magnify = (to, x = innerWidth / 2, y = innerHeight / 2) => {
    const next = Math.min(MOST, Math.max(LEAST, to));
    const grown = next / zoom;
    const box = room.getBoundingClientRect();
    const [left, top] = [(room.scrollLeft + x - box.left) * grown, (room.scrollTop + y - box.top) * grown];
    zoom = next;
    chart.style.zoom = zoom;
    room.scrollTo(left - x + box.left, top - y + box.top);
  };
  const open = () => {
    if (dialog.open) return;
    const box = chart.getBoundingClientRect();
    held = document.activeElement;
    chart.replaceWith(place);
    room.append(chart);
    // The chart keeps its layout, however large it is shown.
    chart.style.width = `${box.width}px`;
    chart.style.height = `${box.height}px`;
    dialog.showModal();
    zoom = 1;
    magnify(Math.max(1.6, room.clientWidth / box.width, room.clientHeight / box.height));
    room.focus();
  };
  dialog.addEventListener("close", () => {
    place.replaceWith(chart);
    chart.removeAttribute("style");
    if (chart.contains(held)) held.focus({ preventScroll: true });
  });

  dialog.querySelector("[data-shuts]").addEventListener("click", () => dialog.close());
  document.querySelector("[data-opens=large]").addEventListener("click", open);
  dialog.addEventListener("click", (event) => {
    const by = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (by) magnify(zoom * Number(by));
  });
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    if (dialog.open && (event.key === "+" || event.key === "-")) magnify(zoom * (event.key === "+" ? 1.25 : 0.8));
    else if (!isCovered() && event.key.toLowerCase() === "z" && !singleKeys.off()) open();
  });

  // Pinching: fingers are never taken for the page's own magnification, which would move what one plays with.
  let apart = 0;
  const between = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  chart.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2) apart = between(event.touches);
  }, { passive: true });
  chart.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !apart) return;
    event.preventDefault();
    const now = between(event.touches);
    if (!dialog.open) {
      if (now > apart * 1.15) open();
      else return;
    }
    const [one, other] = event.touches;
    magnify((zoom * now) / apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    apart = now;
  }, { passive: false });
  room.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    magnify(zoom * Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }, { passive: false });

  // A mouse drags the chart; a finger scrolls it anyway. The drag is over with the dialog, too, whatever becomes of the
  // pointer.
  room.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    const [left, top] = [room.scrollLeft + event.clientX, room.scrollTop + event.clientY];
    const drag = (moved) => room.scrollTo(left - moved.clientX, top - moved.clientY);
    const dragging = new AbortController();
    const { signal } = dragging;
    room.setPointerCapture(event.pointerId);
    room.addEventListener("pointermove", drag, { signal });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      room.addEventListener(end, () => dragging.abort(), { signal });
    }
    dialog.addEventListener("close", () => dragging.abort(), { signal });
  });
})();
