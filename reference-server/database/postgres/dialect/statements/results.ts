/** The columns of a query's result: their names, and one type for all parts of a UNION. */
import type { Expr, ResultColumn, SelectFrom } from 'sqlite3-parser';
import type { ParameterRole } from '../parameters.js';
import { longestName, quoteName } from '../postgres-text.js';
import { asValue, isNumber, type SqlFragment } from '../sql-fragment.js';
import type { SelectUse, Translator } from '../translator.js';

/** The known type of a column's values; `unknown`: only PostgreSQL knows it. */
type ValueType = 'number' | 'text' | 'blob' | 'dynamic' | 'null' | 'unknown';

/** A translated column of a result. */
export interface ResultCell {
  /** Undefined for a star. */
  readonly expr: Expr | undefined;
  readonly alias: string | undefined;
  readonly sql: string;
  readonly type: ValueType;
  /** The column's name on SQLite: its alias, its column, or its text; empty for a star. */
  readonly name: string;
}

/** Translates the columns of a result. */
export function translateCells(
  translator: Translator,
  columns: readonly ResultColumn[],
  select?: SelectFrom,
  role: ParameterRole = 'dynamic',
): readonly ResultCell[] {
  return columns.map((column) => translateCell(translator, column, select, role));
}

function translateCell(
  translator: Translator,
  column: ResultColumn,
  select: SelectFrom | undefined,
  role: ParameterRole,
): ResultCell {
  if (column.type !== 'ExprResultColumn') {
    const sql =
      column.type === 'StarResultColumn' ? '*' : `${translator.name(column.table.text)}.*`;
    return { expr: undefined, alias: undefined, sql, type: 'unknown', name: '' };
  }
  const { expr, alias } = column;
  const isKey = select !== undefined && translator.scope.grouping?.isKey(column) === true;
  const translate = () => translator.expression(expr);
  const fragment = isKey ? translator.within({ grouping: undefined }, translate) : translate();
  return {
    expr,
    alias: alias?.name.text,
    sql: asValue(translator, fragment, role),
    type: typeOf(fragment, role),
    name: alias?.name.text ?? nameOf(translator, expr),
  };
}

const columnTypes: Readonly<Record<string, ValueType>> = {
  text: 'text',
  moment: 'text',
  bytea: 'blob',
  jsonb: 'dynamic',
};

function typeOf(fragment: SqlFragment, role: ParameterRole): ValueType {
  if (isNumber(fragment)) return 'number';
  const { kind, column } = fragment;
  if (kind === 'text' || kind === 'blob' || kind === 'dynamic' || kind === 'null') return kind;
  if (kind === 'parameter') return role === 'dynamic' ? 'dynamic' : 'unknown';
  return columnTypes[column?.type ?? ''] ?? 'unknown';
}

function nameOf(translator: Translator, expr: Expr): string {
  if (expr.type === 'Id') return translator.spell(expr.name);
  if (expr.type === 'QualifiedExpr') return translator.spell(expr.column.text);
  return translator.textOf(expr);
}

/**
 * SQL of the columns. Those of a statement's own result get their names on SQLite.
 *
 * @param dynamic positions of columns to be converted to JSON of one value
 */
export function showCells(
  translator: Translator,
  cells: readonly ResultCell[],
  use: SelectUse,
  dynamic: ReadonlySet<number> = new Set(),
): string {
  const shown = cells.map((cell, index) => {
    const isConverted = dynamic.has(index) && cell.type !== 'dynamic' && cell.type !== 'null';
    const sql = isConverted ? `touchstone.dynamic(${cell.sql})` : cell.sql;
    return sql + nameAfter(translator, { ...cell, sql }, use);
  });
  return shown.join(', ');
}

function nameAfter(
  translator: Translator,
  { expr, sql, name }: ResultCell,
  use: SelectUse,
): string {
  if (expr === undefined || use === 'existence' || use === 'storage') return '';
  if (sql.endsWith(quoteName(name))) return '';
  if (Buffer.byteLength(name) <= longestName) return ` AS ${quoteName(name)}`;
  if (use !== 'statement') return '';
  return translator.refuse(
    expr,
    `The name of a result column is longer than ${longestName} bytes`,
    'give the column a shorter name with AS',
  );
}

/**
 * The columns of a UNION that have values of several types, by position: they become JSON of one
 * value.
 *
 * @param parts columns of each part
 */
export function findDynamic(parts: readonly (readonly ResultCell[])[]): ReadonlySet<number> {
  const [first = []] = parts;
  const isComparable = parts.every(
    (cells) => cells.length === first.length && cells.every(({ expr }) => expr !== undefined),
  );
  if (!isComparable) return new Set();
  const positions = first.map((_, index) => index);
  return new Set(positions.filter((index) => isMixed(parts.map((cells) => cells[index]?.type))));
}

function isMixed(found: readonly (ValueType | undefined)[]): boolean {
  const types = new Set(found);
  types.delete('null');
  if (types.has('dynamic')) return true;
  types.delete('unknown');
  return types.size > 1;
}
