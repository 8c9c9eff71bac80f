/**
 * Translated expressions, and how one becomes a value of another type. SQLite's values carry their
 * types with them, PostgreSQL's expressions have one each: what is known of an expression here
 * decides how it is converted; what is not known, PostgreSQL decides when it chooses among the
 * functions of one name by the types of columns.
 */
import { quoteText } from './names.js';
import type { Role } from './parameters.js';
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
  if (piece.kind === 'null') return 'NULL::text';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::text`;
  if (piece.literal !== undefined && isNumeric(piece)) return `${quoteText(piece.literal)}::text`;
  return parameter(statement, piece, 'text') ?? `touchstone.text(${piece.sql})`;
}

export function asNumber(statement: Statement, piece: Piece): string {
  if (piece.kind === 'null') return 'NULL::bigint';
  if (piece.kind === 'boolean') return `(${piece.sql})::integer::bigint`;
  if (isNumeric(piece)) return piece.literal === undefined ? piece.sql : typedNumber(piece);
  return parameter(statement, piece, 'number') ?? `touchstone.number(${piece.sql})`;
}

export function asInteger(statement: Statement, piece: Piece): string {
  if (piece.kind === 'integer' || piece.kind === 'boolean') return asNumber(statement, piece);
  if (piece.kind === 'null') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(statement, piece)})`;
}

export function asCondition(statement: Statement, piece: Piece): string {
  if (piece.kind === 'boolean') return piece.sql;
  if (piece.kind === 'null') return 'NULL::boolean';
  if (piece.literal !== undefined && isNumeric(piece)) {
    return Number(piece.literal) === 0 ? 'FALSE' : 'TRUE';
  }
  return `touchstone.truth(${asOperand(statement, piece)})`;
}

export function asDynamic(statement: Statement, piece: Piece): string {
  if (piece.kind === 'null') return 'NULL::jsonb';
  if (piece.kind === 'dynamic') return piece.sql;
  return (
    parameter(statement, piece, 'dynamic') ?? `touchstone.dynamic(${asValue(statement, piece)})`
  );
}

/** A value for a column: the column decides what is stored. */
export function asStored(statement: Statement, piece: Piece): string {
  if (piece.kind === 'null') return 'NULL';
  if (piece.literal !== undefined && isNumeric(piece)) return piece.sql;
  return parameter(statement, piece, 'text') ?? asValue(statement, piece);
}

/** Values of one list of alternatives, which PostgreSQL needs to be of one type. */
export function unify(
  statement: Statement,
  pieces: readonly Piece[],
): { sql: string[]; kind: Kind } {
  const kinds = new Set(pieces.map((piece) => (isNumeric(piece) ? 'number' : piece.kind)));
  kinds.delete('null');
  const isOfOneKind = kinds.size <= 1 && !kinds.has('parameter');
  const isColumnWithLiterals = pieces.every(
    ({ kind, literal }) => kind === 'column' || kind === 'null' || literal !== undefined,
  );
  if (isOfOneKind || (isColumnWithLiterals && !(kinds.has('number') && kinds.has('text')))) {
    const sql = pieces.map((piece) => (piece.kind === 'null' ? 'NULL' : asValue(statement, piece)));
    const [kind = 'null'] = kinds;
    return { sql, kind: kinds.size > 1 ? 'column' : kind };
  }
  return { sql: pieces.map((piece) => asDynamic(statement, piece)), kind: 'dynamic' };
}
