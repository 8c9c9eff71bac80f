/** What a cell of the comparison says besides its verdict, in the page and in Markdown alike. */
import { countOf, shorten } from '../../kit/words.js';
import { describeMismatch } from '../outcomes.js';
import type { MatrixCell } from './matrix.js';

/** The texts of a cell. */
export interface CellTexts {
  readonly request: string | null;
  /** What was expected and observed, or else the reason. */
  readonly lines: readonly string[];
  readonly blockedBy: string | null;
}

/** More of them would hide the other columns; the reports have all. */
const mostLines = 3;

/** In characters. */
const longestLine = 300;

/** Says nothing of what passed, was observed or was left out. */
export function describeCell({
  verdict,
  request,
  reason,
  blockedBy,
  mismatches,
}: MatrixCell): CellTexts {
  if (verdict === 'pass' || verdict === 'observed' || verdict === 'left out') {
    return { request: null, lines: [], blockedBy: null };
  }
  const shown = mismatches.slice(0, mostLines).map(describeMismatch);
  const hidden = mismatches.length - shown.length;
  const more = hidden === 0 ? [] : [`and ${countOf(hidden, 'more difference')}`];
  const [because = ''] = (reason ?? '').split('\n');
  const lines = shown.length > 0 ? [...shown, ...more] : [because];
  return {
    request,
    lines: lines.filter((line) => line !== '').map((line) => shorten(line, longestLine)),
    blockedBy,
  };
}
