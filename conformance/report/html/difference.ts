/** Where two texts that are much alike differ. */
import { type Html, html } from './html.js';

/** A text with the part marked that the other one does not share. */
export interface Difference {
  readonly expected: Html;
  readonly observed: Html;
}

/** Less in common than this is a coincidence, and marks would distract. */
const leastShared = 4;

/** Marks what lies between the common beginning and the common end. */
export function markDifference(expected: string, observed: string): Difference {
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
