/** The search in the table of implementations. */
(() => {
  const form = document.querySelector('form.filters');
  if (form === null) return;
  form.hidden = false;
  window.filterRows({
    rows: [...document.querySelectorAll('tr.implementation')],
    controls: [document.getElementById('text')],
  });
})();
