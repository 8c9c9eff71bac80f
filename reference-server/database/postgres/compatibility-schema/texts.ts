/**
 * SQLite's functions of texts, and other core functions (https://sqlite.org/lang_corefunc.html).
 * Translated statements convert arguments that are not texts with `touchstone.text`.
 */
import { inline, inlineChanging, procedure } from './define.js';

/** Positions count from 1, negative ones from the end; a negative size takes what is before. */
const substr = (type: string): string =>
  procedure(
    `substr(t ${type}, start bigint, size bigint)`,
    type,
    `DECLARE
      n bigint := length(t);
      first bigint := start;
      count bigint := abs(size);
    BEGIN
      IF t IS NULL OR start IS NULL OR size IS NULL THEN RETURN NULL; END IF;
      IF first < 0 THEN
        first := first + n;
        IF first < 0 THEN
          count := CASE WHEN size < 0 THEN 0 ELSE greatest(count + first, 0) END;
          first := 0;
        END IF;
      ELSIF first > 0 THEN
        first := first - 1;
      ELSIF size > 0 THEN
        count := count - 1;
      END IF;
      IF size < 0 THEN
        count := least(count, first);
        first := first - count;
      END IF;
      first := least(first, n);
      count := least(greatest(count, 0), n - first);
      RETURN substr(t, first::integer + 1, count::integer);
    END`,
  );

/** The pattern becomes a regular expression. */
const glob = procedure(
  'glob(pattern text, t text)',
  'boolean',
  `DECLARE
    expression text := '';
    c text;
    i integer := 1;
    close integer;
  BEGIN
    IF pattern IS NULL OR t IS NULL THEN RETURN NULL; END IF;
    WHILE i <= length(pattern) LOOP
      c := substr(pattern, i, 1);
      IF c = '*' THEN expression := expression || '.*';
      ELSIF c = '?' THEN expression := expression || '.';
      ELSIF c = '[' THEN
        close := strpos(substr(pattern, i + CASE WHEN substr(pattern, i + 1, 1) = '^' THEN 3 ELSE 2 END), ']');
        IF close = 0 THEN RETURN false; END IF;
        close := close + i + CASE WHEN substr(pattern, i + 1, 1) = '^' THEN 2 ELSE 1 END;
        expression := expression || '[' || replace(substr(pattern, i + 1, close - i - 1), E'\\\\', E'\\\\\\\\') || ']';
        i := close;
      ELSE
        expression := expression || CASE WHEN strpos('.+(){}|^$\\', c) > 0 THEN '\\' || c ELSE c END;
      END IF;
      i := i + 1;
    END LOOP;
    RETURN t COLLATE "C" ~ ('^' || expression || '$');
  END`,
);

const trims = (['ltrim', 'rtrim', 'btrim'] as const).map((name) =>
  inline(`${name}(text, text)`, 'text', `pg_catalog.${name}($1, $2)`),
);

/** Values as literals of SQLite's SQL. */
const quotes = [
  inline('quote(text)', 'text', "coalesce('''' || replace($1, '''', '''''') || '''', 'NULL')"),
  inline('quote(bigint)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(integer)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(numeric)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(double precision)', 'text', "coalesce(touchstone.text($1), 'NULL')"),
  inline('quote(bytea)', 'text', "coalesce('X''' || upper(encode($1, 'hex')) || '''', 'NULL')"),
  inline(
    'quote(jsonb)',
    'text',
    "CASE WHEN jsonb_typeof($1) = 'number' THEN $1::text ELSE touchstone.quote($1 #>> '{}') END",
  ),
];

const typeNames = [
  ...['bigint', 'integer'].map((type) => [type, "'integer'"] as const),
  ...['double precision', 'numeric'].map((type) => [type, "'real'"] as const),
  ['text', "'text'"] as const,
  ['bytea', "'blob'"] as const,
  [
    'jsonb',
    "CASE WHEN jsonb_typeof($1) <> 'number' THEN 'text' WHEN ($1 #>> '{}') ~ '[.eE]' THEN 'real' ELSE 'integer' END",
  ] as const,
].map(([type, name]) =>
  inline(`typeof(${type})`, 'text', `CASE WHEN $1 IS NULL THEN 'null' ELSE ${name} END`),
);

