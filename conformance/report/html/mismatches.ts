/** The table of mismatches, with the differing parts marked. */

import { mismatchRows } from '../mismatch-rows.js';
import type { MismatchResult } from '../model.js';
import { type Html, html, renderScrolling } from './html.js';

export function renderMismatches(mismatches: readonly MismatchResult[]): Html {
  const rows = mismatchRows(mismatches).map(({ path, count, ...texts }) => {
    const { expected, observed } = markDifference(texts.expected, texts.observed);
    const times = count === 1 ? '' : ` (${count} times)`;
    return html`<tr><th scope="row">${path}${times}</th><td class="expected">${expected}</td><td class="observed">${observed}</td></tr>`;
  });
  return renderScrolling(
    html`<table class="mismatches"><thead><tr><th scope="col">Where</th><th scope="col">Expected</th><th scope="col">Observed</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** Shorter common parts are coincidence; marks would distract. */
const leastShared = 4;

/** Marks the part between the common beginning and the common end. */
export function markDifference(
  expected: string,
  observed: string,
): { readonly expected: Html; readonly observed: Html } {
  const [a, b] = [[...expected], [...observed]];
  const shortest = Math.min(a.length, b.length);
  const start = countShared(shortest, (i) => a[i] === b[i]);
  const end = countShared(shortest - start, (i) => a.at(-1 - i) === b.at(-1 - i));
  if (start + end < leastShared || expected === observed) {
    return { expected: html`${expected}`, observed: html`${observed}` };
  }
  return { expected: markMiddle(a, start, end), observed: markMiddle(b, start, end) };
}

function countShared(most: number, isShared: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isShared(count)) count += 1;
  return count;
}

function markMiddle(characters: readonly string[], start: number, end: number): Html {
  const middle = characters.slice(start, characters.length - end).join('');
  const mark = middle === '' ? undefined : html`<mark>${middle}</mark>`;
  const tail = characters.slice(characters.length - end).join('');
  return html`${characters.slice(0, start).join('')}${mark}${tail}`;
}
