/** The windows after OVER and WINDOW. */
import type { Over, Window } from 'sqlite3-parser';
import { quoteName } from '../translator/postgres-text.js';
import { asNumber } from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import { translateOrder } from './sorting.js';

/** Translates the window after OVER. */
export function translateOver(translator: Translator, over: Over): string {
  if (over.type === 'NameOver') return quoteName(over.name.text);
  return `(${translateWindow(translator, over.window)})`;
}

const frameBounds = {
  CurrentRowFrameBound: 'CURRENT ROW',
  UnboundedFollowingFrameBound: 'UNBOUNDED FOLLOWING',
  UnboundedPrecedingFrameBound: 'UNBOUNDED PRECEDING',
} as const;

const exclusions = {
  NoOthers: 'NO OTHERS',
  CurrentRow: 'CURRENT ROW',
  Group: 'GROUP',
  Ties: 'TIES',
} as const;

/** Translates the definition of a window, without parentheses. */
export function translateWindow(
  translator: Translator,
  { base, partitionBy, orderBy, frameClause }: Window,
): string {
  const parts: string[] = base === undefined ? [] : [quoteName(base.text)];
  if (partitionBy !== undefined && partitionBy.length > 0) {
    const values = partitionBy.map((value) => translator.value(value));
    parts.push(`PARTITION BY ${values.join(', ')}`);
  }
  if (orderBy !== undefined && orderBy.length > 0) parts.push(translateOrder(translator, orderBy));
  if (frameClause === undefined) return parts.join(' ');
  const { mode, start, end, exclude } = frameClause;
  const [first, last] = [start, end].map((bound) => {
    if (bound === undefined) return undefined;
    if (!('expr' in bound)) return frameBounds[bound.type];
    const direction = bound.type === 'FollowingFrameBound' ? 'FOLLOWING' : 'PRECEDING';
    return `${asNumber(translator, translator.expression(bound.expr))} ${direction}`;
  });
  parts.push(mode.toUpperCase(), last === undefined ? `${first}` : `BETWEEN ${first} AND ${last}`);
  if (exclude !== undefined) parts.push(`EXCLUDE ${exclusions[exclude]}`);
  return parts.join(' ');
}
