/**
 * Translated expressions, and how one becomes a value of another type. SQLite's values carry their
 * types with them, PostgreSQL's expressions have one each: what is known of an expression here
 * decides how it is converted; what is not known, PostgreSQL decides when it chooses among the
 * functions of one name by the types of columns.
 */
import { quoteText } from './names.js';
import { type Role, realText } from './parameters.js';
import type { Placed, Statement } from './statement.js';

/**
 * What is known of an expression's type. `column` is one that PostgreSQL knows and the text does
 * not tell; `number` an integer or a real; `dynamic` a value with a type of its own, as JSON.
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
  /** For a parameter empty: what it becomes depends on its use. */
  readonly sql: string;
  readonly kind: Kind;
  /** The number or text that it is, when it is a literal. */
  readonly literal?: string | undefined;
  /** Whether it has the type of a column, to which other values are converted (SQLite: affinity). */
  readonly hasAffinity?: boolean;
  /** Whether it is a text of JSON, which becomes a part of JSON that it is put into. */
  readonly isJson?: boolean;
  /** The collation that it is to be compared by, in capitals. */
  readonly collation?: string;
  /** The placeholder that a parameter is. */
  readonly parameter?: Placed;
}

/** A condition. */
export const boolean = (sql: string): Piece => ({ sql, kind: 'boolean' });

export const isNumeric = ({ kind }: Piece): boolean =>
  kind === 'integer' || kind === 'real' || kind === 'number' || kind === 'boolean';

const parameter = (statement: Statement, piece: Piece, role: Role): string | undefined =>
  piece.parameter && statement.parameter(piece.parameter, role);

/** A number's literal as PostgreSQL reads it, and with the type that SQLite gives it. */
function typedNumber({ sql, kind }: Piece): string {
  return kind === 'integer' ? `${sql}::bigint` : `${sql}::double precision`;
}

/** An operand of a comparison: literals keep the types by which columns recognize them. */
export function asOperand(statement: Statement, piece: Piece): string {
  if (piece.kind === 'boolean') return `(${piece.sql})::integer`;
  return parameter(statement, piece, 'text') ?? piece.sql;
}

/** A value of whatever type it has: a column of a query's result, say. */
export function asValue(statement: Statement, piece: Piece): string {
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::bigint`;
  if (piece.literal !== undefined && isNumeric(piece)) return typedNumber(piece);
  return parameter(statement, piece, 'dynamic') ?? piece.sql;
}

export function asText(statement: Statement, piece: Piece): string {
  if (piece.kind === 'text') return piece.sql;
  if (piece.sql === 'NULL') return 'NULL::text';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::text`;
  if (piece.literal !== undefined && isNumeric(piece)) {
    const text = piece.kind === 'real' ? realText(Number(piece.literal)) : piece.literal;
    return `${quoteText(text)}::text`;
  }
  return parameter(statement, piece, 'text') ?? `touchstone.text(${piece.sql})`;
}

export function asNumber(statement: Statement, piece: Piece): string {
  if (piece.sql === 'NULL') return 'NULL::bigint';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::bigint`;
  if (isNumeric(piece)) return piece.literal === undefined ? piece.sql : typedNumber(piece);
  return parameter(statement, piece, 'number') ?? `touchstone.number(${piece.sql})`;
}

export function asInteger(statement: Statement, piece: Piece): string {
  if (piece.kind === 'integer' || piece.kind === 'boolean') return asNumber(statement, piece);
  if (piece.sql === 'NULL') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(statement, piece)})`;
}

export function asCondition(statement: Statement, piece: Piece): string {
  if (piece.kind === 'boolean') return piece.sql;
  if (piece.sql === 'NULL') return 'NULL::boolean';
  if (piece.literal !== undefined && isNumeric(piece)) {
    return Number(piece.literal) === 0 ? 'FALSE' : 'TRUE';
  }
  return `touchstone.truth(${asOperand(statement, piece)})`;
}

export function asDynamic(statement: Statement, piece: Piece): string {
  if (piece.sql === 'NULL') return 'NULL::jsonb';
  if (piece.kind === 'dynamic') return piece.sql;
  return (
    parameter(statement, piece, 'dynamic') ?? `touchstone.dynamic(${asValue(statement, piece)})`
  );
}

/**
 * A value for a column: the column decides what is stored.
 *
 * @param readsTexts whether it stores the same for a number and for its text
 */
export function asStored(statement: Statement, piece: Piece, readsTexts = false): string {
  if (piece.sql === 'NULL') return 'NULL';
  if (readsTexts && piece.kind === 'parameter') return asText(statement, piece);
  if (piece.literal !== undefined && isNumeric(piece)) return piece.sql;
  return asValue(statement, piece);
}

/** How alternatives become values of one type, which PostgreSQL needs. */
export interface Alternatives {
  readonly sql: readonly string[];
  readonly kind: Kind;
  /**
   * Whether PostgreSQL has to choose the type by those of columns. The functions `coalesce` and
   * `either` of the schema do: of values of several types they make JSON.
   */
  readonly isChosen: boolean;
}

/** Values of which one is taken. */
export function unify(statement: Statement, pieces: readonly Piece[]): Alternatives {
  const kinds = new Set(pieces.map((piece) => (isNumeric(piece) ? 'number' : piece.kind)));
  kinds.delete('null');
  const values = () =>
    pieces.map((piece) => (piece.kind === 'null' ? 'NULL' : asValue(statement, piece)));
  const isFree = kinds.has('parameter') || kinds.has('dynamic');
  if (kinds.has('column') && !isFree) {
    return { sql: values(), kind: 'column', isChosen: pieces.length > 1 };
  }
  if (kinds.size <= 1 && !isFree) {
    const [kind = 'null'] = kinds;
    return { sql: values(), kind, isChosen: false };
  }
  const sql = pieces.map((piece) => asDynamic(statement, piece));
  return { sql, kind: 'dynamic', isChosen: false };
}

/** `CASE WHEN … THEN … ELSE … END`, with a value more than conditions if there is an ELSE. */
export function choose(
  statement: Statement,
  conditions: readonly string[],
  pieces: readonly Piece[],
): Piece {
  const { sql, kind, isChosen } = unify(statement, pieces);
  const otherwise = sql[conditions.length];
  if (!isChosen) {
    const branches = conditions.map((condition, index) => `WHEN ${condition} THEN ${sql[index]}`);
    if (otherwise !== undefined) branches.push(`ELSE ${otherwise}`);
    // Of nothing but nulls PostgreSQL makes a text.
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
export function firstOf(statement: Statement, pieces: readonly Piece[]): Piece {
  const { sql, kind, isChosen } = unify(
    statement,
    pieces.filter((piece) => piece.kind !== 'null'),
  );
  const [only, ...others] = sql;
  if (only === undefined) return { sql: 'NULL', kind: 'null' };
  if (others.length === 0) return { sql: only, kind };
  if (!isChosen) return { sql: `coalesce(${sql.join(', ')})`, kind };
  const nested = sql.reduceRight((rest, value) => `touchstone."coalesce"(${value}, ${rest})`);
  return { sql: nested, kind };
}
