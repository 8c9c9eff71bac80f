/** The filters of the comparison. */
(() => {
  const [text, all] = ['text', 'all'].map((id) => document.getElementById(id));
  const groups = [...document.querySelectorAll('section.part, section.part tbody')];

  window.filterRows({
    rows: [...document.querySelectorAll('tr.matrix-row')],
    controls: [text, all],
    isWanted: ({ dataset }) => all.checked || dataset.differs === 'true',
    onFilter() {
      for (const group of groups) {
        group.hidden = !group.querySelector('tr.matrix-row:not([hidden])');
      }
    },
  });
})();
