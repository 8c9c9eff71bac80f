/** The mismatches of a case as reports list them: data with its texts, one row for each mismatch. */
import { groupBy } from '../../kit/collections.js';
import type { RecordedMismatch } from '../mismatches/mismatch.js';
import {
  describePlace,
  describeText,
  everyIndex,
  pointerTo,
  textsOf,
} from '../mismatches/mismatch-text.js';
import type { Case } from '../verdict/case.js';
import type { CaseResult, MismatchResult } from './model.js';

/** The mismatches of a case with the texts that are made of them. */
export function describeMismatches(one: Case): readonly MismatchResult[] {
  const texts = textsOf(one);
  return one.mismatches.map((mismatch, index) => ({
    ...(texts[index] as (typeof texts)[number]),
    ...dataOf(mismatch),
  }));
}

function dataOf({ place, kind, expected, observed, ...more }: RecordedMismatch) {
  const { part, name, location } = place;
  return {
    kind,
    place: { part, ...(name === undefined ? {} : { name }), pointer: pointerTo(location) },
    ...(expected.is === 'value' ? { expectedValue: asJson(expected.value) } : {}),
    ...(observed.is === 'value' ? { observedValue: asJson(observed.value) } : {}),
    ...more,
  };
}

/** Integers that a number cannot represent are written as their digits. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asJson(part)]));
}

/** A row of a list of mismatches. */
export interface MismatchRow extends MismatchResult {
  /** The number of elements with this mismatch. */
  readonly count: number;
}

/** One row for each mismatch: what several elements have in common is one mismatch. */
export function mismatchRows(mismatches: readonly MismatchResult[]): readonly MismatchRow[] {
  const groups = groupBy(mismatches, (one) =>
    JSON.stringify([pathOfAll(one), one.expected, one.observed]),
  );
  return [...groups.values()].map(([first, ...others]) => {
    const path = others.length === 0 ? first.path : pathOfAll(first);
    return { ...first, path, count: others.length + 1 };
  });
}

/** The path with `[*]` for each index. Results of older releases contain no place. */
function pathOfAll({ path, place, kind }: MismatchResult): string {
  if (place === undefined) return path;
  const location = place.pointer.split('/').slice(1).map(readStep);
  const counted = path.endsWith('.length') && kind === 'count' ? '.length' : '';
  return `${describePlace({ ...place, location })}${counted}`;
}

const readStep = (token: string): string | number =>
  /^\d+$/.test(token) ? everyIndex : token.replaceAll('~1', '/').replaceAll('~0', '~');

/** The reason of a case in lines: its mismatches, or else its reason. */
export function describeRows({ mismatches }: Pick<CaseResult, 'mismatches'>): readonly string[] {
  return mismatchRows(mismatches).map(describeRow);
}

/** A row in one line of any length. */
export function describeRow(row: MismatchRow): string {
  return `${describeText(row)}${row.count === 1 ? '' : ` (${row.count} times)`}`;
}
