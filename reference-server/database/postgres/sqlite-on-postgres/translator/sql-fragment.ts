/**
 * Translated expressions and their conversion to other types. In SQLite each value has a type
 * (https://sqlite.org/datatype3.html), in PostgreSQL each expression. The known type of an
 * expression decides how it is converted. If it is unknown, the conversion is a call of an
 * overloaded function, among whose variants PostgreSQL chooses by the types of columns.
 */

import { type ParameterRole, realText, roleBeside } from '../values/parameters.js';
import type { KnownColumn } from './catalog.js';
import { quoteText } from './postgres-text.js';
import type { Placed } from './sqlite-text.js';

/** Writes placeholders; the translator of a statement implements it. */
export interface ParameterWriter {
  /** SQL of a placeholder whose value has a role. */
  parameter(at: Placed, role: ParameterRole): string;
}

/**
 * The known type of an expression. `column`: only PostgreSQL knows it; `number`: an integer or a
 * real; `dynamic`: JSON of one value, which keeps its own type.
 */
export type FragmentKind =
  | 'boolean'
  | 'integer'
  | 'real'
  | 'number'
  | 'text'
  | 'blob'
  | 'dynamic'
  | 'column'
  | 'null'
  | 'parameter';

/** A translated expression. */
export interface SqlFragment {
  /** Empty for a parameter, whose SQL depends on its use. */
  readonly sql: string;
  readonly kind: FragmentKind;
  /** The number or text of a literal. */
  readonly literal?: string | undefined;
  /**
   * Whether other values are converted to its type (affinity, https://sqlite.org/datatype3.html).
   */
  readonly hasAffinity?: boolean;
  /** The column that it is, if its table is known. */
  readonly column?: KnownColumn | undefined;
  /** Whether it is a JSON text, which JSON functions insert as JSON and not as a string. */
  readonly isJson?: boolean;
  /** The collation of its comparisons, in capitals. */
  readonly collation?: string;
  /** The placeholder, for a parameter. */
  readonly parameter?: Placed;
}

/** A translated condition. */
export const condition = (sql: string): SqlFragment => ({ sql, kind: 'boolean' });

/** Whether an expression is known to be a number; conditions are 0 and 1. */
export const isNumeric = ({ kind }: SqlFragment): boolean =>
  kind === 'integer' || kind === 'real' || kind === 'number' || kind === 'boolean';

const numericTypes = new Set(['bigint', 'double precision']);

/** Whether an expression certainly has numbers as values, which have no collation. */
export const isNumber = (fragment: SqlFragment): boolean =>
  isNumeric(fragment) || (fragment.column !== undefined && numericTypes.has(fragment.column.type));

const parameter = (
  translator: ParameterWriter,
  fragment: SqlFragment,
  role: ParameterRole,
): string | undefined => fragment.parameter && translator.parameter(fragment.parameter, role);

/** The literal of a number with the type that SQLite gives it. */
function typedNumber({ sql, kind }: SqlFragment): string {
  return kind === 'integer' ? `${sql}::bigint` : `${sql}::double precision`;
}

/**
 * An operand of a comparison. Literals have no cast: the operators recognize them by their types.
 *
 * @param column the other operand, if it is a known column
 */
export function asOperand(
  translator: ParameterWriter,
  fragment: SqlFragment,
  column?: KnownColumn,
): string {
  if (fragment.kind === 'boolean') return `(${fragment.sql})::integer`;
  return parameter(translator, fragment, roleBeside(column?.type)) ?? fragment.sql;
}

/**
 * A value of its own type, such as a column of a query's result.
 *
 * @param role use of the value if it is a parameter
 */
export function asValue(
  translator: ParameterWriter,
  fragment: SqlFragment,
  role: ParameterRole = 'dynamic',
): string {
  if (fragment.kind === 'boolean') return `(${fragment.sql})::integer::bigint`;
  if (fragment.literal !== undefined && isNumeric(fragment)) return typedNumber(fragment);
  return parameter(translator, fragment, role) ?? fragment.sql;
}

/** SQL of a value in a calculation, which ignores the collation of its column. */
const withoutCollation = (fragment: SqlFragment, sql: string): string =>
  fragment.column?.isCaseless ? `(${sql}) COLLATE "C"` : sql;

/** A value as `text`. */
export function asText(translator: ParameterWriter, fragment: SqlFragment): string {
  if (fragment.kind === 'text') return fragment.sql;
  if (fragment.sql === 'NULL') return 'NULL::text';
  if (fragment.kind === 'boolean') return `(${fragment.sql})::integer::text`;
  if (fragment.literal !== undefined && isNumeric(fragment)) {
    const text = fragment.kind === 'real' ? realText(Number(fragment.literal)) : fragment.literal;
    return `${quoteText(text)}::text`;
  }
  return (
    parameter(translator, fragment, 'text') ??
    withoutCollation(fragment, `touchstone.text(${fragment.sql})`)
  );
}

/** A value to calculate with: `bigint` or `double precision`. */
export function asNumber(translator: ParameterWriter, fragment: SqlFragment): string {
  if (fragment.sql === 'NULL') return 'NULL::bigint';
  if (fragment.kind === 'boolean') return `(${fragment.sql})::integer::bigint`;
  if (isNumeric(fragment))
    return fragment.literal === undefined ? fragment.sql : typedNumber(fragment);
  return parameter(translator, fragment, 'number') ?? `touchstone.number(${fragment.sql})`;
}

