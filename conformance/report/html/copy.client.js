/** The buttons that copy the command beside them. */
(() => {
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

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (button && button.textContent !== 'Copied') copy(button);
  });
})();
