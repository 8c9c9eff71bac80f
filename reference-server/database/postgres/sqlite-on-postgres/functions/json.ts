/** Functions of JSON (https://sqlite.org/json1.html). */
import { inline, procedure, schemaName } from '../schema/define.js';
import { asText, type FragmentKind } from '../translator/sql-fragment.js';
import { asJsonPart, compatibilityFunction, many } from './forms.js';
import type { FunctionGroup, ScalarTranslation } from './sqlite-function.js';

/** JSON is concatenated as a text, so that members keep their order. */
const jsonObject: ScalarTranslation = {
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

const jsonArray: ScalarTranslation = {
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
const withPath = (name: string, kind: FragmentKind): ScalarTranslation => ({
  least: 1,
  most: 2,
  make: (translator, [text, path]) => ({
    sql: `touchstone.${name}(${text ? asText(translator, text) : 'NULL'}, ${path ? asText(translator, path) : "'$'"})`,
    kind,
  }),
});

const jsonExtract: ScalarTranslation = {
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

const jsonChange = (mode: string): ScalarTranslation => ({
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

const asJson = (rule: ScalarTranslation): ScalarTranslation => ({
  ...rule,
  make: (translator, args, call) => ({ ...rule.make(translator, args, call), isJson: true }),
});

const isValid = procedure(
  'json_valid(t text)',
  'bigint',
  `BEGIN
    IF t IS NULL THEN RETURN NULL; END IF;
    PERFORM t::json;
    RETURN 1;
  EXCEPTION WHEN invalid_text_representation THEN RETURN 0;
  END`,
);

const defineChange = procedure(
  'json_change(mode text, t text, VARIADIC arguments text[])',
  'text',
  `DECLARE result text := touchstone.json_of(t)::text;
  BEGIN
    FOR i IN 1 .. cardinality(arguments) / 2 LOOP
      result := touchstone.json_put(result::json, touchstone.json_path(arguments[2 * i - 1]), arguments[2 * i], mode);
    END LOOP;
    RETURN touchstone.minify(result);
  END`,
);

const remove = procedure(
  'json_remove(t text, VARIADIC places text[])',
  'text',
  `DECLARE result text := touchstone.json_of(t)::text; place text;
  BEGIN
    FOREACH place IN ARRAY places LOOP
      result := touchstone.json_put(result::json, touchstone.json_path(place), NULL, 'remove');
    END LOOP;
    RETURN touchstone.minify(result);
  END`,
);

/** RFC 7396: the members of the patch replace those of the target, and null removes them. */
const patch = procedure(
  'json_patched(target json, patch json)',
  'text',
  `BEGIN
    IF json_typeof(patch) <> 'object' THEN RETURN patch::text; END IF;
    IF json_typeof(target) IS DISTINCT FROM 'object' THEN target := '{}'; END IF;
    RETURN '{' || coalesce((
      SELECT string_agg(member, ',' ORDER BY isNew, n) FROM (
        SELECT to_json(t.key) || ':' || CASE WHEN p.key IS NULL THEN t.value::text ELSE touchstone.json_patched(t.value, p.value) END AS member,
          false AS isNew, t.n
        FROM json_each(target) WITH ORDINALITY AS t (key, value, n) LEFT JOIN json_each(patch) AS p (key, value) ON p.key = t.key
        WHERE p.key IS NULL OR json_typeof(p.value) <> 'null'
        UNION ALL
        SELECT to_json(p.key) || ':' || touchstone.json_patched(NULL, p.value), true, p.n
        FROM json_each(patch) WITH ORDINALITY AS p (key, value, n)
        WHERE json_typeof(p.value) <> 'null' AND p.key NOT IN (SELECT json_object_keys(target))
      ) AS members), '') || '}';
  END`,
);

/** The table of the elements of an array or the members of an object; one row for another value. */
const each = `CREATE OR REPLACE FUNCTION ${schemaName}.json_each(t text, place text DEFAULT '$')
  RETURNS TABLE (key jsonb, value jsonb, type text, atom jsonb, id bigint, parent bigint, fullkey text, path text)
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE ROWS 20 AS $touchstone$
  #variable_conflict use_column
  DECLARE j json := touchstone.json_at(t, place);
  BEGIN
    IF j IS NULL THEN RETURN; END IF;
    RETURN QUERY
      SELECT e.k, touchstone.json_value_of(e.v), touchstone.json_type_of(e.v),
        CASE WHEN json_typeof(e.v) NOT IN ('object', 'array') THEN touchstone.json_value_of(e.v) END,
        e.n, NULL::bigint, place || e.step, place
      FROM (
        SELECT to_jsonb(m.key) AS k, m.value AS v, m.n, '.' || CASE WHEN m.key ~ '^[A-Za-z][A-Za-z0-9]*$' THEN m.key ELSE '"' || m.key || '"' END AS step
          FROM json_each(CASE WHEN json_typeof(j) = 'object' THEN j ELSE '{}' END) WITH ORDINALITY AS m (key, value, n)
        UNION ALL
        SELECT to_jsonb(m.n - 1), m.value, m.n, '[' || (m.n - 1) || ']'
          FROM json_array_elements(CASE WHEN json_typeof(j) = 'array' THEN j ELSE '[]' END) WITH ORDINALITY AS m (value, n)
        UNION ALL
        SELECT NULL, j, 1, '' WHERE json_typeof(j) NOT IN ('object', 'array')
      ) AS e ORDER BY e.n;
  END $touchstone$;`;

/** Functions of JSON. */
export const json: FunctionGroup = {
  title: 'Functions of JSON',
  functions: [
    {
      names: ['json'],
      scalar: asJson(compatibilityFunction('json', 'text', [asText])),
      definitions: [
        inline('json(text)', 'text', 'touchstone.minify(touchstone.json_of($1)::text)'),
      ],
      examples: [`json(' { "b" : 1 , "a" : [ 1 , "x y" ] } ')`],
    },
    {
      names: ['json_valid'],
      scalar: compatibilityFunction('json_valid', 'integer', [asText]),
      definitions: [isValid],
      examples: ["json_valid('{')", "json_valid('[1]')", 'json_valid(NULL)'],
    },
    {
      names: ['json_object'],
      scalar: jsonObject,
      examples: [
        `json_object('b', 1, 'a', 'x"y', 'n', NULL, 'r', 1.5)`,
        'json_object()',
        ["json_object('name', ?, 'count', ?)", 'Ada', 5n],
      ],
    },
    {
      names: ['json_array'],
      scalar: jsonArray,
      examples: [
        "json_array(1, 'two', NULL, 3.5, json('[4]'), json_object('k', 'v'))",
        'json_array()',
        ['json_array(?, ?)', null, 'x'],
      ],
    },
    {
      names: ['json_quote'],
      scalar: {
        least: 1,
        most: 1,
        make: (translator, args) => ({
          sql: args.map((arg) => asJsonPart(translator, arg)).join(),
          kind: 'text',
          isJson: true,
        }),
      },
      examples: [`json_quote('a"b')`, 'json_quote(5)', 'json_quote(NULL)'],
    },
    {
      names: ['json_extract'],
      scalar: jsonExtract,
      examples: [
        "json_extract('[1,2,3]', '$[#-1]')",
        `json_extract('{"a b": {"c": 1.50}}', '$."a b".c')`,
        "json_extract('5', '$')",
        `json_extract('{"a":1,"b":"x"}', '$.a', '$.b', '$.c')`,
        ...['1', '1.5', '"x"', 'null'].map(
          (value) => `typeof(json_extract('{"a":${value}}', '$.a'))`,
        ),
      ],
    },
    {
      names: ['json_type'],
      scalar: withPath('json_type', 'text'),
      definitions: [
        inline(
          'json_type(text, text)',
          'text',
          'touchstone.json_type_of(touchstone.json_at($1, $2))',
        ),
      ],
      examples: [
        `json_type('{"a":[1]}')`,
        `json_type('{"a":[1]}', '$.a')`,
        ...['1', '1.5', 'true', 'null', '"x"'].map((value) => `json_type('${value}')`),
        "json_type('{}', '$.z')",
      ],
    },
    {
      names: ['json_array_length'],
      scalar: withPath('json_array_length', 'integer'),
      definitions: [
        procedure(
          'json_array_length(t text, place text)',
          'bigint',
          `DECLARE j json := touchstone.json_at(t, place);
          BEGIN
            IF j IS NULL THEN RETURN NULL; END IF;
            RETURN CASE WHEN json_typeof(j) = 'array' THEN json_array_length(j) ELSE 0 END;
          END`,
        ),
      ],
      examples: [
        "json_array_length('[1,2,3]')",
        `json_array_length('{"a":[1]}', '$.a')`,
        "json_array_length('{}')",
      ],
    },
    {
      names: ['json_set'],
      scalar: jsonChange('set'),
      definitions: [defineChange],
      examples: [
        `json_set('{"a":1}', '$.b', 2, '$.a', 'x')`,
        `json_set('{"long":1.0,"a":"\\u00e9"}', '$.b', NULL, '$.c.d[0]', 1)`,
        "json_set('[1]', '$[2]', 1, '$[#-1]', 2)",
        "json_set('5', '$.a', 1)",
        `json_set('{"a":1}', '$.l', json('[1]'))`,
        "json_set('[1,2]', '$[1]', 9, '$[#]', 3)",
      ],
    },
    {
      names: ['json_insert'],
      scalar: jsonChange('insert'),
      examples: [
        `json_insert('{"a":1}', '$.a', 2, '$.b', 3)`,
        `json_insert('{"a":{"x":1}}', '$.a.x', 2, '$.a.y', 3)`,
      ],
    },
    {
      names: ['json_replace'],
      scalar: jsonChange('replace'),
      examples: [`json_replace('{"a":1}', '$.a', 2, '$.b', 3)`],
    },
    {
      names: ['json_remove'],
      scalar: asJson(compatibilityFunction('json_remove', 'text', [asText], 2, many)),
      definitions: [remove],
      examples: [
        `json_remove('{"a":1,"b":[1,2,3]}', '$.a', '$.b[1]')`,
        `json_remove('{"long":1,"b":{"c":1,"d":2}}', '$.b.c', '$.none')`,
        `json_remove('{"a":1}', '$')`,
      ],
    },
    {
      names: ['json_patch'],
      scalar: asJson(compatibilityFunction('json_patch', 'text', [asText, asText])),
      definitions: [
        patch,
        inline(
          'json_patch(text, text)',
          'text',
          'touchstone.minify(touchstone.json_patched(touchstone.json_of($1), touchstone.json_of($2)))',
        ),
      ],
      examples: [
        `json_patch('{"a":1,"b":{"c":2}}', '{"a":null,"b":{"d":3}}')`,
        `json_patch('{"z":1,"a":{"b":1}}', '{"a":{"c":{"n":null,"m":1}},"k":[null]}')`,
        `json_patch('[1]', '{"a":1}')`,
      ],
    },
    {
      names: ['json_each'],
      isTable: true,
      definitions: [each],
      examples: [
        `(SELECT group_concat(key || type || fullkey) FROM json_each('[1,"a",null,true,2.5,[1]]'))`,
        `(SELECT group_concat(key || '=' || value) FROM json_each('{"b":1,"a":"x"}'))`,
        [
          '(SELECT group_concat(value) FROM (SELECT value FROM json_each(?) ORDER BY value))',
          '[3,1,"b","a",2]',
        ],
        ['(SELECT sum(value) FROM json_each(?))', '[1,2,3]'],
      ],
    },
    {
      names: ['json_tree'],
      isTable: true,
      instead: 'use json_each for each level',
      examples: [`(SELECT count(*) FROM json_tree('[1]'))`],
    },
    {
      names: ['jsonb'],
      instead: 'use json',
      examples: ["jsonb('[1]')"],
    },
  ],
};
