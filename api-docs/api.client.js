// The search keeps the operations, schemas and introduction that contain every word, marks the hits,
// and reduces the contents accordingly.
(() => {
  const contents = document.querySelector('details.contents');
  // On narrow screens the contents would stand before the text.
  if (matchMedia('(max-width: 61.99rem)').matches) contents.open = false;
  const field = document.getElementById('search');
  const count = document.querySelector('search output');
  const parts = [...document.querySelectorAll('.part')];
  const texts = parts.map((part) => part.textContent.toLowerCase());

  /** @param {string[]} words */
  function rangesOf(words) {
    const ranges = [];
    const shown = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let node = shown.nextNode(); node !== null; node = shown.nextNode()) {
      const text = node.data.toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
    return ranges;
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = new Set(parts.filter((_, i) => words.every((word) => texts[i].includes(word))));
    for (const part of parts) part.hidden = !hits.has(part);
    for (const group of document.querySelectorAll('main .group')) {
      group.hidden = group.querySelector('.part:not([hidden])') === null;
    }
    for (const link of document.querySelectorAll('nav li a')) {
      const part = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      link.parentElement.hidden = part?.hidden === true;
    }
    for (const list of document.querySelectorAll('nav ul')) {
      list.hidden = list.querySelector('li:not([hidden])') === null;
      list.previousElementSibling.hidden = list.hidden;
    }
    if (words.length > 0) contents.open = true;
    count.textContent = words.length === 0 ? '' : `${hits.size} of ${parts.length}`;
    if (CSS.highlights === undefined) return;
    CSS.highlights.set('hit', new Highlight(...rangesOf(words)));
  }

  field.addEventListener('input', search);
  // A link to a part that the search has hidden clears the search.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest('[hidden]') == null) return;
    field.value = '';
    search();
    target.scrollIntoView();
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.activeElement === field) {
      field.value = '';
      search();
    }
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement === field) return;
    event.preventDefault();
    field.focus();
  });
})();
