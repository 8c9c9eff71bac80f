/** Filters of the comparison; without them, every row is shown. */
(() => {
  const rows = [...document.querySelectorAll('tr.matrix-row')];
  const text = document.getElementById('text');
  const all = document.getElementById('all');

  function filter() {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const isWanted = all.checked || row.dataset.differs === 'true';
      row.hidden = !isWanted || !words.every((word) => row.dataset.text.includes(word));
      if (!row.hidden) shown += 1;
    }
    document.getElementById('shown').textContent = `${shown} of ${rows.length} shown`;
  }

  document.querySelector('.filters').addEventListener('submit', (event) => event.preventDefault());
  text.addEventListener('input', filter);
  all.addEventListener('change', filter);
  filter();
})();
