/** Functions of JSON. */
import { asText, type FragmentKind } from '../sql-fragment.js';
import {
  asJsonPart,
  compatibilityFunction,
  type FunctionTranslation,
  many,
} from './function-translation.js';

/** JSON is concatenated as a text, so that members keep their order. */
const jsonObject: FunctionTranslation = {
  least: 0,
  most: many,
  make: (translator, args) => {
    const parts = args.map((arg, index) => {
      if (index % 2 === 1) return asJsonPart(translator, arg);
      return `touchstone.json_quote(${asText(translator, arg)}) || ':'`;
    });
    return { sql: `('{' || ${joinParts(parts, 2)} || '}')`, kind: 'text', isJson: true };
  },
};

const jsonArray: FunctionTranslation = {
  least: 0,
  most: many,
  make: (translator, args) => {
    const parts = args.map((arg) => asJsonPart(translator, arg));
    return { sql: `('[' || ${joinParts(parts, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

function joinParts(parts: readonly string[], step: number): string {
  if (parts.length === 0) return "''";
  return parts
    .map((part, index) => (index > 0 && index % step === 0 ? `',' || ${part}` : part))
    .join(' || ');
}

/** A function of a JSON text and a path. Default path: the root. */
const withPath = (name: string, kind: FragmentKind): FunctionTranslation => ({
  least: 1,
  most: 2,
  make: (translator, [text, path]) => ({
    sql: `touchstone.${name}(${text ? asText(translator, text) : 'NULL'}, ${path ? asText(translator, path) : "'$'"})`,
    kind,
  }),
});

const jsonExtract: FunctionTranslation = {
  least: 2,
  most: many,
  make: (translator, [text, ...paths]) => {
    const json = text === undefined ? 'NULL' : asText(translator, text);
    const parts = paths.map((path) => asText(translator, path));
    if (parts.length === 1) {
      return { sql: `touchstone.json_extract(${json}, ${parts[0]})`, kind: 'dynamic' };
    }
    translator.charge(parts.length * json.length);
    const list = parts.map((part) => `coalesce(touchstone.json_part(${json}, ${part}), 'null')`);
    return { sql: `('[' || ${joinParts(list, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

const jsonChange = (mode: string): FunctionTranslation => ({
  least: 3,
  most: many,
  make: (translator, [text, ...args]) => {
    const parts = args.map((arg, index) =>
      index % 2 === 0 ? asText(translator, arg) : asJsonPart(translator, arg),
    );
    const json = text === undefined ? 'NULL' : asText(translator, text);
    return {
      sql: `touchstone.json_change('${mode}', ${json}, ${parts.join(', ')})`,
      kind: 'text',
      isJson: true,
    };
  },
});

const asJson = (rule: FunctionTranslation): FunctionTranslation => ({
  ...rule,
  make: (translator, args, call) => ({ ...rule.make(translator, args, call), isJson: true }),
});

/** Functions of JSON by name (https://sqlite.org/json1.html). */
export const jsonTranslations: Readonly<Record<string, FunctionTranslation>> = {
  json: asJson(compatibilityFunction('json', 'text', [asText])),
  json_array: jsonArray,
  json_array_length: withPath('json_array_length', 'integer'),
  json_extract: jsonExtract,
  json_insert: jsonChange('insert'),
  json_object: jsonObject,
  json_patch: asJson(compatibilityFunction('json_patch', 'text', [asText, asText])),
  json_quote: {
    least: 1,
    most: 1,
    make: (translator, args) => ({
      sql: args.map((arg) => asJsonPart(translator, arg)).join(),
      kind: 'text',
      isJson: true,
    }),
  },
  json_remove: asJson(compatibilityFunction('json_remove', 'text', [asText], 2, many)),
  json_replace: jsonChange('replace'),
  json_set: jsonChange('set'),
  json_type: withPath('json_type', 'text'),
  json_valid: compatibilityFunction('json_valid', 'integer', [asText]),
};
