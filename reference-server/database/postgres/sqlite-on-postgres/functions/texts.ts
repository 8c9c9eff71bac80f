/** Functions of texts and blobs (https://sqlite.org/lang_corefunc.html). */
import { inline, procedure } from '../schema/define.js';
import { asDynamic, asInteger, asText } from '../translator/sql-fragment.js';
import {
  asPlainText,
  asTextOrBlob,
  compatibilityFunction,
  inForms,
  many,
  nativeFunction,
} from './forms.js';
import type { FunctionGroup, ScalarTranslation, SqliteFunction } from './sqlite-function.js';

/** Positions count from 1, negative ones from the end; a negative size takes what is before. */
const defineSubstr = (type: string): string =>
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

const substr: ScalarTranslation = {
  least: 2,
  most: 3,
  make: (translator, [text, start, size]) => {
    if (text === undefined || start === undefined) return { sql: 'NULL', kind: 'null' };
    const length = size === undefined ? '2147483647' : asInteger(translator, size);
    const isBlob = text.kind === 'blob';
    const value = isBlob ? text.sql : asText(translator, text);
    const sql = `touchstone.substr(${value}, ${asInteger(translator, start)}, ${length})`;
    return { sql, kind: isBlob ? 'blob' : 'text' };
  },
};

/** Starts and sizes of parts of a text with six characters. */
const parts = [
  [1, 2],
  [0, 2],
  [-2, 1],
  [2, -1],
  [-10, 9],
  [3, 100],
  [4, -10],
  [-1, -2],
  [0, -1],
  [10, 2],
];

