/** Usual translations of functions, and the forms in which functions take their arguments. */
import {
  asDynamic,
  asNumber,
  asText,
  asValue,
  type FragmentKind,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import type { ArgumentForm, ScalarTranslation } from './sqlite-function.js';

/**
 * A function of the compatibility schema.
 *
 * @param forms of its arguments; the last form is for all further arguments
 */
export function compatibilityFunction(
  name: string,
  kind: FragmentKind,
  forms: readonly ArgumentForm[],
  least = forms.length,
  most = forms.length,
): ScalarTranslation {
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
  kind: FragmentKind,
  forms: readonly ArgumentForm[],
  least = forms.length,
): ScalarTranslation {
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
  args: readonly SqlFragment[],
  forms: readonly ArgumentForm[],
): string {
  const last = forms.at(-1) ?? asValue;
  return args.map((arg, index) => (forms[index] ?? last)(translator, arg)).join(', ');
}

/** Maximum number of arguments of variadic functions, PostgreSQL's default limit. */
export const many = 100;

/** A value as `double precision`. */
export const asReal: ArgumentForm = (translator, fragment) =>
  `(${asNumber(translator, fragment)})::double precision`;

/** A value of its own type; a parameter as JSON of one value. */
export const asTyped: ArgumentForm = (translator, fragment) =>
  fragment.kind === 'null'
    ? 'NULL::text'
    : fragment.parameter
      ? asDynamic(translator, fragment)
      : asValue(translator, fragment);

/** A blob or a column unchanged, everything else as a text. */
export const asTextOrBlob: ArgumentForm = (translator, fragment) =>
  fragment.kind === 'blob' || fragment.kind === 'column'
    ? fragment.sql
    : asText(translator, fragment);

/** A text in which only ASCII letters have two cases. */
export const asPlainText: ArgumentForm = (translator, fragment) =>
  `${asText(translator, fragment)} COLLATE "C"`;

/** A value as a part of a JSON text. */
export const asJsonPart: ArgumentForm = (translator, fragment) =>
  fragment.isJson ? fragment.sql : `touchstone.json_quote(${asTyped(translator, fragment)})`;

/** A function of PostgreSQL that takes and returns reals. */
export const realFunction = (name: string, count = 1): ScalarTranslation =>
  nativeFunction(name, 'real', Array(count).fill(asReal));
