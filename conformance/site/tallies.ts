/** Tallies as words, bars and lines. */
import { plainCell } from '../comparison/cell.js';
import { type Html, html } from '../report/html/html.js';
import type { Implementation } from './implementations.js';
import { type answerOf, type CatalogueEntry, type Run, type Tally, tallyOf } from './run.js';

/** The CSS class of a conclusion. */
export const toneOf: Readonly<Record<ReturnType<typeof answerOf>, string>> = {
  conforms: 'good',
  'does not conform': 'bad',
  'cannot say': 'unsure',
};

/** The share as a percentage. It is rounded down, so that 100 % means all. */
export function percentageOf({ held, total }: Tally): string {
  if (total === 0) return '–';
  return `${Math.floor((1000 * held) / total) / 10} %`;
}

/** `37 of 41` with a bar. */
export function renderShare(tally: Tally): Html {
  const { held, failed, total } = tally;
  const parts: readonly (readonly [string, number])[] = [
    ['v-pass', held],
    ['v-fail', failed],
    ['v-blocked', total - held - failed],
  ];
  const bars = parts
    .filter(([, count]) => count > 0)
    .map(([style, count]) => html`<i class="${style}" style="flex-grow:${count}"></i>`);
  return html`<span class="share"><span class="bars" aria-hidden="true">${bars}</span>${held} of ${total}</span>`;
}

/** The tally of some requirements in the latest run of an implementation. */
export function tallyIn(entries: readonly CatalogueEntry[], { cells }: Implementation): Tally {
  return tallyOf(
    entries,
    entries.map(({ id }) => (cells.get(id) ?? plainCell('left out')).verdict),
  );
}

/** More runs would be narrower than a pixel. */
const mostPoints = 60;

const [width, height] = [72, 18];

/** The shares of the last runs as a line; empty for a single run. */
export function drawTrend(runs: readonly Run[]): Html | undefined {
  const shares = runs
    .slice(-mostPoints)
    .map(({ tally: { held, total } }) => held / Math.max(total, 1));
  if (shares.length < 2) return undefined;
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const points = shares.map((share, index) => {
    const x = (index * (width - 2)) / (shares.length - 1) + 1;
    const part = most === least ? 0.5 : (share - least) / (most - least);
    return `${x.toFixed(1)},${((1 - part) * (height - 4) + 2).toFixed(1)}`;
  });
  const words = `from ${wordOf(shares[0])} to ${wordOf(shares.at(-1))} in ${shares.length} runs`;
  return html`<svg class="trend" width="${width}" height="${height}" role="img" aria-label="${words}"><title>${words}</title><polyline points="${points.join(' ')}"/></svg>`;
}

function wordOf(share = 0): string {
  return percentageOf({ held: share, total: 1, failed: 0 });
}
