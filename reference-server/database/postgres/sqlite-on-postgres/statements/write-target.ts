/** The table that a statement writes to, and conversions of values to the types of its columns. */
import type { Expr, QualifiedName } from 'sqlite3-parser';
import { quoteName } from '../translator/postgres-text.js';
import { asStored } from '../translator/sql-fragment.js';
import type { Scope, Source, Translator } from '../translator/translator.js';

/** A table to write to. */
export interface Table {
  readonly name: string;
  /** The quoted name. */
  readonly sql: string;
  /** The quoted alias; the quoted name without an alias. */
  readonly alias: string;
  /** Name and alias, as after INTO, UPDATE or FROM. */
  readonly declared: string;
}

/** The table of a statement that writes. */
export function targetOf(translator: Translator, qualified: QualifiedName): Table {
  const name = translator.tableName(qualified);
  const sql = quoteName(name);
  if (/^sqlite_/i.test(name))
    translator.refuse(qualified, `The table ${name} cannot be written to`);
  const alias = qualified.alias === undefined ? sql : quoteName(qualified.alias.text);
  return { name, sql, alias, declared: alias === sql ? sql : `${sql} AS ${alias}` };
}

/** The scope of expressions about a table's rows. */
export const rowScopeOf = ({ name, alias }: Table): Partial<Scope> => {
  const source: Source = { alias: alias.slice(1, -1).replaceAll('""', '"'), table: name };
  return { sources: [source] };
};

/** Translates an expression whose value a column stores. */
export function storedExpression(
  translator: Translator,
  table: Table,
  column: string,
  expression: Expr,
): string {
  const known = translator.findReadingColumn(table.name, column);
  const value = asStored(translator, translator.expression(expression), known);
  return stored(table.sql, quoteName(column), value);
}

/**
 * Converts a value to the type of a column: the first argument of `store` is a null of this type.
 */
export const stored = (table: string, column: string, value: string): string =>
  value === 'NULL'
    ? `(NULL::${table}).${column}`
    : `touchstone.store((NULL::${table}).${column}, ${value})`;
