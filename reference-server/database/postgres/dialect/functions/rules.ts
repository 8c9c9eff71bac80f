import type { FunctionCallExpr, FunctionCallStarExpr } from 'sqlite3-parser';
import { asDynamic, asNumber, asText, asValue, type Kind, type Piece } from '../piece.js';
import type { Statement } from '../statement.js';

export type Call = FunctionCallExpr | FunctionCallStarExpr;

/** A function: how many arguments it takes, and what becomes of a call. */
export interface Rule {
  readonly least: number;
  readonly most: number;
  readonly make: (statement: Statement, args: readonly Piece[], call: Call) => Piece;
}

/** What an argument is needed as. */
export type Form = (statement: Statement, piece: Piece) => string;

/** A function of ours that takes its arguments in given forms; the last form counts for the rest. */
export function ours(
  name: string,
  kind: Kind,
  forms: readonly Form[],
  least = forms.length,
  most = forms.length,
): Rule {
  return {
    least,
    most,
    make: (statement, args) => ({
      sql: `touchstone.${name}(${inForms(statement, args, forms)})`,
      kind,
    }),
  };
}

/** Likewise for one of PostgreSQL's own. */
export function native(
  name: string,
  kind: Kind,
  forms: readonly Form[],
  least = forms.length,
): Rule {
  return {
    least,
    most: forms.length,
    make: (statement, args) => ({
      sql: `pg_catalog.${name}(${inForms(statement, args, forms)})`,
      kind,
    }),
  };
}

export function inForms(
  statement: Statement,
  args: readonly Piece[],
  forms: readonly Form[],
): string {
  const last = forms.at(-1) ?? asValue;
  return args.map((arg, index) => (forms[index] ?? last)(statement, arg)).join(', ');
}

export const many = 100;

export const asReal: Form = (statement, piece) =>
  `(${asNumber(statement, piece)})::double precision`;

/** A value with the type that PostgreSQL knows; a parameter as a text. */
export const asTyped: Form = (statement, piece) =>
  piece.kind === 'null'
    ? 'NULL::text'
    : piece.parameter
      ? asDynamic(statement, piece)
      : asValue(statement, piece);

/** A blob as it is, all else as a text. */
export const asTextOrBlob: Form = (statement, piece) =>
  piece.kind === 'blob' || piece.kind === 'column' ? piece.sql : asText(statement, piece);

/** A text in which only the letters of ASCII have two cases. */
export const asPlainText: Form = (statement, piece) => `${asText(statement, piece)} COLLATE "C"`;

/** A value as a part of JSON. */
export const asJsonPart: Form = (statement, piece) =>
  piece.isJson ? piece.sql : `touchstone.json_quote(${asTyped(statement, piece)})`;

export const real = (name: string, count = 1): Rule =>
  native(name, 'real', Array(count).fill(asReal));
