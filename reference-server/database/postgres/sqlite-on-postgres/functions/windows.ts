/** Window functions (https://sqlite.org/windowfunctions.html). */
import { asInteger, asValue, type FragmentKind } from '../translator/sql-fragment.js';
import type { ArgumentForm, FunctionGroup, SqliteFunction } from './sqlite-function.js';

/** A position or a count, as window functions take it. */
const asCount: ArgumentForm = (translator, fragment) =>
  `(${asInteger(translator, fragment)})::integer`;

/** The values of a call over five rows, in the order of its window. */
const overList = (call: string): string =>
  `(SELECT group_concat(v) FROM (SELECT ${call} OVER (ORDER BY CAST(value AS INTEGER)) AS v FROM json_each('[3,1,3,4,5]')))`;

/** A window function of PostgreSQL with the same name. */
const window = (
  name: string,
  kind: FragmentKind,
  forms: readonly ArgumentForm[],
  example: string,
  least = forms.length,
): SqliteFunction => ({
  names: [name],
  window: { kind, forms, least },
  examples: [overList(example)],
});

/** Window functions; aggregates over windows are functions of `aggregates`. */
export const windows: FunctionGroup = {
  title: 'Window functions',
  functions: [
    window('row_number', 'integer', [], 'row_number()'),
    window('rank', 'integer', [], 'rank()'),
    window('dense_rank', 'integer', [], 'dense_rank()'),
    window('percent_rank', 'real', [], 'percent_rank()'),
    window('cume_dist', 'real', [], 'cume_dist()'),
    window('ntile', 'integer', [asCount], 'ntile(2)'),
    window('lag', 'column', [asValue, asCount, asValue], 'lag(value, 1, 0)', 1),
    window('lead', 'column', [asValue, asCount, asValue], 'lead(value)', 1),
    window('first_value', 'column', [asValue], 'first_value(value)'),
    window('last_value', 'column', [asValue], 'last_value(value)'),
    window('nth_value', 'column', [asValue, asCount], 'nth_value(value, 2)'),
  ],
};
