/**
 * Translated expressions and their conversion to other types. In SQLite each value has a type
 * (https://sqlite.org/datatype3.html), in PostgreSQL each expression. The known type of an expression
 * decides how it is converted. If it is unknown, the conversion is a call of an overloaded function,
 * among whose variants PostgreSQL chooses by the types of columns.
 */
import { type Role, realText } from './parameters.js';
import { quoteText } from './postgres-text.js';
import type { Placed } from './sqlite-text.js';

/** Writes placeholders; the translator of a statement implements it. */
export interface ParameterWriter {
  /** SQL of a placeholder whose value has a role. */
  parameter(at: Placed, role: Role): string;
}

/**
 * The known type of an expression. `column`: only PostgreSQL knows it; `number`: an integer or a
 * real; `dynamic`: JSON of one value, which keeps its own type.
 */
export type Kind =
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
export interface Piece {
  /** Empty for a parameter, whose SQL depends on its use. */
  readonly sql: string;
  readonly kind: Kind;
  /** The number or text of a literal. */
  readonly literal?: string | undefined;
  /** Whether other values are converted to its type (affinity, https://sqlite.org/datatype3.html). */
  readonly hasAffinity?: boolean;
  /** Whether it is a JSON text, which JSON functions insert as JSON and not as a string. */
  readonly isJson?: boolean;
  /** The collation of its comparisons, in capitals. */
  readonly collation?: string;
  /** The placeholder, for a parameter. */
  readonly parameter?: Placed;
}

/** A translated condition. */
export const boolean = (sql: string): Piece => ({ sql, kind: 'boolean' });

/** Whether an expression is known to be a number; conditions are 0 and 1. */
export const isNumeric = ({ kind }: Piece): boolean =>
  kind === 'integer' || kind === 'real' || kind === 'number' || kind === 'boolean';

const parameter = (translator: ParameterWriter, piece: Piece, role: Role): string | undefined =>
  piece.parameter && translator.parameter(piece.parameter, role);

/** The literal of a number with the type that SQLite gives it. */
function typedNumber({ sql, kind }: Piece): string {
  return kind === 'integer' ? `${sql}::bigint` : `${sql}::double precision`;
}

/** An operand of a comparison. Literals have no cast: the operators recognize them by their types. */
export function asOperand(translator: ParameterWriter, piece: Piece): string {
  if (piece.kind === 'boolean') return `(${piece.sql})::integer`;
  return parameter(translator, piece, 'text') ?? piece.sql;
}

/** A value of its own type, such as a column of a query's result. */
export function asValue(translator: ParameterWriter, piece: Piece): string {
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::bigint`;
  if (piece.literal !== undefined && isNumeric(piece)) return typedNumber(piece);
  return parameter(translator, piece, 'dynamic') ?? piece.sql;
}

/** A value as `text`. */
export function asText(translator: ParameterWriter, piece: Piece): string {
  if (piece.kind === 'text') return piece.sql;
  if (piece.sql === 'NULL') return 'NULL::text';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::text`;
  if (piece.literal !== undefined && isNumeric(piece)) {
    const text = piece.kind === 'real' ? realText(Number(piece.literal)) : piece.literal;
    return `${quoteText(text)}::text`;
  }
  return parameter(translator, piece, 'text') ?? `touchstone.text(${piece.sql})`;
}

/** A value to calculate with: `bigint` or `double precision`. */
export function asNumber(translator: ParameterWriter, piece: Piece): string {
  if (piece.sql === 'NULL') return 'NULL::bigint';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::bigint`;
  if (isNumeric(piece)) return piece.literal === undefined ? piece.sql : typedNumber(piece);
  return parameter(translator, piece, 'number') ?? `touchstone.number(${piece.sql})`;
}

/** A value as `bigint`, rounded towards zero. */
export function asInteger(translator: ParameterWriter, piece: Piece): string {
  if (piece.kind === 'integer' || piece.kind === 'boolean') return asNumber(translator, piece);
  if (piece.sql === 'NULL') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(translator, piece)})`;
}

/** A value as `boolean`. */
export function asCondition(translator: ParameterWriter, piece: Piece): string {
  if (piece.kind === 'boolean') return piece.sql;
  if (piece.sql === 'NULL') return 'NULL::boolean';
  if (piece.literal !== undefined && isNumeric(piece)) {
    return Number(piece.literal) === 0 ? 'FALSE' : 'TRUE';
  }
  return `touchstone.truth(${asOperand(translator, piece)})`;
}

/** A value as JSON of one value, which keeps its type. */
export function asDynamic(translator: ParameterWriter, piece: Piece): string {
  if (piece.sql === 'NULL') return 'NULL::jsonb';
  if (piece.kind === 'dynamic') return piece.sql;
  return (
    parameter(translator, piece, 'dynamic') ?? `touchstone.dynamic(${asValue(translator, piece)})`
  );
}

/**
 * A value to store in a column, which decides what it stores.
 *
 * @param readsTexts whether the column stores the same for a number and for its text
 */
export function asStored(translator: ParameterWriter, piece: Piece, readsTexts = false): string {
  if (piece.sql === 'NULL') return 'NULL';
  if (readsTexts && piece.kind === 'parameter') return asText(translator, piece);
  if (piece.literal !== undefined && isNumeric(piece)) return piece.sql;
  return asValue(translator, piece);
}

/** Alternative values of one expression, converted to one type. */
export interface Alternatives {
  readonly sql: readonly string[];
  readonly kind: Kind;
  /**
   * Whether only PostgreSQL knows whether their types differ. The functions `coalesce` and `either`
   * of the compatibility schema then convert values of different types to JSON.
   */
  readonly isChosen: boolean;
}

/** Converts alternatives to one type, as PostgreSQL requires. */
export function unify(translator: ParameterWriter, pieces: readonly Piece[]): Alternatives {
  const kinds = new Set(pieces.map((piece) => (isNumeric(piece) ? 'number' : piece.kind)));
  kinds.delete('null');
  const values = () =>
    pieces.map((piece) => (piece.kind === 'null' ? 'NULL' : asValue(translator, piece)));
  const isFree = kinds.has('parameter') || kinds.has('dynamic');
  if (kinds.has('column') && !isFree) {
    return { sql: values(), kind: 'column', isChosen: pieces.length > 1 };
  }
  if (kinds.size <= 1 && !isFree) {
    const [kind = 'null'] = kinds;
    return { sql: values(), kind, isChosen: false };
  }
  const sql = pieces.map((piece) => asDynamic(translator, piece));
  return { sql, kind: 'dynamic', isChosen: false };
}

/** `CASE WHEN … THEN … ELSE … END`; with ELSE there is one more value than conditions. */
export function choose(
  translator: ParameterWriter,
  conditions: readonly string[],
  pieces: readonly Piece[],
): Piece {
  const { sql, kind, isChosen } = unify(translator, pieces);
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
export function firstOf(translator: ParameterWriter, pieces: readonly Piece[]): Piece {
  const { sql, kind, isChosen } = unify(
    translator,
    pieces.filter((piece) => piece.kind !== 'null'),
  );
  const [only, ...others] = sql;
  if (only === undefined) return { sql: 'NULL', kind: 'null' };
  if (others.length === 0) return { sql: only, kind };
  if (!isChosen) return { sql: `coalesce(${sql.join(', ')})`, kind };
  const nested = sql.reduceRight((rest, value) => `touchstone."coalesce"(${value}, ${rest})`);
  return { sql: nested, kind };
}
