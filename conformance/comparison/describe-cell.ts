/** The texts of a cell besides its verdict, for the page and for Markdown. */

import { countOf, shorten } from '../../kit/words.js';
import { describeRows } from '../report/mismatch-rows.js';

import type { MatrixCell } from './matrix.js';

/** The texts of a cell. */
export interface CellTexts {
  readonly request: string | null;
  /** The mismatches, or else the reason. */
  readonly lines: readonly string[];
  readonly blockedBy: string | null;
}

/** Further lines would hide the other columns; the reports list all. */
const mostLines = 3;

/** In characters. */
const longestLine = 300;

/** Empty for passed, observed and omitted requirements. */
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
  const rows = describeRows({ mismatches });
  const shown = rows.slice(0, mostLines);
  const hidden = rows.length - shown.length;
  const more = hidden === 0 ? [] : [`and ${countOf(hidden, 'more difference')}`];
  const [because = ''] = (reason ?? '').split('\n');
  const lines = shown.length > 0 ? [...shown, ...more] : [because];
  return {
    request,
    lines: lines.filter((line) => line !== '').map((line) => shorten(line, longestLine)),
    blockedBy,
  };
}
