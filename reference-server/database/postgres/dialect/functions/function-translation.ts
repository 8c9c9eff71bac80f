/** Translations of functions, and the forms in which functions take their arguments. */
import type { FunctionCallExpr, FunctionCallStarExpr } from 'sqlite3-parser';
import { asDynamic, asNumber, asText, asValue, type Kind, type Piece } from '../piece.js';
import type { Translator } from '../translator.js';

/** A call of a function in SQLite's SQL; `count(*)` is one of the second kind. */
export type FunctionCall = FunctionCallExpr | FunctionCallStarExpr;

/** The translation of a function. */
export interface FunctionTranslation {
  /** Minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly make: (translator: Translator, args: readonly Piece[], call: FunctionCall) => Piece;
}

/** Converts an argument to the form that a function takes. */
export type ArgumentForm = (translator: Translator, piece: Piece) => string;

/**
 * A function of the compatibility schema.
 *
 * @param forms of its arguments; the last form is for all further arguments
 */
export function compatibilityFunction(
  name: string,
  kind: Kind,
  forms: readonly ArgumentForm[],
  least = forms.length,
  most = forms.length,
): FunctionTranslation {
  return {
    least,
    most,
    make: (translator, args) => ({
      sql: `touchstone.${name}(${inForms(translator, args, forms)})`,
      kind,
    }),
  };
}

/** A function of PostgreSQL; parameters as for `compatibilityFunction`. */
export function nativeFunction(
  name: string,
  kind: Kind,
  forms: readonly ArgumentForm[],
  least = forms.length,
): FunctionTranslation {
  return {
    least,
    most: forms.length,
    make: (translator, args) => ({
      sql: `pg_catalog.${name}(${inForms(translator, args, forms)})`,
      kind,
    }),
  };
}

/** The list of arguments, each in its form. */
export function inForms(
  translator: Translator,
  args: readonly Piece[],
  forms: readonly ArgumentForm[],
): string {
  const last = forms.at(-1) ?? asValue;
  return args.map((arg, index) => (forms[index] ?? last)(translator, arg)).join(', ');
}

/** Maximum number of arguments of variadic functions, PostgreSQL's default limit. */
export const many = 100;

/** A value as `double precision`. */
export const asReal: ArgumentForm = (translator, piece) =>
  `(${asNumber(translator, piece)})::double precision`;

/** A value of its own type; a parameter as JSON of one value. */
export const asTyped: ArgumentForm = (translator, piece) =>
  piece.kind === 'null'
    ? 'NULL::text'
    : piece.parameter
      ? asDynamic(translator, piece)
      : asValue(translator, piece);

/** A blob or a column unchanged, everything else as a text. */
export const asTextOrBlob: ArgumentForm = (translator, piece) =>
  piece.kind === 'blob' || piece.kind === 'column' ? piece.sql : asText(translator, piece);

/** A text in which only ASCII letters have two cases. */
export const asPlainText: ArgumentForm = (translator, piece) =>
  `${asText(translator, piece)} COLLATE "C"`;

/** A value as a part of a JSON text. */
export const asJsonPart: ArgumentForm = (translator, piece) =>
  piece.isJson ? piece.sql : `touchstone.json_quote(${asTyped(translator, piece)})`;

/** A function of PostgreSQL that takes and returns reals. */
export const realFunction = (name: string, count = 1): FunctionTranslation =>
  nativeFunction(name, 'real', Array(count).fill(asReal));
