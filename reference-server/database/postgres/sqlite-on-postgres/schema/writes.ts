/** Functions of INSERT and UPDATE: conversion of values to the types of columns, and conflicts. */
import { inline, procedure, schemaName } from './define.js';
import { plainInteger, plainReal } from './numbers.js';

/** The error for a value that SQLite stores in a column of another type, and PostgreSQL cannot. */
const refuse = procedure(
  'refuse(value text, type text)',
  'text',
  `BEGIN
    RAISE EXCEPTION 'PostgreSQL cannot store % in a column of type %', coalesce(quote_literal(left(value, 60)), 'these bytes'), type
      USING ERRCODE = 'datatype_mismatch';
  END`,
);

const storeInteger = inline(
  'store(bigint, text)',
  'bigint',
  `CASE WHEN $2 ~ '${plainInteger}' THEN $2::bigint
    WHEN $2 IS NOT NULL THEN coalesce(touchstone.to_integer($2), touchstone.refuse($2, 'INTEGER')::bigint) END`,
);

const storeReal = inline(
  'store(double precision, text)',
  'double precision',
  `CASE WHEN $2 ~ '${plainReal}' THEN $2::double precision
    WHEN $2 IS NOT NULL THEN coalesce(touchstone.to_real(touchstone.to_numeric($2)), touchstone.refuse($2, 'REAL')::double precision) END`,
);

const storeWhole = procedure(
  'store(bigint, n numeric)',
  'bigint',
  `BEGIN
    IF n <> trunc(n) OR abs(n) > 9223372036854775807 THEN PERFORM touchstone.refuse(n::text, 'INTEGER'); END IF;
    RETURN n::bigint;
  END`,
);

/** Values as a column stores them; the first argument is a null of the column's type. */
const stores = [
  refuse,
  storeInteger,
  storeReal,
  storeWhole,
  inline('store(bigint, bigint)', 'bigint', '$2'),
  inline('store(bigint, integer)', 'bigint', '$2::bigint'),
  procedure(
    'store(bigint, x double precision)',
    'bigint',
    `BEGIN
      IF abs(x) = 'Infinity' THEN PERFORM touchstone.refuse(x::text, 'INTEGER'); END IF;
      RETURN touchstone.store(NULL::bigint, x::numeric);
    END`,
  ),
  inline('store(bigint, jsonb)', 'bigint', 'touchstone.store($1, touchstone.text($2))'),
  inline('store(bigint, bytea)', 'bigint', 'touchstone.store($1, touchstone.text($2))'),
  ...['bigint', 'integer', 'numeric', 'double precision'].map((type) =>
    inline(`store(double precision, ${type})`, 'double precision', '$2::double precision'),
  ),
  inline(
    'store(double precision, jsonb)',
    'double precision',
    'touchstone.store($1, touchstone.text($2))',
  ),
  inline(
    'store(double precision, bytea)',
    'double precision',
    'touchstone.store($1, touchstone.text($2))',
  ),
  inline('store(text, text)', 'text', '$2'),
  ...['bigint', 'integer', 'numeric', 'double precision', 'jsonb'].map((type) =>
    inline(`store(text, ${type})`, 'text', 'touchstone.text($2)'),
  ),
  procedure(
    'store(text, b bytea)',
    'text',
    `BEGIN
      RETURN convert_from(b, 'UTF8');
    EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
      RETURN touchstone.refuse(NULL, 'TEXT');
    END`,
  ),
  ...['text', 'bigint', 'integer', 'numeric', 'double precision', 'jsonb', 'bytea'].map((type) =>
    inline(`store(jsonb, ${type})`, 'jsonb', 'touchstone.dynamic($2)'),
  ),
  inline('store(bytea, bytea)', 'bytea', '$2'),
  ...['text', 'bigint', 'integer', 'numeric', 'double precision', 'jsonb'].map((type) =>
    inline(`store(bytea, ${type})`, 'bytea', "convert_to(touchstone.text($2), 'UTF8')"),
  ),
];

/** Arguments of `row_of`, as JSON: an object for bytes, a single value for all other types. */
const cells = [
  ...['bigint', 'integer', 'numeric', 'double precision', 'text', 'jsonb'].map((type) =>
    inline(`cell(${type})`, 'jsonb', 'touchstone.dynamic($1)'),
  ),
  inline(
    'cell(bytea)',
    'jsonb',
    "CASE WHEN $1 IS NOT NULL THEN jsonb_build_object('bytes', '\\x' || encode($1, 'hex')) END",
  ),
];

