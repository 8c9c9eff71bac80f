/**
 * SQLite's functions of JSON (https://sqlite.org/json1.html). JSON is a text whose members keep
 * their order: functions that read it use PostgreSQL's type `json`. Functions that change it use
 * `jsonb`, which sorts members.
 */
import { inline, procedure, schemaName } from './define.js';

/** JSON without PostgreSQL's blanks. */
const minify = inline(
  'minify(text)',
  'text',
  `regexp_replace($1, '("(?:[^"\\\\]|\\\\.)*")|[ \\t\\r\\n]+', '\\1', 'g')`,
);

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

const parse = procedure(
  'json_of(t text)',
  'json',
  `BEGIN
    RETURN t::json;
  EXCEPTION WHEN invalid_text_representation THEN RAISE EXCEPTION 'malformed JSON';
  END`,
);

/** A path such as `$.a[0]."b c"` as a list of members and positions. */
const path = procedure(
  'json_path(t text)',
  'text[]',
  `DECLARE
    rest text := substr(t, 2);
    part text[];
    result text[] := '{}';
  BEGIN
    IF t ~ '^[$]([.][A-Za-z_][A-Za-z0-9_]*)+$' THEN RETURN string_to_array(substr(t, 3), '.'); END IF;
    IF left(t, 1) <> '$' THEN RAISE EXCEPTION 'bad JSON path: %', quote_literal(t); END IF;
    WHILE rest <> '' LOOP
      part := regexp_match(rest, '^(?:[.]"([^"]*)"|[.]([^.[]+)|\\[([0-9]+)\\]|\\[#-([0-9]+)\\]|(\\[#\\]))(.*)$');
      IF part IS NULL THEN RAISE EXCEPTION 'bad JSON path: %', quote_literal(t); END IF;
      result := result || coalesce(part[1], part[2], part[3], '-' || part[4], '2147483647');
      rest := part[6];
    END LOOP;
    RETURN result;
  END`,
);

/** The part at a path as JSON; null when there is none. */
const at = procedure(
  'json_at(t text, place text)',
  'json',
  `BEGIN
    IF t IS NULL OR place IS NULL THEN RETURN NULL; END IF;
    RETURN touchstone.json_of(t) #> touchstone.json_path(place);
  END`,
);

/** The path of the right operand of `->`: a path, a member or a position. */
const operandPath = [
  procedure(
    'json_place(t text)',
    'text',
    `BEGIN
      IF left(t, 1) = '$' THEN RETURN t; END IF;
      IF t ~ '^\\[' THEN RETURN '$' || t; END IF;
      RETURN '$."' || t || '"';
    END`,
  ),
  procedure(
    'json_place(n bigint)',
    'text',
    "BEGIN IF n < 0 THEN RETURN '$[#' || n || ']'; END IF; RETURN '$[' || n || ']'; END",
  ),
];

const typeOf = procedure(
  'json_type_of(j json)',
  'text',
  `BEGIN
    RETURN CASE json_typeof(j)
      WHEN 'string' THEN 'text'
      WHEN 'boolean' THEN btrim(j::text, E' \\n\\t\\r')
      WHEN 'number' THEN CASE WHEN j::text ~ '[.eE]' THEN 'real' ELSE 'integer' END
      ELSE json_typeof(j)
    END;
  END`,
);

/** JSON as a value of SQL: booleans become 1 and 0, arrays and objects texts. */
const valueOfJson = procedure(
  'json_value_of(j json)',
  'jsonb',
  `BEGIN
    RETURN CASE touchstone.json_type_of(j)
      WHEN 'null' THEN NULL
      WHEN 'true' THEN '1'::jsonb
      WHEN 'false' THEN '0'::jsonb
      WHEN 'object' THEN to_jsonb(touchstone.minify(j::text))
      WHEN 'array' THEN to_jsonb(touchstone.minify(j::text))
      ELSE j::jsonb
    END;
  END`,
);

