/** Filters, which the address holds, links into folded rows, and copying; the page can be read without it. */
(() => {
  const rows = [...document.querySelectorAll('details.requirement')];
  const folds = [...document.querySelectorAll('details.followers')];
  const groups = [...document.querySelectorAll('.group, section.part')];
  const counts = [...document.querySelectorAll('button.count')];
  const [text, section, ofClass, profile, observed, leftOut] = [
    ...['text', 'section', 'class', 'profile', 'observed', 'left-out'],
  ].map((id) => document.getElementById(id));
  const controls = [text, section, ofClass, profile, observed, leftOut];
  const foldedAtFirst = new Set(folds.filter((one) => !one.open));

  function isWanted(row, verdicts, words) {
    const { verdict, text: content } = row.dataset;
    if (verdict === 'left out' && !leftOut.checked) return false;
    if (verdict === 'observed' && observed.checked) return false;
    if (verdicts.size > 0 && !verdicts.has(verdict)) return false;
    if (!isChosen(section, [`§${row.dataset.section}`])) return false;
    if (!isChosen(ofClass, [row.dataset.class])) return false;
    if (!isChosen(profile, row.dataset.profiles.split(' '))) return false;
    return words.every((word) => content.includes(word));
  }

  function isChosen(select, values) {
    return select.value === '' || values.includes(select.value);
  }

  function pressedVerdicts() {
    const pressed = counts.filter((button) => button.getAttribute('aria-pressed') === 'true');
    return pressed.map((button) => button.dataset.verdict);
  }

  function filter() {
    const verdicts = new Set(pressedVerdicts());
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !isWanted(row, verdicts, words);
      if (!row.hidden) shown += 1;
    }
    const isNarrowed = verdicts.size + words.length > 0;
    for (const fold of folds) {
      fold.hidden = !fold.querySelector('details.requirement:not([hidden])');
      if (foldedAtFirst.has(fold)) fold.open = isNarrowed;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector('details.requirement:not([hidden])');
    }
    document.getElementById('shown').textContent = `${shown} of ${rows.length} shown`;
    document.getElementById('nothing').hidden = shown > 0;
  }

  /** A link with filters shows the same rows to somebody else. */
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
    for (const button of counts) {
      button.setAttribute('aria-pressed', String(verdicts.includes(button.dataset.verdict)));
    }
    for (const control of controls) {
      const value = wanted.get(control.id) ?? '';
      if (control.type === 'checkbox') control.checked = value === 'yes';
      else control.value = value;
      // A choice that this report does not have.
      if (control.selectedIndex === -1) control.value = '';
    }
    const more = document.querySelector('details.more');
    more.open = controls.some((one) => more.contains(one) && wanted.has(one.id));
  }

  function change() {
    filter();
    remember();
  }

  /** A link to a row unfolds it, and shows it whatever the filters say. */
  function reveal() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row?.tagName !== 'DETAILS') return;
    row.open = true;
    for (let one = row; one !== null; one = one.parentElement) {
      one.hidden = false;
      if (one.tagName === 'DETAILS') one.open = true;
    }
    row.scrollIntoView();
  }

  /** A long body opens at the member that is wrong. */
  function showFault(details) {
    for (const body of details.querySelectorAll('pre.answer')) {
      const fault = body.querySelector('mark.fault');
      if (fault) body.scrollTop = fault.offsetTop - body.clientHeight / 3;
    }
  }

  async function copy(button) {
    const label = button.textContent;
    const code = button.nextElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  }

  for (const button of counts) {
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
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (button && button.textContent !== 'Copied') copy(button);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text.focus();
    text.select();
  });
  document.addEventListener('toggle', (event) => showFault(event.target), true);
  addEventListener('hashchange', reveal);
  restore();
  filter();
  reveal();
})();
