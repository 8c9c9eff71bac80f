/** ORDER BY, of queries, aggregates and windows. */
import type { Expr, SortedColumn } from 'sqlite3-parser';
import { quoteName } from '../translator/postgres-text.js';
import {
  asNumber,
  asText,
  asValue,
  isNumber,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import { collated } from './comparisons.js';

/** The value that a term means as a column of the result; undefined when it is an expression. */
export type ResolveTerm = (term: Expr) => SqlFragment | undefined;

/** Translates ORDER BY, with null before all other values, as in SQLite. */
export function translateOrder(
  translator: Translator,
  columns: readonly SortedColumn[],
  resolve: ResolveTerm = () => undefined,
): string {
  const terms = columns.map((column) => translateTerm(translator, column, resolve));
  return `ORDER BY ${terms.join(', ')}`;
}

function translateTerm(translator: Translator, column: SortedColumn, resolve: ResolveTerm): string {
  const { expr, order, nulls } = column;
  const isDescending = order === 'Desc';
  const position = nulls ?? (isDescending ? 'Last' : 'First');
  const direction = `${isDescending ? ' DESC' : ''} NULLS ${position.toUpperCase()}`;
  const inDirection = (keys: readonly string[]): string =>
    keys.map((key) => `${key}${direction}`).join(', ');
  const resolved = resolve(expr);
  if (resolved !== undefined) return inDirection(sortKeys(translator, resolved));
  const named = findResultColumn(translator, expr);
  if (named !== undefined) return inDirection([named]);
  const fragment = translator.expression(expr);
  // Without NULLS FIRST, the index of a key can serve the order: it sorts null last.
  if (nulls === undefined && fragment.kind !== 'dynamic' && isNeverNull(translator, expr)) {
    return `${fragment.sql}${isDescending ? ' DESC' : ''}`;
  }
  return inDirection(sortKeys(translator, fragment));
}

/**
 * The column of the result that a term refers to by alias or number; undefined when it does not.
 */
function findResultColumn(translator: Translator, expr: Expr): string | undefined {
  if (expr.type === 'NumericLiteral') return expr.value;
  if (expr.type !== 'Id') return undefined;
  const alias = translator.scope.aliases.get(expr.name.toLowerCase());
  return alias === undefined ? undefined : quoteName(alias.name);
}

function sortKeys(translator: Translator, fragment: SqlFragment): string[] {
  const { collation } = fragment;
  if (collation !== undefined && !isNumber(fragment)) {
    return [collated(translator, fragment, collation)];
  }
  if (fragment.kind !== 'dynamic' || translator.scope.isDistinct)
    return [fragment.kind === 'null' ? 'NULL::text' : asValue(translator, fragment)];
  // Numbers first, by value; then texts, byte by byte.
  const { sql } = fragment;
  return [
    `(jsonb_typeof(${sql}) = 'string')`,
    `(CASE WHEN jsonb_typeof(${sql}) = 'number' THEN ${asNumber(translator, fragment)} END)`,
    `${asText(translator, fragment)} COLLATE "C"`,
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
