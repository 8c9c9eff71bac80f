/**
 * Queries with aggregates. SQLite lets them read columns that they neither group by nor aggregate:
 * their values come from one of the rows, and beside a single `min` or `max` from the row that has
 * it. PostgreSQL is told so.
 */
import { type Expr, type SelectFrom, traverse } from 'sqlite3-parser';
import { translateExpression } from './expressions.js';
import { isAggregate } from './functions/calls.js';
import { asOperand, asValue } from './piece.js';
import type { Grouping, Statement } from './statement.js';

type Call = Extract<Expr, { type: 'FunctionCallExpr' | 'FunctionCallStarExpr' }>;

/** The aggregates of an expression, without those of its subqueries. */
function findAggregates(expressions: readonly (Expr | undefined)[]): readonly Call[] {
  const found: Call[] = [];
  const take = (call: Call) => {
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

/** A text of SQL without blanks, case and tables, for comparisons. */
const normalize = (text: string): string =>
  text.toLowerCase().replaceAll(/"?\w+"?\s*\.\s*(?=["\w])|[\s"]+/g, '');

/** How a query groups its rows; undefined when it does not. */
export function findGrouping(statement: Statement, select: SelectFrom): Grouping | undefined {
  const { columns, groupBy, having } = select;
  const values = columns.map((column) =>
    column.type === 'ExprResultColumn' ? column.expr : undefined,
  );
  const aggregates = findAggregates([...values, having]);
  if (groupBy === undefined && aggregates.length === 0) return undefined;
  const keys = new Set((groupBy ?? []).map((key) => normalize(statement.textOf(key))));
  const order = orderOfPick(statement, aggregates);
  return {
    keys,
    pick: (column) => `(array_agg(${column}${order}))[1]`,
    isKey: ({ expr, alias }) =>
      keys.has(normalize(statement.textOf(expr))) ||
      (alias !== undefined && keys.has(normalize(alias.name.text))) ||
      keys.has(String(values.indexOf(expr) + 1)),
  };
}

/** The row that has the least or the greatest value, where it is asked for and nothing else. */
function orderOfPick(statement: Statement, aggregates: readonly Call[]): string {
  const [only, ...others] = aggregates;
  const name = only?.name.name.toLowerCase();
  if (only?.type !== 'FunctionCallExpr' || others.length > 0) return '';
  if (name !== 'min' && name !== 'max') return '';
  const [value] = only.args ?? [];
  if (value === undefined) return '';
  const sql = asOperand(statement, translateExpression(statement, value));
  return ` ORDER BY ${sql} ${name === 'max' ? 'DESC' : 'ASC'} NULLS LAST`;
}

/** The keys of GROUP BY. A name means a column first, then a column of the result, in both dialects. */
export function translateGroupBy(statement: Statement, { groupBy = [] }: SelectFrom): string {
  const keys = groupBy.map((key) => {
    if (key.type === 'NumericLiteral') return key.value;
    if (key.type === 'Id') return statement.name(key.name);
    return asValue(statement, translateExpression(statement, key));
  });
  return keys.join(', ');
}
