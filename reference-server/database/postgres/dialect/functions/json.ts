import { asText, type Kind } from '../piece.js';
import { asJsonPart, many, ours, type Rule } from './rules.js';

/** JSON that is put together of texts, so that members keep their order. */
const jsonObject: Rule = {
  least: 0,
  most: many,
  make: (statement, args) => {
    const parts = args.map((arg, index) => {
      if (index % 2 === 1) return asJsonPart(statement, arg);
      return `touchstone.json_quote(${asText(statement, arg)}) || ':'`;
    });
    return { sql: `('{' || ${joinParts(parts, 2)} || '}')`, kind: 'text', isJson: true };
  },
};

const jsonArray: Rule = {
  least: 0,
  most: many,
  make: (statement, args) => {
    const parts = args.map((arg) => asJsonPart(statement, arg));
    return { sql: `('[' || ${joinParts(parts, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

function joinParts(parts: readonly string[], step: number): string {
  if (parts.length === 0) return "''";
  return parts
    .map((part, index) => (index > 0 && index % step === 0 ? `',' || ${part}` : part))
    .join(' || ');
}

/** A text of JSON as it is, and the root of it where no path is given. */
const withPath = (name: string, kind: Kind): Rule => ({
  least: 1,
  most: 2,
  make: (statement, [text, path]) => ({
    sql: `touchstone.${name}(${text ? asText(statement, text) : 'NULL'}, ${path ? asText(statement, path) : "'$'"})`,
    kind,
  }),
});

const jsonExtract: Rule = {
  least: 2,
  most: many,
  make: (statement, [text, ...paths]) => {
    const json = text === undefined ? 'NULL' : asText(statement, text);
    const parts = paths.map((path) => asText(statement, path));
    if (parts.length === 1) {
      return { sql: `touchstone.json_extract(${json}, ${parts[0]})`, kind: 'dynamic' };
    }
    const list = parts.map((part) => `coalesce(touchstone.json_part(${json}, ${part}), 'null')`);
    return { sql: `('[' || ${joinParts(list, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

const jsonChange = (mode: string): Rule => ({
  least: 3,
  most: many,
  make: (statement, [text, ...args]) => {
    const parts = args.map((arg, index) =>
      index % 2 === 0 ? asText(statement, arg) : asJsonPart(statement, arg),
    );
    const json = text === undefined ? 'NULL' : asText(statement, text);
    return {
      sql: `touchstone.json_change('${mode}', ${json}, ${parts.join(', ')})`,
      kind: 'text',
      isJson: true,
    };
  },
});

const asJson = (rule: Rule): Rule => ({
  ...rule,
  make: (statement, args, call) => ({ ...rule.make(statement, args, call), isJson: true }),
});

/** Functions of JSON. */
export const jsonFunctions: Readonly<Record<string, Rule>> = {
  json: asJson(ours('json', 'text', [asText])),
  json_array: jsonArray,
  json_array_length: withPath('json_array_length', 'integer'),
  json_extract: jsonExtract,
  json_insert: jsonChange('insert'),
  json_object: jsonObject,
  json_patch: asJson(ours('json_patch', 'text', [asText, asText])),
  json_quote: {
    least: 1,
    most: 1,
    make: (statement, args) => ({
      sql: args.map((arg) => asJsonPart(statement, arg)).join(),
      kind: 'text',
      isJson: true,
    }),
  },
  json_remove: asJson(ours('json_remove', 'text', [asText], 2, many)),
  json_replace: jsonChange('replace'),
  json_set: jsonChange('set'),
  json_type: withPath('json_type', 'text'),
  json_valid: ours('json_valid', 'integer', [asText]),
};