/** A value as `bigint`, rounded towards zero. */
export function asInteger(translator: ParameterWriter, fragment: SqlFragment): string {
  if (fragment.kind === 'integer' || fragment.kind === 'boolean')
    return asNumber(translator, fragment);
  if (fragment.sql === 'NULL') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(translator, fragment)})`;
}

/** A value as `boolean`. */
export function asCondition(translator: ParameterWriter, fragment: SqlFragment): string {
  if (fragment.kind === 'boolean') return fragment.sql;
  if (fragment.sql === 'NULL') return 'NULL::boolean';
  if (fragment.literal !== undefined && isNumeric(fragment)) {
    return Number(fragment.literal) === 0 ? 'FALSE' : 'TRUE';
  }
  return `touchstone.truth(${asOperand(translator, fragment)})`;
}

/** A value as JSON of one value, which keeps its type. */
export function asDynamic(translator: ParameterWriter, fragment: SqlFragment): string {
  if (fragment.sql === 'NULL') return 'NULL::jsonb';
  if (fragment.kind === 'dynamic') return fragment.sql;
  return (
    parameter(translator, fragment, 'dynamic') ??
    `touchstone.dynamic(${asValue(translator, fragment)})`
  );
}

/**
 * A value to store in a column, which decides what it stores.
 *
 * @param column the column, if it stores the same for a number and for its text
 */
export function asStored(
  translator: ParameterWriter,
  fragment: SqlFragment,
  column?: KnownColumn,
): string {
  if (fragment.sql === 'NULL') return 'NULL';
  if (column !== undefined && fragment.kind === 'parameter')
    return asOperand(translator, fragment, column);
  if (fragment.literal !== undefined && isNumeric(fragment)) return fragment.sql;
  return asValue(translator, fragment);
}

/** Alternative values of one expression, converted to one type. */
export interface Alternatives {
  readonly sql: readonly string[];
  readonly kind: FragmentKind;
  /**
   * Whether only PostgreSQL knows whether their types differ. The functions `coalesce` and `either`
   * of the compatibility schema then convert values of different types to JSON.
   */
  readonly isChosen: boolean;
}

const isTextual = ({ kind, column }: SqlFragment): boolean =>
  kind === 'text' || column?.type === 'text';

/** The kind of values that are known to be all numbers or all texts, columns included. */
function commonKind(fragments: readonly SqlFragment[]): FragmentKind | undefined {
  const present = fragments.filter(({ kind }) => kind !== 'null');
  if (!present.some(({ kind }) => kind === 'column')) return undefined;
  if (present.every(isNumber)) return 'number';
  return present.every(isTextual) ? 'text' : undefined;
}

/** Converts alternatives to one type, as PostgreSQL requires. */
export function unify(
  translator: ParameterWriter,
  fragments: readonly SqlFragment[],
): Alternatives {
  const kinds = new Set(
    fragments.map((fragment) => (isNumeric(fragment) ? 'number' : fragment.kind)),
  );
  kinds.delete('null');
  const values = () =>
    fragments.map((fragment) =>
      fragment.kind === 'null' ? 'NULL' : withoutCollation(fragment, asValue(translator, fragment)),
    );
  const isFree = kinds.has('parameter') || kinds.has('dynamic');
  const common = commonKind(fragments);
  if (common !== undefined) return { sql: values(), kind: common, isChosen: false };
  if (kinds.has('column') && !isFree) {
    return { sql: values(), kind: 'column', isChosen: fragments.length > 1 };
  }
  if (kinds.size <= 1 && !isFree) {
    const [kind = 'null'] = kinds;
    return { sql: values(), kind, isChosen: false };
  }
  const sql = fragments.map((fragment) => asDynamic(translator, fragment));
  return { sql, kind: 'dynamic', isChosen: false };
}

/** `CASE WHEN … THEN … ELSE … END`; with ELSE there is one more value than conditions. */
export function choose(
  translator: ParameterWriter,
  conditions: readonly string[],
  fragments: readonly SqlFragment[],
): SqlFragment {
  const { sql, kind, isChosen } = unify(translator, fragments);
  const otherwise = sql[conditions.length];
  if (!isChosen) {
    const branches = conditions.map((condition, index) => `WHEN ${condition} THEN ${sql[index]}`);
    if (otherwise !== undefined) branches.push(`ELSE ${otherwise}`);
    // PostgreSQL gives a choice of nulls the type text.
    return { sql: `(CASE ${branches.join(' ')} END)`, kind: kind === 'null' ? 'text' : kind };
  }
  const nested = conditions.reduceRight<string>((rest, condition, index) => {
    const value = sql[index] ?? 'NULL';
    if (value === 'NULL' || rest === 'NULL')
      return `(CASE WHEN ${condition} THEN ${value} ELSE ${rest} END)`;
    return `touchstone.either(${condition}, ${value}, ${rest})`;
  }, otherwise ?? 'NULL');
  return { sql: nested, kind };
}

/** `coalesce`. */
export function firstOf(
  translator: ParameterWriter,
  fragments: readonly SqlFragment[],
): SqlFragment {
  const { sql, kind, isChosen } = unify(
    translator,
    fragments.filter((fragment) => fragment.kind !== 'null'),
  );
  const [only, ...others] = sql;
  if (only === undefined) return { sql: 'NULL', kind: 'null' };
  if (others.length === 0) return { sql: only, kind };
  if (!isChosen) return { sql: `coalesce(${sql.join(', ')})`, kind };
  const nested = sql.reduceRight((rest, value) => `touchstone."coalesce"(${value}, ${rest})`);
  return { sql: nested, kind };
}
