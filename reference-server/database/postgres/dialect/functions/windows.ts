import type { Over, Window } from 'sqlite3-parser';
import { translateExpression, translateValue } from '../expressions.js';
import { quoteName } from '../names.js';
import { asInteger, asNumber, asOperand, asValue, type Kind } from '../piece.js';
import { translateOrder } from '../sorting.js';
import type { Statement } from '../statement.js';
import type { Form } from './rules.js';

/** A position or a count of window functions. */
const asCount: Form = (statement, piece) => `(${asInteger(statement, piece)})::integer`;

const window = (kind: Kind, forms: readonly Form[], least = forms.length) => ({
  kind,
  forms,
  least,
});

/** Functions that need a window. */
export const windowFunctions: Readonly<Record<string, ReturnType<typeof window>>> = {
  row_number: window('integer', []),
  rank: window('integer', []),
  dense_rank: window('integer', []),
  percent_rank: window('real', []),
  cume_dist: window('real', []),
  ntile: window('integer', [asCount]),
  lag: window('column', [asValue, asCount, asOperand], 1),
  lead: window('column', [asValue, asCount, asOperand], 1),
  first_value: window('column', [asValue]),
  last_value: window('column', [asValue]),
  nth_value: window('column', [asValue, asCount]),
};

/** What stands behind OVER. */
export function translateOver(statement: Statement, over: Over): string {
  if (over.type === 'NameOver') return quoteName(over.name.text);
  return `(${translateWindow(statement, over.window)})`;
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

/** What stands in the parentheses behind OVER. */
export function translateWindow(
  statement: Statement,
  { base, partitionBy, orderBy, frameClause }: Window,
): string {
  const parts: string[] = base === undefined ? [] : [quoteName(base.text)];
  if (partitionBy !== undefined && partitionBy.length > 0) {
    const values = partitionBy.map((value) => translateValue(statement, value));
    parts.push(`PARTITION BY ${values.join(', ')}`);
  }
  if (orderBy !== undefined && orderBy.length > 0) parts.push(translateOrder(statement, orderBy));
  if (frameClause === undefined) return parts.join(' ');
  const { mode, start, end, exclude } = frameClause;
  const [first, last] = [start, end].map((bound) => {
    if (bound === undefined) return undefined;
    if (!('expr' in bound)) return frameBounds[bound.type];
    const direction = bound.type === 'FollowingFrameBound' ? 'FOLLOWING' : 'PRECEDING';
    return `${asNumber(statement, translateExpression(statement, bound.expr))} ${direction}`;
  });
  parts.push(mode.toUpperCase(), last === undefined ? `${first}` : `BETWEEN ${first} AND ${last}`);
  if (exclude !== undefined) parts.push(`EXCLUDE ${exclusions[exclude]}`);
  return parts.join(' ');
}
