/** Filters, links into folded rows, and copying; the page can be read without it. */
(() => {
  const rows = [...document.querySelectorAll('details.requirement')];
  const parts = [...document.querySelectorAll('section.part')];
  const counts = [...document.querySelectorAll('button.count')];
  const text = document.getElementById('text');
  const section = document.getElementById('section');
  const ofClass = document.getElementById('class');
  const profile = document.getElementById('profile');
  const leftOut = document.getElementById('left-out');

  function isWanted(row, verdicts, words) {
    const { verdict, text: content } = row.dataset;
    if (verdict === 'left out' && !leftOut.checked) return false;
    if (verdicts.size > 0 && !verdicts.has(verdict)) return false;
    if (!isChosen(section, [`§${row.dataset.section}`])) return false;
    if (!isChosen(ofClass, [row.dataset.class])) return false;
    if (!isChosen(profile, row.dataset.profiles.split(' '))) return false;
    return words.every((word) => content.includes(word));
  }

  function isChosen(select, values) {
    return select.value === '' || values.includes(select.value);
  }

  function filter() {
    const pressed = counts.filter((button) => button.getAttribute('aria-pressed') === 'true');
    const verdicts = new Set(pressed.map((button) => button.dataset.verdict));
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !isWanted(row, verdicts, words);
      if (!row.hidden) shown += 1;
    }
    for (const group of parts) {
      group.hidden = !group.querySelector('details.requirement:not([hidden])');
    }
    document.getElementById('shown').textContent = `${shown} of ${rows.length} shown`;
    document.getElementById('nothing').hidden = shown > 0;
  }

  /** A link to a row unfolds it, and shows it whatever the filters say. */
  function reveal() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row?.tagName !== 'DETAILS') return;
    row.open = true;
    row.hidden = false;
    row.closest('section.part').hidden = false;
    row.scrollIntoView();
  }

  async function copy(button) {
    const code = button.nextElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy curl';
    }, 1500);
  }

  for (const button of counts) {
    button.addEventListener('click', () => {
      const isPressed = button.getAttribute('aria-pressed') === 'true';
      button.setAttribute('aria-pressed', String(!isPressed));
      filter();
    });
  }
  for (const control of [text, section, ofClass, profile, leftOut]) {
    control.addEventListener('input', filter);
  }
  document.querySelector('form.filters').addEventListener('submit', (event) => {
    event.preventDefault();
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (button) copy(button);
  });
  addEventListener('hashchange', reveal);
  filter();
  reveal();
})();
