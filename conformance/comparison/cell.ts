/** A requirement in one result, condensed to what tables of several results show. */

import { countOf, firstLineOf, shorten } from '../../kit/words.js';
import { describeRows } from '../report/mismatch-rows.js';
import type { CaseResult, RequirementResult } from '../report/model.js';
import { decisiveCase, describeDecisiveRequest } from '../report/queries.js';
import type { Verdict } from '../verdict/outcomes.js';

/** A verdict, or `left out` when the run did not include the requirement. */
export type CellVerdict = Verdict | 'left out';

/** A requirement in one result. */
export interface MatrixCell {
  readonly verdict: CellVerdict;
  /** For `blocked`: the failure that explains it. */
  readonly blockedBy: string | null;
  /** The decisive request of the failed case, and its result: `GET /todos/7 → 500`. */
  readonly request: string | null;
  /** The mismatches, or else the reason. */
  readonly lines: readonly string[];
  readonly observations: readonly string[];
}

/** Further lines would hide the other columns; the reports list all. */
const mostLines = 3;

/** In characters. */
const longestLine = 300;

/** Further answers of one target would hide the answers of other targets. */
const mostObservations = 20;

/** Cells without texts, by verdict: most of a table, so they are shared. */
const plainCells = new Map<CellVerdict, MatrixCell>();

/** @param row undefined when the result does not list the requirement */
export function toCell(row: RequirementResult | undefined): MatrixCell {
  const verdict = verdictOf(row);
  if (row === undefined || verdict === 'left out') return plainCell(verdict);
  const observations = row.observations
    .slice(0, mostObservations)
    .map((answer) => shorten(answer, longestLine));
  if (verdict === 'pass' || verdict === 'observed') {
    const cell = plainCell(verdict);
    return observations.length === 0 ? cell : { ...cell, observations };
  }
  const decisive = decisiveCase(row);
  const wentWrong = decisive !== undefined && decisive.verdict !== 'pass';
  const request = wentWrong ? describeDecisiveRequest(decisive) : undefined;
  return {
    ...{ verdict, blockedBy: row.blockedBy, observations },
    request: request === undefined ? null : shorten(request, longestLine),
    lines: describeMismatch(decisive, row.reason),
  };
}

/** The verdict of a row as tables show it. */
export function verdictOf(row: RequirementResult | undefined): CellVerdict {
  return row?.selected ? row.verdict : 'left out';
}

/** A cell without texts. */
export function plainCell(verdict: CellVerdict): MatrixCell {
  const known = plainCells.get(verdict);
  if (known !== undefined) return known;
  const cell = { verdict, blockedBy: null, request: null, lines: [], observations: [] };
  plainCells.set(verdict, cell);
  return cell;
}

function describeMismatch(decisive: CaseResult | undefined, reason: string | null): string[] {
  const rows = describeRows({ mismatches: decisive?.mismatches ?? [] });
  const shown = rows.slice(0, mostLines);
  const hidden = rows.length - shown.length;
  const more = hidden === 0 ? [] : [`and ${countOf(hidden, 'more difference')}`];
  const lines = shown.length > 0 ? [...shown, ...more] : [firstLineOf(reason ?? '')];
  return lines.filter((line) => line !== '').map((line) => shorten(line, longestLine));
}
