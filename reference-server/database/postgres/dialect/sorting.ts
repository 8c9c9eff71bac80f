import type { Expr, Limit, SortedColumn } from 'sqlite3-parser';
import { collated } from './comparisons.js';
import { translateExpression } from './expressions.js';
import { quoteName } from './names.js';
import { asInteger, asNumber, asText, asValue, type Piece } from './piece.js';
import type { Statement } from './statement.js';

/** ORDER BY, with null before all other values as in SQLite. */
export function translateOrder(statement: Statement, columns: readonly SortedColumn[]): string {
  return `ORDER BY ${columns.map((column) => translateTerm(statement, column)).join(', ')}`;
}

function translateTerm(statement: Statement, column: SortedColumn): string {
  const { expr, order, nulls } = column;
  const isDescending = order === 'Desc';
  const position = nulls ?? (isDescending ? 'Last' : 'First');
  const direction = `${isDescending ? ' DESC' : ''} NULLS ${position.toUpperCase()}`;
  const named = findResultColumn(statement, expr);
  if (named !== undefined) return `${named}${direction}`;
  const piece = translateExpression(statement, expr);
  // An index that PostgreSQL made for a key sorts null last: it serves where there is no null.
  if (nulls === undefined && isNeverNull(statement, expr)) {
    return `${piece.sql}${isDescending ? ' DESC' : ''}`;
  }
  return sortKeys(statement, piece)
    .map((key) => `${key}${direction}`)
    .join(', ');
}

/** A column of the result that a term names, by its name or its number. */
function findResultColumn(statement: Statement, expr: Expr): string | undefined {
  if (expr.type === 'NumericLiteral') return expr.value;
  if (expr.type !== 'Id') return undefined;
  const alias = statement.scope.aliases.get(expr.name.toLowerCase());
  return alias === undefined ? undefined : quoteName(alias.name);
}

function sortKeys(statement: Statement, piece: Piece): string[] {
  if (piece.collation !== undefined) return [collated(statement, piece, piece.collation)];
  if (piece.kind !== 'dynamic')
    return [piece.kind === 'null' ? 'NULL::text' : asValue(statement, piece)];
  // Numbers first and by their size, then texts byte by byte.
  const { sql } = piece;
  return [
    `(jsonb_typeof(${sql}) = 'string')`,
    `(CASE WHEN jsonb_typeof(${sql}) = 'number' THEN ${asNumber(statement, piece)} END)`,
    `${asText(statement, piece)} COLLATE "C"`,
  ];
}

function isNeverNull(statement: Statement, expr: Expr): boolean {
  const { sources, grouping } = statement.scope;
  const [source, ...others] = sources;
  if (source?.table === undefined || others.length > 0 || grouping !== undefined) return false;
  const name =
    expr.type === 'Id' ? expr.name : expr.type === 'QualifiedExpr' ? expr.column.text : undefined;
  return name !== undefined && statement.isNeverNull(source.table, name);
}

/** LIMIT and OFFSET; a negative limit is none, and a negative offset 0. */
export function translateLimit(statement: Statement, { expr, offset }: Limit): string {
  const limit = `LIMIT ${bound(statement, expr, (value) => `touchstone.at_most(${value})`)}`;
  if (offset === undefined) return limit;
  return `${limit} OFFSET ${bound(statement, offset, (value) => `greatest(${value}, 0)`)}`;
}

/** @param check what is done with a number that may be negative */
function bound(statement: Statement, expr: Expr, check: (value: string) => string): string {
  const piece = statement.apart({}, () => translateExpression(statement, expr));
  if (piece.parameter !== undefined) return check(statement.parameter(piece.parameter, 'integer'));
  const { literal } = piece;
  if (literal !== undefined && /^\d{1,18}$/.test(literal)) return statement.constant(literal);
  return check(asInteger(statement, piece));
}
