/** The filters of the catalogue of requirements. */
(() => {
  const [text, section, ofClass, profile, level] = [
    ...['text', 'section', 'class', 'profile', 'level'],
  ].map((id) => document.getElementById(id));
  const parts = [...document.querySelectorAll('section.part')];

  window.filterRows({
    rows: [...document.querySelectorAll('details.requirement')],
    controls: [text, section, ofClass, profile, level],
    isWanted({ dataset }) {
      if (!window.isChosen(section, [`§${dataset.section}`])) return false;
      if (!window.isChosen(ofClass, [dataset.class])) return false;
      if (!window.isChosen(level, [dataset.level])) return false;
      return window.isChosen(profile, dataset.profiles.split(' '));
    },
    onFilter() {
      for (const part of parts) {
        part.hidden = !part.querySelector('details.requirement:not([hidden])');
      }
    },
  });
})();
