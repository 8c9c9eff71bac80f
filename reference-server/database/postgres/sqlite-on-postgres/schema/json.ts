/**
 * JSON (https://sqlite.org/json1.html). JSON is a text whose members keep their order: the functions
 * use PostgreSQL's type `json`, because `jsonb` sorts members.
 */
import { inline, procedure } from './define.js';

/** JSON without PostgreSQL's blanks. */
const minify = inline(
  'minify(text)',
  'text',
  `regexp_replace($1, '("(?:[^"\\\\]|\\\\.)*")|[ \\t\\r\\n]+', '\\1', 'g')`,
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

/** A pattern of the parts of a path that are positions in an array; `[#]` is the greatest one. */
const position = '^-?[0-9]+$';

/** A value below members and positions that do not exist yet; null for a position after a gap. */
const newPart = procedure(
  'json_new(place text[], content text)',
  'text',
  `BEGIN
    IF place = '{}' THEN RETURN content; END IF;
    IF place[1] IN ('0', '2147483647') THEN RETURN '[' || touchstone.json_new(place[2:], content) || ']'; END IF;
    IF place[1] ~ '${position}' THEN RETURN NULL; END IF;
    RETURN '{' || to_json(place[1]) || ':' || touchstone.json_new(place[2:], content) || '}';
  END`,
);

/** JSON with a changed part; the mode is `set`, `insert`, `replace` or `remove`. */
const put = procedure(
  'json_put(j json, place text[], content text, mode text)',
  'text',
  `DECLARE
    rest text[] := place[2:];
    isLast boolean := rest = '{}' AND mode = 'remove';
    at integer;
    present boolean;
    parts text;
    added text;
  BEGIN
    IF place = '{}' THEN RETURN CASE mode WHEN 'insert' THEN j::text WHEN 'remove' THEN NULL ELSE content END; END IF;
    IF json_typeof(j) = 'object' THEN
      SELECT string_agg(
          to_json(m.key)::text || ':' ||
            CASE WHEN m.key = place[1] THEN touchstone.json_put(m.value, rest, content, mode) ELSE m.value::text END,
          ',' ORDER BY m.n) FILTER (WHERE NOT (isLast AND m.key = place[1])),
        bool_or(m.key = place[1])
        INTO parts, present FROM json_each(j) WITH ORDINALITY AS m (key, value, n);
      IF present IS NOT TRUE AND mode IN ('set', 'insert') THEN
        added := to_json(place[1])::text || ':' || touchstone.json_new(rest, content);
      END IF;
      RETURN '{' || concat_ws(',', parts, added) || '}';
    END IF;
    IF json_typeof(j) <> 'array' OR place[1] !~ '${position}' THEN RETURN j::text; END IF;
    at := CASE
      WHEN place[1] = '2147483647' THEN json_array_length(j)
      WHEN place[1] LIKE '-%' THEN json_array_length(j) + place[1]::integer
      ELSE place[1]::integer END;
    SELECT string_agg(
        CASE WHEN m.n = at + 1 THEN touchstone.json_put(m.value, rest, content, mode) ELSE m.value::text END,
        ',' ORDER BY m.n) FILTER (WHERE NOT (isLast AND m.n = at + 1))
      INTO parts FROM json_array_elements(j) WITH ORDINALITY AS m (value, n);
    IF at = json_array_length(j) AND mode IN ('set', 'insert') THEN
      added := touchstone.json_new(rest, content);
    END IF;
    RETURN '[' || concat_ws(',', parts, added) || ']';
  END`,
);

/** Definitions that several functions and operators of JSON use. */
export const jsonDefinitions: readonly string[] = [
  minify,
  parse,
  path,
  at,
  ...operandPath,
  typeOf,
  valueOfJson,
  ...quotes,
  newPart,
  put,
  inline(
    'json_extract(text, text)',
    'jsonb',
    'touchstone.json_value_of(touchstone.json_at($1, $2))',
  ),
  inline('json_part(text, text)', 'text', 'touchstone.minify(touchstone.json_at($1, $2)::text)'),
];