/** A row of a table from values in the order of its columns. */
const rowOf = `CREATE OR REPLACE FUNCTION ${schemaName}.row_of(target anyelement, VARIADIC list jsonb[])
  RETURNS anyelement LANGUAGE plpgsql STABLE AS $touchstone$
  DECLARE
    result jsonb := '{}';
    place integer := 0;
    given integer := cardinality(list);
    c record;
    v jsonb;
  BEGIN
    FOR c IN SELECT attname, atttypid FROM pg_attribute
      WHERE attrelid = pg_typeof(target)::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum LOOP
      place := place + 1;
      v := list[place];
      IF v IS NULL THEN CONTINUE; END IF;
      result := result || jsonb_build_object(c.attname, CASE c.atttypid::regtype
        WHEN 'bigint'::regtype THEN to_jsonb(touchstone.store(NULL::bigint, v))
        WHEN 'double precision'::regtype THEN to_jsonb(touchstone.store(NULL::double precision, v))
        WHEN 'jsonb'::regtype THEN v
        WHEN 'bytea'::regtype THEN coalesce(v -> 'bytes', to_jsonb('\\x' || encode(convert_to(touchstone.text(v), 'UTF8'), 'hex')))
        ELSE to_jsonb(CASE WHEN jsonb_typeof(v) = 'object' THEN touchstone.store(NULL::text, (v ->> 'bytes')::bytea) ELSE touchstone.text(v) END)
      END);
    END LOOP;
    IF place <> given THEN
      RAISE EXCEPTION 'table % has % columns but % values were supplied', pg_typeof(target), place, given;
    END IF;
    RETURN jsonb_populate_record(target, result);
  END $touchstone$;`;

/**
 * Runs an UPDATE row by row and skips rows for which a constraint fails. Returns the number of
 * changed rows.
 */
const updateOrIgnore = procedure(
  'update_or_ignore(find text, change text, parameters text[])',
  'bigint',
  `DECLARE
    place tid;
    changed bigint := 0;
    count bigint;
  BEGIN
    FOR place IN EXECUTE find USING parameters LOOP
      BEGIN
        EXECUTE change USING parameters, place;
        GET DIAGNOSTICS count = ROW_COUNT;
        changed := changed + count;
      EXCEPTION WHEN unique_violation OR not_null_violation OR check_violation OR exclusion_violation THEN NULL;
      END;
    END LOOP;
    RETURN changed;
  END`,
  'VOLATILE',
);

/**
 * Inserts rows after deleting the rows with the same values in a unique index. Returns the ids of
 * the new rows.
 */
const insertOrReplace = `CREATE OR REPLACE FUNCTION ${schemaName}.insert_or_replace(target regclass, columns text[], source text, parameters text[])
  RETURNS SETOF bigint LANGUAGE plpgsql AS $touchstone$
  DECLARE
    -- Without names, the source has the values of all columns.
    names text[] := coalesce(columns, ARRAY(
      SELECT attname FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped ORDER BY attnum));
    list text := (SELECT string_agg(quote_ident(c), ', ') FROM unnest(names) AS c);
    same text := (
      SELECT string_agg(matches, ' OR ') FROM (
        SELECT '(' || string_agg(format('old.%1$I = new.%1$I', a.attname), ' AND ') || ')' AS matches
        FROM pg_index AS i
        CROSS JOIN unnest(i.indkey) AS k (number)
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
        WHERE i.indrelid = target AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
        GROUP BY i.indexrelid HAVING bool_and(a.attname = ANY (names))
      ) AS unique_indexes);
  BEGIN
    -- As in SQLite, a replaced row runs no DELETE triggers.
    PERFORM set_config('touchstone.replaced', target::oid::text, true);
    FOR attempt IN 1 .. 3 LOOP
      BEGIN
        RETURN QUERY EXECUTE format(
          'WITH new (%2$s) AS MATERIALIZED (%3$s),
            gone AS (DELETE FROM %1$s AS old USING new WHERE %4$s RETURNING 1)
            INSERT INTO %1$s AS made (%2$s) SELECT %2$s FROM new WHERE (SELECT count(*) FROM gone) >= 0
            RETURNING made.rowid',
          target, list, source, coalesce(same, 'false')) USING parameters;
        PERFORM set_config('touchstone.replaced', '', true);
        RETURN;
      EXCEPTION WHEN unique_violation THEN
        -- Another transaction may have inserted such a row since this statement began.
        IF attempt = 3 THEN RAISE; END IF;
      END;
    END LOOP;
  END $touchstone$;`;

/** Definitions of functions of INSERT and UPDATE. */
export const writeDefinitions: readonly string[] = [
  ...stores,
  ...cells,
  rowOf,
  updateOrIgnore,
  insertOrReplace,
];