/** The pattern becomes a regular expression. */
const defineGlob = procedure(
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

/** A real as `printf` writes it for `%e`, or for `%g`: the shorter form without final zeros. */
const scientific = procedure(
  'scientific(x double precision, places integer, is_short boolean)',
  'text',
  `DECLARE
    digits integer := CASE WHEN is_short THEN greatest(places, 1) - 1 ELSE places END;
    t text := btrim(to_char(x, '9' || CASE WHEN digits > 0 THEN '.' || repeat('9', digits) ELSE '' END || 'EEEE'));
    power integer := substring(t FROM 'e(.*)$')::integer;
  BEGIN
    IF NOT is_short THEN RETURN t; END IF;
    IF power < -4 OR power > digits THEN RETURN regexp_replace(t, '[.]?0*e', 'e'); END IF;
    RETURN trim_scale(round(touchstone.exact(x), digits - power))::text;
  END`,
);

/** `printf`, with the conversions that SQL uses (https://sqlite.org/printf.html). */
const definePrintf = procedure(
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

/** The conversions of `touchstone.printf`, with flags, width and precision. */
const conversion = /%[-+ 0,#!]*\d*(?:\.\d+)?(?:l|ll)?([\s\S]?)/g;

const printf: ScalarTranslation = {
  least: 1,
  most: many,
  make: (translator, args, call) => {
    const [pattern, ...values] = args;
    // Of a pattern that is no literal, only PostgreSQL can check the conversions.
    for (const [text, letter = ''] of pattern?.literal?.matchAll(conversion) ?? []) {
      if (/^[diufFeEgGszxXcqQ%]$/.test(letter)) continue;
      const problem = `${call.name.name} does not support ${text}`;
      translator.refuse(call, problem, 'use %d, %f, %e, %g, %s, %x, %c, %q or %Q');
    }
    const format = pattern === undefined ? 'NULL' : asText(translator, pattern);
    const list = values.map((value) => asDynamic(translator, value));
    const rest = list.length === 0 ? "VARIADIC '{}'::jsonb[]" : list.join(', ');
    return { sql: `touchstone.printf(${format}, ${rest})`, kind: 'text' };
  },
};

const defineChar = procedure(
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

/** `trim` or a variant, a function of PostgreSQL with the characters as its second argument. */
const trim = (name: string, target: string, examples: readonly string[]): SqliteFunction => ({
  names: [name],
  scalar: {
    least: 1,
    most: 2,
    make: (translator, args) => ({
      sql: `touchstone.${target}(${inForms(translator, args, [asText])}${args.length === 1 ? ", ' '" : ''})`,
      kind: 'text',
    }),
  },
  definitions: [inline(`${target}(text, text)`, 'text', `pg_catalog.${target}($1, $2)`)],
  examples,
});

/** `concat` or `concat_ws`. */
const concatenation = (
  name: string,
  least: number,
  examples: readonly string[],
): SqliteFunction => ({
  names: [name],
  scalar: {
    least,
    most: many,
    make: (translator, args) => ({
      sql: `pg_catalog.${name}(${inForms(translator, args, [asText])})`,
      kind: 'text',
    }),
  },
  examples,
});

/** Types of values that a function takes as their texts. */
const otherTypes = ['bigint', 'integer', 'numeric', 'double precision', 'jsonb'];

/** Functions of texts and blobs. */
export const texts: FunctionGroup = {
  title: 'Functions of texts and blobs',
  functions: [
    {
      names: ['substr', 'substring'],
      scalar: substr,
      definitions: [defineSubstr('text'), defineSubstr('bytea')],
      examples: [
        ...parts.flatMap(([start, size]) => [
          `substr('abcdef', ${start}, ${size})`,
          `substring('äöü', ${start})`,
        ]),
        ['substr(?, ?, ?)', 'abcdef', '2', 3n],
      ],
    },
    {
      names: ['instr'],
      scalar: compatibilityFunction('instr', 'integer', [asText, asText]),
      definitions: [inline('instr(text, text)', 'bigint', 'strpos($1, $2)::bigint')],
      examples: [
        "instr('hello', 'l')",
        "instr('hello', 'z')",
        "instr('größe', 'ß')",
        "instr('a', '')",
      ],
    },
    {
      names: ['length'],
      scalar: compatibilityFunction('length', 'integer', [asTextOrBlob]),
      definitions: [
        inline('length(bytea)', 'bigint', 'octet_length($1)::bigint'),
        inline('length(text)', 'bigint', 'char_length($1)::bigint'),
        ...otherTypes.map((type) =>
          inline(`length(${type})`, 'bigint', 'char_length(touchstone.text($1))::bigint'),
        ),
      ],
      examples: [
        "length('größe')",
        'length(123)',
        "length(x'00ff')",
        'length(NULL)',
        "length('')",
        'length(2.5)',
        ['length(?)', 'größe'],
      ],
    },
    {
      names: ['octet_length'],
      scalar: nativeFunction('octet_length', 'integer', [asText]),
      examples: ["octet_length('größe')", 'octet_length(NULL)'],
    },
    {
      names: ['replace'],
      scalar: nativeFunction('replace', 'text', [asText, asText, asText]),
      examples: ["replace('aXbX', 'X', 'yy')", "replace('abc', '', 'x')"],
    },
    trim('trim', 'btrim', ["trim('  a ')", "trim('xyaxy', 'xy')"]),
    trim('ltrim', 'ltrim', ["ltrim('xxaxx', 'x')"]),
    trim('rtrim', 'rtrim', ["rtrim('  a ') || '.'"]),
    {
      names: ['upper'],
      scalar: nativeFunction('upper', 'text', [asPlainText]),
      examples: ["upper('aäß')", 'upper(NULL)', ['upper(?)', 'abc']],
    },
    {
      names: ['lower'],
      scalar: nativeFunction('lower', 'text', [asPlainText]),
      examples: ["lower('AÄ')"],
    },
    concatenation('concat', 1, ["concat('a', NULL, 1)"]),
    concatenation('concat_ws', 2, ["concat_ws('-', 'a', NULL, 2)"]),
    {
      names: ['like'],
      scalar: {
        least: 2,
        most: 2,
        make: (translator, [pattern, text]) => ({
          sql: `(${text ? asText(translator, text) : 'NULL'} COLLATE "C" ILIKE ${pattern ? asText(translator, pattern) : 'NULL'} COLLATE "C" ESCAPE '')`,
          kind: 'boolean',
        }),
      },
      examples: ["like('a%', 'ABC')", "like('ä', 'Ä')", "like('a_c', 'abc')"],
    },
    {
      names: ['glob'],
      scalar: {
        least: 2,
        most: 2,
        make: (translator, args) => ({
          sql: `touchstone.glob(${inForms(translator, args, [asText])})`,
          kind: 'boolean',
        }),
      },
      definitions: [defineGlob],
      examples: ["glob('a*', 'abc')", "glob('a*', 'Abc')", "glob('[^a-c]?', 'dx')"],
    },
    {
      names: ['char'],
      scalar: compatibilityFunction('char', 'text', [asInteger], 1, many),
      definitions: [defineChar],
      examples: ['char(72, 228, 8364)'],
    },
    {
      names: ['unicode'],
      scalar: compatibilityFunction('unicode', 'integer', [asText]),
      definitions: [inline('unicode(text)', 'bigint', 'nullif(ascii($1), 0)::bigint')],
      examples: ["unicode('€')", "unicode('')"],
    },
    {
      names: ['hex'],
      scalar: compatibilityFunction('hex', 'text', [asTextOrBlob]),
      definitions: [
        inline('hex(text)', 'text', "coalesce(upper(encode(convert_to($1, 'UTF8'), 'hex')), '')"),
        inline('hex(bytea)', 'text', "coalesce(upper(encode($1, 'hex')), '')"),
        ...otherTypes.map((type) =>
          inline(`hex(${type})`, 'text', 'touchstone.hex(touchstone.text($1))'),
        ),
      ],
      examples: ["hex('aä')", "hex(x'00ff')", 'hex(12)'],
    },
    {
      names: ['unhex'],
      scalar: compatibilityFunction('unhex', 'blob', [asText]),
      definitions: [
        procedure(
          'unhex(t text)',
          'bytea',
          "BEGIN IF t ~ '^([0-9A-Fa-f]{2})*$' THEN RETURN decode(t, 'hex'); END IF; RETURN NULL; END",
        ),
      ],
      examples: ["unhex('4142')", "unhex('4')", "unhex('xy')"],
    },
    {
      names: ['zeroblob'],
      scalar: compatibilityFunction('zeroblob', 'blob', [asInteger]),
      definitions: [
        procedure(
          'zeroblob(count bigint)',
          'bytea',
          `BEGIN
            IF count > 10000000 THEN RAISE EXCEPTION 'zeroblob returns at most 10000000 bytes'; END IF;
            RETURN decode(repeat('00', greatest(count, 0)::integer), 'hex');
          END`,
        ),
      ],
      remark: 'at most 10,000,000 bytes',
      examples: ['length(zeroblob(3))', 'hex(zeroblob(2))'],
    },
    {
      names: ['printf', 'format'],
      scalar: printf,
      definitions: [scientific, definePrintf],
      remark:
        'the conversions `%d`, `%f`, `%e`, `%g`, `%s`, `%x`, `%c`, `%q` and `%Q`, others are refused',
      examples: [
        "printf('%05d|%-5s|%5.2f|%s|%x|%%|%+d|%,d', 42, 'ab', 3.14159, NULL, 255, 7, 1234567)",
        "format('%.1f', 2.25)",
        "printf('%d items', '12')",
        "printf('%s', 1.0)",
        "printf('%3d%%', 50)",
        "printf('%e|%.2e|%g|%g|%.3g|%G', 1234.5, 0, 1234567, 0.00001, 3.14159, 1e10)",
        "printf('100%%')",
        "printf('%u', -1)",
        "printf('%q %Q %c', 'it''s', NULL, 'abc')",
      ],
    },
    {
      names: ['sha256'],
      scalar: compatibilityFunction('sha256', 'text', [asText]),
      isForMigrations: true,
      definitions: [
        inline('sha256(text)', 'text', "encode(sha256(convert_to($1, 'UTF8')), 'hex')"),
      ],
      remark: 'the hash in hexadecimal digits; a function of Touchstone, for migrations only',
      examples: [],
    },
    {
      names: ['soundex'],
      instead: 'store a search key beside the text',
      examples: [],
    },
    {
      names: ['match'],
      instead: 'use LIKE, or PostgreSQL’s own SQL',
      examples: [],
    },
  ],
};