/** A real as `printf` writes it for `%e`, or for `%g`: the shorter form without final zeros. */
const scientific = procedure(
  'scientific(x double precision, places integer, is_short boolean)',
  'text',
  `DECLARE
    digits integer := CASE WHEN is_short THEN greatest(places, 1) - 1 ELSE places END;
    t text := btrim(to_char(x, '9' || CASE WHEN digits > 0 THEN '.' || repeat('9', digits) ELSE '' END || 'EEEE'));
    power integer := substring(t from 'e(.*)$')::integer;
  BEGIN
    IF NOT is_short THEN RETURN t; END IF;
    IF power < -4 OR power > digits THEN RETURN regexp_replace(t, '[.]?0*e', 'e'); END IF;
    RETURN trim_scale(round(touchstone.exact(x), digits - power))::text;
  END`,
);

/** `printf`, with the conversions that SQL uses (https://sqlite.org/printf.html). */
const printf = procedure(
  'printf(pattern text, VARIADIC arguments jsonb[])',
  'text',
  `DECLARE
    result text := '';
    rest text := pattern;
    part text[];
    flags text; width integer; places integer; kind text; value jsonb; piece text;
    next integer := 1;
  BEGIN
    IF pattern IS NULL THEN RETURN NULL; END IF;
    LOOP
      part := regexp_match(rest, '^([^%]*)%([-+ 0,#!]*)([0-9]*)(?:[.]([0-9]+))?(?:l|ll)?([a-zA-Z%])');
      EXIT WHEN part IS NULL;
      rest := regexp_replace(rest, '^[^%]*%[-+ 0,#!]*[0-9]*(?:[.][0-9]+)?(?:l|ll)?[a-zA-Z%]', '');
      result := result || part[1];
      flags := part[2]; width := least(coalesce(nullif(part[3], '')::bigint, 0), 1000000);
      places := CASE WHEN part[4] <> '' THEN least(part[4]::bigint, 1000) END; kind := part[5];
      IF kind = '%' THEN result := result || '%'; CONTINUE; END IF;
      value := arguments[next];
      next := next + 1;
      CASE
        WHEN kind IN ('d', 'i', 'u') THEN
          piece := coalesce(touchstone.cast_integer(value), 0)::text;
          IF kind = 'u' AND piece LIKE '-%' THEN piece := (18446744073709551616 + piece::numeric)::text; END IF;
          IF places IS NOT NULL THEN piece := regexp_replace(piece, '[0-9]+', lpad(ltrim(piece, '-'), greatest(places, length(ltrim(piece, '-'))), '0')); END IF;
          IF strpos(flags, ',') > 0 THEN piece := to_char(piece::numeric, 'FM999,999,999,999,999,999,999'); END IF;
        WHEN kind IN ('f', 'F') THEN
          piece := round(touchstone.exact(coalesce(touchstone.number(value), 0)), coalesce(places, 6))::text;
          IF strpos(flags, ',') > 0 THEN
            piece := regexp_replace(piece, '^(-?)([0-9]+)', '\\1' || to_char(trunc(abs(piece::numeric)), 'FM999,999,999,999,999,999,999'));
          END IF;
        WHEN kind IN ('e', 'E', 'g', 'G') THEN
          piece := touchstone.scientific(coalesce(touchstone.number(value), 0), coalesce(places, 6), lower(kind) = 'g');
          IF kind IN ('E', 'G') THEN piece := upper(piece); END IF;
        WHEN kind IN ('s', 'z') THEN
          piece := coalesce(touchstone.text(value), '');
          IF places IS NOT NULL THEN piece := left(piece, places); END IF;
        WHEN kind IN ('x', 'X') THEN
          piece := to_hex(coalesce(touchstone.cast_integer(value), 0));
          IF kind = 'X' THEN piece := upper(piece); END IF;
        WHEN kind = 'c' THEN piece := left(coalesce(touchstone.text(value), ''), 1);
        WHEN kind = 'q' THEN piece := replace(coalesce(touchstone.text(value), '(NULL)'), '''', '''''');
        WHEN kind = 'Q' THEN piece := touchstone.quote(value);
        ELSE RAISE EXCEPTION 'printf does not support %%%', kind;
      END CASE;
      IF strpos(flags, '+') > 0 AND kind IN ('d', 'i', 'f', 'F', 'e', 'E', 'g', 'G') AND left(piece, 1) <> '-' THEN piece := '+' || piece; END IF;
      IF length(piece) < width THEN
        piece := CASE
          WHEN strpos(flags, '-') > 0 THEN rpad(piece, width)
          WHEN strpos(flags, '0') > 0 AND kind NOT IN ('s', 'z', 'q', 'Q', 'c') THEN
            regexp_replace(piece, '^([-+]?)', '\\1' || repeat('0', width - length(piece)))
          ELSE lpad(piece, width) END;
      END IF;
      result := result || piece;
    END LOOP;
    IF strpos(rest, '%') > 0 THEN RAISE EXCEPTION 'printf does not support %', left(substr(rest, strpos(rest, '%')), 20); END IF;
    RETURN result || rest;
  END`,
);

