/** The columns of a query's result: their names, and one type for all parts of a UNION. */
import type { Expr, ResultColumn, SelectFrom } from 'sqlite3-parser';
import { longestName, quoteName } from '../translator/postgres-text.js';
import { asValue, isNumber, type SqlFragment } from '../translator/sql-fragment.js';
import type { SelectUse, Translator } from '../translator/translator.js';
import type { ParameterRole } from '../values/parameters.js';

/** The known type of a column's values; `unknown`: only PostgreSQL knows it. */
type ValueType = 'number' | 'text' | 'blob' | 'dynamic' | 'null' | 'unknown';

/** A translated column of a result. */
export interface ResultCell {
  /** Undefined for a star. */
  readonly expr: Expr | undefined;
  readonly alias: string | undefined;
  readonly sql: string;
  readonly type: ValueType;
  /** Whether it is a column whose comparisons ignore the case of letters. */
  readonly isCaseless: boolean;
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
    const none = { expr: undefined, alias: undefined, name: '' };
    return { ...none, sql, type: 'unknown', isCaseless: false };
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
    isCaseless: fragment.column?.isCaseless ?? false,
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

/** Conversions by which a column has one type and one collation in all parts of a UNION. */
export type Conversion = 'dynamic' | 'binary' | 'caseless';

const noConversions: readonly (Conversion | undefined)[] = [];

/**
 * SQL of the columns. Those of a statement's own result get their names on SQLite.
 *
 * @param conversions by position
 */
export function showCells(
  translator: Translator,
  cells: readonly ResultCell[],
  use: SelectUse,
  conversions = noConversions,
): string {
  const shown = cells.map((cell, index) => {
    const sql = convert(cell, conversions[index]);
    return sql + nameAfter(translator, { ...cell, sql }, use);
  });
  return shown.join(', ');
}

function convert(
  { sql, type, isCaseless }: ResultCell,
  conversion: Conversion | undefined,
): string {
  if (type === 'null' || conversion === undefined) return sql;
  if (conversion === 'dynamic') return type === 'dynamic' ? sql : `touchstone.dynamic(${sql})`;
  if (isCaseless === (conversion === 'caseless')) return sql;
  return `(${sql}) COLLATE ${isCaseless ? '"C"' : 'touchstone.nocase'}`;
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
 * The conversions of the columns of a UNION, by position: columns with values of several types
 * become JSON of one value, and texts get the collation of the first part.
 *
 * @param parts columns of each part
 */
export function findConversions(
  parts: readonly [readonly ResultCell[], ...(readonly ResultCell[])[]],
): readonly (Conversion | undefined)[] {
  const [first] = parts;
  const isComparable = parts.every(
    (cells) => cells.length === first.length && cells.every(({ expr }) => expr !== undefined),
  );
  if (!isComparable) return noConversions;
  return first.map(({ isCaseless }, index) => {
    const column = parts.flatMap((cells) => cells[index] ?? []);
    if (isMixed(column.map(({ type }) => type))) return 'dynamic';
    if (column.every((cell) => cell.isCaseless === isCaseless)) return undefined;
    return isCaseless ? 'caseless' : 'binary';
  });
}

function isMixed(found: readonly ValueType[]): boolean {
  const types = new Set(found);
  types.delete('null');
  if (types.has('dynamic')) return true;
  types.delete('unknown');
  return types.size > 1;
}
