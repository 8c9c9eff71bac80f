/** The controls above the rows of a page; `filters.client.js` makes them work. */
import { type Html, html, readAsset } from './html.js';

/** What the script of a page with filters begins with. */
export function filterScript(): Html {
  return readAsset('filters.client.js');
}

/** @param controls what there is besides the search */
export function renderFilters(controls: readonly (Html | undefined)[]): Html {
  return html`<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off" aria-keyshortcuts="/"></label>
${controls}
<output id="shown" aria-live="polite"></output>
</form>`;
}

/** What is shown in place of the rows when there is none. */
export function renderNothing(): Html {
  return html`<p id="nothing" hidden>No requirement matches the filters.</p>`;
}

/** One of some values, or all of them. */
export function renderChoice(id: string, label: string, values: readonly string[]): Html {
  const options = [...new Set(values)].sort().map((value) => html`<option>${value}</option>`);
  return html`<label>${label} <select id="${id}"><option value="">all</option>${options}</select></label>`;
}

/** A box to tick. */
export function renderTick(id: string, label: string, isTicked = false): Html {
  return html`<label class="check"><input type="checkbox" id="${id}"${isTicked ? html` checked` : undefined}> ${label}</label>`;
}
