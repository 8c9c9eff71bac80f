/**
 * Shared by all pages with rows: filters that the address keeps, links into folded rows, and a key
 * for the search. The pages work without it.
 */
window.filterRows = ({ rows, controls, buttons = [], isWanted = () => true, onFilter }) => {
  const text = document.getElementById('text');
  const contents = new Map();

  /** The searched text of a row, read on the first search, since most readers never search. */
  function contentOf(row) {
    if (!contents.has(row)) {
      const parts = ['.name', '.section'].map((part) => row.querySelector(part)?.textContent ?? '');
      contents.set(row, parts.join(' ').toLowerCase());
    }
    return contents.get(row);
  }

  function pressedVerdicts() {
    const pressed = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true');
    return pressed.map((button) => button.dataset.verdict);
  }

  function filter() {
    const verdicts = new Set(pressedVerdicts());
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const isPressed = verdicts.size === 0 || verdicts.has(row.dataset.verdict);
      const isFound = words.every((word) => contentOf(row).includes(word));
      row.hidden = !(isPressed && isWanted(row) && isFound);
      if (!row.hidden) shown += 1;
    }
    document.getElementById('shown').textContent = `${shown} of ${rows.length} shown`;
    document.getElementById('nothing').hidden = shown > 0;
    onFilter?.(verdicts.size + words.length > 0);
  }

  /** Keeps the filters in the address, so that a link shows the same rows. */
  function remember() {
    const wanted = new URLSearchParams();
    for (const verdict of pressedVerdicts()) wanted.append('verdict', verdict);
    for (const control of controls) {
      const value = control.type === 'checkbox' ? control.checked && 'yes' : control.value;
      if (value) wanted.set(control.id, value);
    }
    const query = String(wanted);
    const address = `${location.pathname}${query && `?${query}`}${location.hash}`;
    history.replaceState(null, '', address);
  }

  function restore() {
    const wanted = new URLSearchParams(location.search);
    const verdicts = wanted.getAll('verdict');
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(verdicts.includes(button.dataset.verdict)));
    }
    for (const control of controls) {
      const value = wanted.get(control.id) ?? '';
      if (control.type === 'checkbox') control.checked = value === 'yes' || control.defaultChecked;
      else control.value = value;
      // The page may not have this choice.
      if (control.selectedIndex === -1) control.value = '';
    }
    const more = document.querySelector('details.more');
    if (more) more.open = controls.some((one) => more.contains(one) && wanted.has(one.id));
  }

  function change() {
    filter();
    remember();
  }

  /** A link unfolds its row and shows it in spite of the filters. */
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    for (let one = target; one !== null; one = one.parentElement) {
      one.hidden = false;
      if (one.tagName === 'DETAILS') one.open = true;
    }
    target.scrollIntoView();
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      const isPressed = button.getAttribute('aria-pressed') === 'true';
      button.setAttribute('aria-pressed', String(!isPressed));
      change();
    });
  }
  for (const control of controls) control.addEventListener('input', change);
  document.querySelector('form.filters').addEventListener('submit', (event) => {
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text.focus();
    text.select();
  });
  addEventListener('hashchange', reveal);
  restore();
  filter();
  reveal();
};

/** Whether a choice is one of a row's values, or nothing is chosen. */
window.isChosen = ({ value }, values) => value === '' || values.includes(value);
