/** ORDER BY, of queries, aggregates and windows. */
import type { Expr, SortedColumn } from 'sqlite3-parser';
import { asNumber, asText, asValue, type Piece } from '../piece.js';
import { quoteName } from '../postgres-text.js';
import type { Translator } from '../translator.js';
import { collated } from './comparisons.js';

/** Translates ORDER BY, with null before all other values, as in SQLite. */
export function translateOrder(translator: Translator, columns: readonly SortedColumn[]): string {
  return `ORDER BY ${columns.map((column) => translateTerm(translator, column)).join(', ')}`;
}

function translateTerm(translator: Translator, column: SortedColumn): string {
  const { expr, order, nulls } = column;
  const isDescending = order === 'Desc';
  const position = nulls ?? (isDescending ? 'Last' : 'First');
  const direction = `${isDescending ? ' DESC' : ''} NULLS ${position.toUpperCase()}`;
  const named = findResultColumn(translator, expr);
  if (named !== undefined) return `${named}${direction}`;
  const piece = translator.expression(expr);
  // Without NULLS FIRST, the index of a key can serve the order: it sorts null last.
  if (nulls === undefined && isNeverNull(translator, expr)) {
    return `${piece.sql}${isDescending ? ' DESC' : ''}`;
  }
  return sortKeys(translator, piece)
    .map((key) => `${key}${direction}`)
    .join(', ');
}

/** The column of the result that a term refers to by alias or number; undefined when it does not. */
function findResultColumn(translator: Translator, expr: Expr): string | undefined {
  if (expr.type === 'NumericLiteral') return expr.value;
  if (expr.type !== 'Id') return undefined;
  const alias = translator.scope.aliases.get(expr.name.toLowerCase());
  return alias === undefined ? undefined : quoteName(alias.name);
}

function sortKeys(translator: Translator, piece: Piece): string[] {
  if (piece.collation !== undefined) return [collated(translator, piece, piece.collation)];
  if (piece.kind !== 'dynamic')
    return [piece.kind === 'null' ? 'NULL::text' : asValue(translator, piece)];
  // Numbers first, by value; then texts, byte by byte.
  const { sql } = piece;
  return [
    `(jsonb_typeof(${sql}) = 'string')`,
    `(CASE WHEN jsonb_typeof(${sql}) = 'number' THEN ${asNumber(translator, piece)} END)`,
    `${asText(translator, piece)} COLLATE "C"`,
  ];
}

function isNeverNull(translator: Translator, expr: Expr): boolean {
  const { sources, grouping } = translator.scope;
  const [source, ...others] = sources;
  if (source?.table === undefined || others.length > 0 || grouping !== undefined) return false;
  const name =
    expr.type === 'Id' ? expr.name : expr.type === 'QualifiedExpr' ? expr.column.text : undefined;
  return name !== undefined && translator.isNeverNull(source.table, name);
}