/** Values of SQL as JSON texts. */
const quotes = [
  inline('json_quote(text)', 'text', "coalesce(to_json($1)::text, 'null')"),
  ...['bigint', 'integer', 'numeric'].map((type) =>
    inline(`json_quote(${type})`, 'text', "coalesce($1::text, 'null')"),
  ),
  inline('json_quote(double precision)', 'text', "coalesce(touchstone.text($1), 'null')"),
  inline('json_quote(jsonb)', 'text', "coalesce($1::text, 'null')"),
  procedure(
    'json_quote(b bytea)',
    'text',
    "BEGIN RAISE EXCEPTION 'JSON cannot hold BLOB values'; END",
  ),
];

const change = procedure(
  'json_change(mode text, t text, VARIADIC arguments text[])',
  'text',
  `DECLARE
    result jsonb := touchstone.json_of(t)::jsonb;
    place text[];
    present boolean;
  BEGIN
    FOR i IN 1 .. cardinality(arguments) / 2 LOOP
      place := touchstone.json_path(arguments[2 * i - 1]);
      IF place = '{}' THEN
        IF mode <> 'insert' THEN result := arguments[2 * i]::jsonb; END IF;
        CONTINUE;
      END IF;
      present := result #> place IS NOT NULL;
      IF present AND mode <> 'insert' OR NOT present AND mode <> 'replace' THEN
        result := jsonb_set(result, place, arguments[2 * i]::jsonb, true);
      END IF;
    END LOOP;
    RETURN touchstone.minify(result::text);
  END`,
);

const remove = procedure(
  'json_remove(t text, VARIADIC places text[])',
  'text',
  `DECLARE result jsonb := touchstone.json_of(t)::jsonb; place text;
  BEGIN
    FOREACH place IN ARRAY places LOOP
      result := result #- touchstone.json_path(place);
    END LOOP;
    RETURN touchstone.minify(result::text);
  END`,
);

const patch = procedure(
  'json_merge(target jsonb, patch jsonb)',
  'jsonb',
  `DECLARE member record; result jsonb := target;
  BEGIN
    IF jsonb_typeof(patch) <> 'object' THEN RETURN patch; END IF;
    IF jsonb_typeof(result) IS DISTINCT FROM 'object' THEN result := '{}'; END IF;
    FOR member IN SELECT * FROM jsonb_each(patch) LOOP
      IF member.value = 'null' THEN result := result - member.key;
      ELSE result := result || jsonb_build_object(member.key, touchstone.json_merge(result -> member.key, member.value));
      END IF;
    END LOOP;
    RETURN result;
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

/** Definitions of functions of JSON. */
export const jsonDefinitions: readonly string[] = [
  minify,
  isValid,
  parse,
  path,
  at,
  ...operandPath,
  typeOf,
  valueOfJson,
  ...quotes,
  change,
  remove,
  patch,
  each,
  inline('json(text)', 'text', 'touchstone.minify(touchstone.json_of($1)::text)'),
  inline(
    'json_extract(text, text)',
    'jsonb',
    'touchstone.json_value_of(touchstone.json_at($1, $2))',
  ),
  inline('json_part(text, text)', 'text', 'touchstone.minify(touchstone.json_at($1, $2)::text)'),
  inline('json_type(text, text)', 'text', 'touchstone.json_type_of(touchstone.json_at($1, $2))'),
  procedure(
    'json_array_length(t text, place text)',
    'bigint',
    `DECLARE j json := touchstone.json_at(t, place);
    BEGIN
      IF j IS NULL THEN RETURN NULL; END IF;
      RETURN CASE WHEN json_typeof(j) = 'array' THEN json_array_length(j) ELSE 0 END;
    END`,
  ),
  inline(
    'json_patch(text, text)',
    'text',
    'touchstone.minify(touchstone.json_merge(touchstone.json_of($1)::jsonb, touchstone.json_of($2)::jsonb)::text)',
  ),
];
