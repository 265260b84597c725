// The search over the rules, at each letter. Without this script the form asks the server, which answers the same.
"use strict";
(() => {
  const field = document.getElementById("q");
  const hits = document.getElementById("hits");
  const rules = Array.from(document.querySelectorAll(".rulebook > div"));
  const chapters = Array.from(document.querySelectorAll(".chapter"));
  const texts = rules.map((one) => one.textContent.toLowerCase());
  const highlights = window.Highlight && CSS.highlights;

  // The places of these words in the rules that are shown.
  const places = (words) => {
    const found = [];
    for (const rule of rules) {
      if (rule.hidden) continue;
      const walker = document.createTreeWalker(rule, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        // A letter may become two in lower case; then places don't fit.
        if (text.length !== node.data.length) continue;
        for (const word of words) {
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            found.push(range);
          }
        }
      }
    }
    return found;
  };

  const search = () => {
    const query = field.value.trim().replace(/\s+/g, " ");
    const words = query.toLowerCase().split(" ").filter(Boolean);
    for (const mark of document.querySelectorAll(".rulebook mark")) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
    let count = 0;
    rules.forEach((rule, at) => {
      rule.hidden = !words.every((word) => texts[at].includes(word));
      count += !rule.hidden;
    });
    for (const chapter of chapters) chapter.hidden = !chapter.querySelector(".rulebook > div:not([hidden])");
    const sentence = !count ? hits.dataset.none : count === 1 ? hits.dataset.one : hits.dataset.many;
    const given = { "{count}": count, "{words}": query };
    hits.textContent = words.length ? sentence.replace(/{count}|{words}/g, (name) => given[name]) : "";
    if (highlights) CSS.highlights.set("found", new Highlight(...(words.length ? places(words) : [])));
  };

  // A link to a rule that the search has hidden shows all rules again.
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || !target.closest("[hidden]")) return;
    field.value = "";
    search();
    target.scrollIntoView();
  };

  field.addEventListener("input", search);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  addEventListener("hashchange", follow);
})();
