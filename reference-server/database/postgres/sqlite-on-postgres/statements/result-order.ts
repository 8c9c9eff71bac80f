/**
 * ORDER BY of queries whose rows can only be sorted by the columns of their result: of UNION and of
 * SELECT DISTINCT.
 */
import { type Expr, type SortedColumn, traverse } from 'sqlite3-parser';
import { type ResolveTerm, translateOrder } from '../expressions/sorting.js';
import { quoteName } from '../translator/postgres-text.js';
import type { Translator } from '../translator/translator.js';
import { normalize } from './grouping.js';
import type { ResultCell } from './results.js';

/** The columns of a result, as ORDER BY refers to them. */
export interface SortableResult {
  readonly cells: readonly ResultCell[];
  /** Whether the values of a column keep their types, as JSON of one value. */
  readonly isDynamic: (cell: ResultCell) => boolean;
}

/** The columns by alias, else by their text, in lower case and without blanks and tables. */
function byText(
  translator: Translator,
  cells: readonly ResultCell[],
): ReadonlyMap<string, ResultCell> {
  const found = new Map<string, ResultCell>();
  const add = (text: string, cell: ResultCell): void => {
    const key = normalize(text);
    if (!found.has(key)) found.set(key, cell);
  };
  for (const cell of cells) if (cell.alias !== undefined) add(cell.alias, cell);
  for (const cell of cells) if (cell.expr !== undefined) add(translator.textOf(cell.expr), cell);
  return found;
}

/**
 * Sorts the rows of a query around it; undefined where PostgreSQL sorts them as SQLite does, or the
 * names of the columns are not known.
 *
 * @param sql the query without its ORDER BY
 */
export function sortAround(
  translator: Translator,
  sql: string,
  { cells, isDynamic }: SortableResult,
  orderBy: readonly SortedColumn[],
): string | undefined {
  const isNamed = cells.every(({ expr }) => expr !== undefined);
  const names = new Set(cells.map(({ name }) => name.toLowerCase()));
  if (!isNamed || names.size < cells.length) return undefined;
  const named = byText(translator, cells);
  /** The column that a term means by its number, its name or its text. */
  const find = (expr: Expr): ResultCell | undefined =>
    expr.type === 'NumericLiteral'
      ? cells[Number(expr.value) - 1]
      : named.get(normalize(translator.textOf(expr)));
  const isDirect = ({ expr }: SortedColumn): boolean => {
    const cell = find(expr);
    return cell !== undefined && !isDynamic(cell);
  };
  if (orderBy.every(isDirect)) return undefined;
  const resolve: ResolveTerm = (expr) => {
    const cell = find(expr);
    if (cell !== undefined) {
      const column = `"rows".${quoteName(cell.name)}`;
      return { sql: column, kind: isDynamic(cell) ? 'dynamic' : 'column' };
    }
    if (expr.type === 'CollateExpr') {
      const inner = resolve(expr.expr);
      return inner && { ...inner, collation: expr.collation.toUpperCase() };
    }
    checkNames(translator, expr, names);
    return undefined;
  };
  const order = translator.withinFreshScope({}, () => translateOrder(translator, orderBy, resolve));
  return `SELECT * FROM (${sql}) AS "rows" ${order}`;
}

/** Refuses a term that reads anything but columns of the result. */
function checkNames(translator: Translator, term: Expr, names: ReadonlySet<string>): void {
  const refuse = (): never =>
    translator.refuse(
      term,
      'The rows of DISTINCT and UNION can only be sorted by their columns',
      'select the sort key as well, or group the rows with GROUP BY',
    );
  const functions = new Set<unknown>();
  traverse(term, {
    nodes: {
      FunctionCallExpr: ({ name }) => {
        functions.add(name);
      },
      Id: (id) => {
        if (!functions.has(id) && !names.has(id.name.toLowerCase())) refuse();
      },
      QualifiedExpr: refuse,
      Select: refuse,
    },
  });
}
