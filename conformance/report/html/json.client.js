/** Colours the tokens of JSON when it is unfolded, by highlights: elements would double the page. */
(() => {
  if (CSS.highlights === undefined) return;
  /** A member's name, a string, a number or a literal; the rest has no colour. */
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
  const colored = new WeakSet();
  const highlights = {};
  for (const kind of ['json-name', 'json-text', 'json-value']) {
    highlights[kind] = new Highlight();
    CSS.highlights.set(kind, highlights[kind]);
  }

  function kindOf(quoted, colon) {
    if (quoted === undefined) return 'json-value';
    return colon === undefined ? 'json-text' : 'json-name';
  }

  function color(body) {
    if (colored.has(body) || body.closest('details:not([open])')) return;
    colored.add(body);
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement.closest('mark')) continue;
      for (const { 0: whole, 1: quoted, 2: colon, index } of node.data.matchAll(token)) {
        const range = new StaticRange({
          startContainer: node,
          startOffset: index,
          endContainer: node,
          endOffset: index + (quoted ?? whole).length,
        });
        highlights[kindOf(quoted, colon)].add(range);
      }
    }
  }

  const colorAll = (part) => part.querySelectorAll('.json').forEach(color);
  document.addEventListener('toggle', ({ target }) => colorAll(target), true);
  colorAll(document);
})();