const randomBytes = procedure(
  'randomblob(count bigint)',
  'bytea',
  `DECLARE bytes bytea := '';
  BEGIN
    IF count > 1000000 THEN RAISE EXCEPTION 'randomblob returns at most 1000000 bytes'; END IF;
    -- 122 bits of a UUID are random: three UUIDs have more than the 256 bits of a hash.
    WHILE length(bytes) < greatest(count, 1) LOOP
      bytes := bytes || sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    END LOOP;
    RETURN substr(bytes, 1, greatest(count, 1)::integer);
  END`,
  'VOLATILE',
);

/** A random integer of 64 bits. */
const random = inlineChanging(
  'random()',
  'bigint',
  'VOLATILE',
  "('x' || encode(substr(uuid_send(gen_random_uuid()), 9, 8), 'hex'))::bit(64)::bigint # ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 8), 'hex'))::bit(64)::bigint",
);

const charOf = procedure(
  'char(VARIADIC codes bigint[])',
  'text',
  `DECLARE result text := ''; code bigint;
  BEGIN
    FOREACH code IN ARRAY codes LOOP
      result := result || CASE WHEN code BETWEEN 1 AND 1114111 AND code NOT BETWEEN 55296 AND 57343 THEN chr(code::integer) ELSE chr(65533) END;
    END LOOP;
    RETURN result;
  END`,
);

const round = procedure(
  'round(x double precision, places bigint)',
  'double precision',
  `BEGIN
    IF places IS NULL THEN RETURN NULL; END IF;
    IF abs(x) > 4503599627370496 OR abs(x) = 'Infinity' THEN RETURN x; END IF;
    RETURN round(touchstone.exact(x), least(greatest(places, 0), 30)::integer)::double precision;
  END`,
);

/** Definitions of core functions. */
export const textDefinitions: readonly string[] = [
  // The bound of LIMIT: a negative one is null, which is no limit.
  inline('at_most(bigint)', 'bigint', 'CASE WHEN $1 >= 0 THEN $1 END'),
  substr('text'),
  substr('bytea'),
  glob,
  ...trims,
  ...quotes,
  ...typeNames,
  scientific,
  printf,
  randomBytes,
  random,
  charOf,
  round,
  inline('length(bytea)', 'bigint', 'octet_length($1)::bigint'),
  inline('length(text)', 'bigint', 'char_length($1)::bigint'),
  ...['bigint', 'integer', 'numeric', 'double precision', 'jsonb'].map((type) =>
    inline(`length(${type})`, 'bigint', 'char_length(touchstone.text($1))::bigint'),
  ),
  inline('instr(text, text)', 'bigint', 'strpos($1, $2)::bigint'),
  inline('hex(text)', 'text', "coalesce(upper(encode(convert_to($1, 'UTF8'), 'hex')), '')"),
  inline('hex(bytea)', 'text', "coalesce(upper(encode($1, 'hex')), '')"),
  ...['bigint', 'integer', 'numeric', 'double precision', 'jsonb'].map((type) =>
    inline(`hex(${type})`, 'text', 'touchstone.hex(touchstone.text($1))'),
  ),
  procedure(
    'unhex(t text)',
    'bytea',
    "BEGIN IF t ~ '^([0-9A-Fa-f]{2})*$' THEN RETURN decode(t, 'hex'); END IF; RETURN NULL; END",
  ),
  inline('unicode(text)', 'bigint', 'nullif(ascii($1), 0)::bigint'),
  inline('sha256(text)', 'text', "encode(sha256(convert_to($1, 'UTF8')), 'hex')"),
  procedure(
    'zeroblob(count bigint)',
    'bytea',
    `BEGIN
      IF count > 10000000 THEN RAISE EXCEPTION 'zeroblob returns at most 10000000 bytes'; END IF;
      RETURN decode(repeat('00', greatest(count, 0)::integer), 'hex');
    END`,
  ),
  inline('sign(double precision)', 'bigint', 'pg_catalog.sign($1)::bigint'),
];
