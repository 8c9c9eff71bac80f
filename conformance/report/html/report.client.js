/** The report's filters, rows that are filled when they unfold, and answers that scroll to their fault. */
(() => {
  const folds = [...document.querySelectorAll('details.followers')];
  const groups = [...document.querySelectorAll('.group, section.part')];
  const [text, section, ofClass, profile, observed, leftOut] = [
    ...['text', 'section', 'class', 'profile', 'observed', 'left-out'],
  ].map((id) => document.getElementById(id));
  const foldedAtFirst = new Set(folds.filter((one) => !one.open));
  const shown = 'details.requirement:not([hidden])';

  window.filterRows({
    rows: [...document.querySelectorAll('details.requirement')],
    // Without omitted requirements, there is no control for them.
    controls: [text, section, ofClass, profile, observed, leftOut].filter((one) => one !== null),
    buttons: [...document.querySelectorAll('button.count')],
    isWanted({ dataset }) {
      if (dataset.verdict === 'left out' && !leftOut?.checked) return false;
      if (dataset.verdict === 'observed' && observed.checked) return false;
      if (!window.isChosen(section, [`§${dataset.section}`])) return false;
      if (!window.isChosen(ofClass, [dataset.class])) return false;
      return window.isChosen(profile, dataset.profiles.split(' '));
    },
    onFilter(isNarrowed) {
      for (const fold of folds) {
        fold.hidden = !fold.querySelector(shown);
        if (foldedAtFirst.has(fold)) fold.open = isNarrowed;
      }
      for (const group of groups) group.hidden = !group.querySelector(shown);
    },
  });

  /** Makes elements of the contents of a deferred row. */
  function fill(row) {
    const contents = row.querySelector(':scope > noscript');
    if (contents) contents.outerHTML = contents.textContent;
  }

  /** Scrolls a long body to the first mismatch. */
  function showFault(details) {
    for (const body of details.querySelectorAll('pre.answer')) {
      const fault = body.querySelector('mark.fault');
      if (fault) body.scrollTop = fault.offsetTop - body.clientHeight / 3;
    }
  }

  const unfold = ({ target }) => {
    fill(target);
    showFault(target);
  };
  document.addEventListener('toggle', unfold, true);
})();
