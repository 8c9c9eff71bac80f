/**
 * ORDER BY of queries whose rows can only be sorted by the columns of their result: of UNION and of
 * SELECT DISTINCT.
 */
import { type Expr, type SortedColumn, traverse } from 'sqlite3-parser';
import { translateOrder } from '../expressions/sorting.js';
import { quoteName } from '../postgres-text.js';
import type { SqlFragment } from '../sql-fragment.js';
import type { Translator } from '../translator.js';
import { normalize } from './grouping.js';
import type { ResultCell } from './results.js';

/** The columns of a result, as ORDER BY refers to them. */
export interface SortableResult {
  readonly cells: readonly ResultCell[];
  /** Whether the values of a column keep their types, as JSON of one value. */
  readonly isDynamic: (cell: ResultCell) => boolean;
}

/** The column that a term means by its number, its name or its text. */
export function findCell(
  translator: Translator,
  cells: readonly ResultCell[],
  expr: Expr,
): ResultCell | undefined {
  if (expr.type === 'NumericLiteral') return cells[Number(expr.value) - 1];
  const text = normalize(translator.textOf(expr));
  return (
    cells.find(({ alias }) => alias !== undefined && normalize(alias) === text) ??
    cells.find(({ expr: own }) => own !== undefined && normalize(translator.textOf(own)) === text)
  );
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
  const isDirect = ({ expr }: SortedColumn): boolean => {
    const cell = findCell(translator, cells, expr);
    return cell !== undefined && !isDynamic(cell);
  };
  if (orderBy.every(isDirect)) return undefined;
  const resolve = (expr: Expr): SqlFragment | undefined => {
    const cell = findCell(translator, cells, expr);
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
  const order = translator.apart({}, () => translateOrder(translator, orderBy, resolve));
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
