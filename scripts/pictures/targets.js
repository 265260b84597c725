// What is too small for a finger, a line for each: less than 44 pixels wide or high. Links in sentences may be as high
// as their line (WCAG 2.5.5), a field is hit by its label, too, and an element by what it adds around itself.
() => {
  const LEAST = 43.5;
  const TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  const inSentence = (one) => {
    if (getComputedStyle(one).display !== "inline") return false;
    let block = one.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const rest = block.cloneNode(true);
    for (const link of rest.querySelectorAll("a, button, .unseen")) link.remove();
    return /\p{L}{2}/u.test(rest.textContent);
  };
  const found = Array.from(document.querySelectorAll(TARGETS), (one) => {
    const shut = one.closest("[popover]:not(:popover-open), dialog:not([open]), .skip");
    if (shut || getComputedStyle(one).pointerEvents === "none") return null;
    if (!one.checkVisibility({ opacityProperty: false, visibilityProperty: true }) || inSentence(one)) return null;
    let { width, height } = (one.closest("label") || one).getBoundingClientRect();
    for (const part of ["::before", "::after"]) {
      const around = getComputedStyle(one, part);
      if (around.position !== "absolute" || around.content === "none") continue;
      width = Math.max(width, parseFloat(around.width));
      height = Math.max(height, parseFloat(around.height));
    }
    if (!width || (width > LEAST && height > LEAST)) return null;
    return `small target: ${one.outerHTML.replace(/\s+/g, " ").slice(0, 90)} ${Math.round(width)} x ${Math.round(height)}`;
  });
  return [...new Set(found.filter(Boolean))];
}
