/**
 * Queries with aggregates. SQLite lets them read columns that they neither group by nor aggregate:
 * the values come from one of the rows, beside a single `min` or `max` from the row with this value
 * (https://sqlite.org/lang_select.html#bareagg). PostgreSQL needs an aggregate for it.
 */
import { type Expr, type SelectFrom, traverse } from 'sqlite3-parser';
import { isAggregate } from '../functions/calls.js';
import type { FunctionCall } from '../functions/sqlite-function.js';
import { asOperand, asValue } from '../translator/sql-fragment.js';
import type { Grouping, Translator } from '../translator/translator.js';

/** The aggregates of expressions, without those of their subqueries. */
function findAggregates(expressions: readonly (Expr | undefined)[]): readonly FunctionCall[] {
  const found: FunctionCall[] = [];
  const take = (call: FunctionCall) => {
    if (!isAggregate(call)) return 'continue';
    found.push(call);
    return 'skip';
  };
  for (const expression of expressions) {
    if (expression === undefined) continue;
    traverse(expression, {
      nodes: { FunctionCallExpr: take, FunctionCallStarExpr: take, Select: () => 'skip' },
    });
  }
  return found;
}

/** An SQL text in lower case, without blanks, quotes and tables, for comparisons. */
export const normalize = (text: string): string =>
  text.toLowerCase().replaceAll(/"?\w+"?\s*\.\s*(?=["\w])|[\s"]+/g, '');

/** The grouping of a query; undefined when it does not group its rows. */
export function findGrouping(translator: Translator, select: SelectFrom): Grouping | undefined {
  const { columns, groupBy, having } = select;
  const values = columns.map((column) =>
    column.type === 'ExprResultColumn' ? column.expr : undefined,
  );
  const aggregates = findAggregates([...values, having]);
  if (groupBy === undefined && aggregates.length === 0) return undefined;
  const keys = new Set((groupBy ?? []).map((key) => normalize(translator.textOf(key))));
  const order = orderOfPick(translator, aggregates);
  const positions = new Map(values.map((value, index) => [value, String(index + 1)]));
  return {
    keys,
    pick: (column) => `(array_agg(${column}${order}))[1]`,
    isKey: ({ expr, alias }) =>
      keys.has(normalize(translator.textOf(expr))) ||
      (alias !== undefined && keys.has(normalize(alias.name.text))) ||
      keys.has(positions.get(expr) ?? ''),
  };
}

/** Orders the rows so that a bare column comes from the row of a single `min` or `max`. */
function orderOfPick(translator: Translator, aggregates: readonly FunctionCall[]): string {
  const [only, ...others] = aggregates;
  const name = only?.name.name.toLowerCase();
  if (only?.type !== 'FunctionCallExpr' || others.length > 0) return '';
  if (name !== 'min' && name !== 'max') return '';
  const [value] = only.args ?? [];
  if (value === undefined) return '';
  const sql = asOperand(translator, translator.expression(value));
  return ` ORDER BY ${sql} ${name === 'max' ? 'DESC' : 'ASC'} NULLS LAST`;
}

/**
 * Translates the keys of GROUP BY. In both dialects, a name refers to a column of a table first,
 * then to a column of the result.
 */
export function translateGroupBy(translator: Translator, { groupBy = [] }: SelectFrom): string {
  const keys = groupBy.map((key) => {
    if (key.type === 'NumericLiteral') return key.value;
    if (key.type === 'Id') return translator.name(key.name);
    return asValue(translator, translator.expression(key));
  });
  return keys.join(', ');
}
