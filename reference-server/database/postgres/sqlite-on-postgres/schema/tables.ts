/** Tables: ids of their rows, triggers, DROP, and SQLite's catalogue of tables. */
import { inlineChanging, inlineOfAny, procedure, schemaName } from './define.js';

/**
 * The table `sqlite_master` (https://sqlite.org/schematab.html), without the SQL of its objects.
 */
const master = `CREATE OR REPLACE VIEW ${schemaName}.sqlite_master AS
  SELECT CASE c.relkind WHEN 'v' THEN 'view' WHEN 'i' THEN 'index' ELSE 'table' END AS type,
    c.relname::text AS name, coalesce(owner.relname, c.relname)::text AS tbl_name,
    0::bigint AS rootpage, NULL::text AS sql
  FROM pg_class AS c
  LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
  LEFT JOIN pg_class AS owner ON owner.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'i')
  UNION ALL
  SELECT 'trigger', t.tgname::text, c.relname::text, 0, NULL
  FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal AND t.tgname NOT LIKE ' %';`;

/** `PRAGMA table_info` (https://sqlite.org/pragma.html#pragma_table_info). */
const tableInfo = `CREATE OR REPLACE FUNCTION ${schemaName}.pragma_table_info(target text)
  RETURNS TABLE (cid bigint, name text, type text, "notnull" bigint, dflt_value text, pk bigint)
  LANGUAGE sql STABLE AS $touchstone$
  SELECT row_number() OVER (ORDER BY a.attnum) - 1, a.attname::text,
    CASE format_type(a.atttypid, NULL) WHEN 'bigint' THEN 'INTEGER' WHEN 'double precision' THEN 'REAL'
      WHEN 'bytea' THEN 'BLOB' WHEN 'moment' THEN 'DATETIME' WHEN 'jsonb' THEN '' ELSE upper(format_type(a.atttypid, NULL)) END,
    CASE WHEN a.attnotnull AND a.attidentity = '' THEN 1 ELSE 0 END::bigint,
    pg_get_expr(d.adbin, d.adrelid),
    coalesce(array_position(i.indkey::smallint[], a.attnum) + 1, 0)::bigint
  FROM pg_attribute AS a
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
  WHERE a.attrelid = (SELECT c.oid FROM pg_class AS c
      WHERE c.relnamespace = current_schema()::regnamespace AND lower(c.relname) = lower($1) AND c.relkind IN ('r', 'p', 'v'))
    AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum $touchstone$;`;

/**
 * Gives the `INTEGER PRIMARY KEY` of a table SQLite's behaviour: a null becomes a new id, and a new
 * id is greater than all explicit ids. The function `rowid` of a row returns its id.
 */
const makeIds = [
  `CREATE OR REPLACE FUNCTION ${schemaName}.new_id() RETURNS trigger LANGUAGE plpgsql AS $touchstone$
  BEGIN
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], nextval(TG_ARGV[1]::regclass)));
  END $touchstone$;`,
  `CREATE OR REPLACE FUNCTION ${schemaName}.given_id() RETURNS trigger LANGUAGE plpgsql AS $touchstone$
  DECLARE sequence regclass := TG_ARGV[1]::regclass; id bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(sequence::oid::bigint);
    IF id > coalesce(pg_sequence_last_value(sequence), 0) THEN PERFORM setval(sequence, id); END IF;
    RETURN NEW;
  END $touchstone$;`,
  `CREATE OR REPLACE FUNCTION ${schemaName}.make_ids(target regclass, id text) RETURNS void LANGUAGE plpgsql AS $touchstone$
  DECLARE sequence text := pg_get_serial_sequence(target::text, id);
  BEGIN
    -- Triggers run in the order of their names: a blank sorts before the names of other triggers.
    EXECUTE format('CREATE OR REPLACE TRIGGER " new_id" BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.%I IS NULL)
      EXECUTE FUNCTION touchstone.new_id(%L, %L)', target, id, id, sequence);
    EXECUTE format('CREATE OR REPLACE TRIGGER " given_id" BEFORE INSERT OR UPDATE OF %I ON %s FOR EACH ROW
      WHEN (NEW.%I > coalesce(pg_sequence_last_value(%L), 0)) EXECUTE FUNCTION touchstone.given_id(%L, %L)',
      id, target, id, sequence, id, sequence);
    EXECUTE format('CREATE OR REPLACE FUNCTION rowid(%s) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ($1).%I',
      target, id);
  END $touchstone$;`,
];

/** The function `rowid` of rows without `INTEGER PRIMARY KEY`. */
const noRowid = inlineOfAny('rowid(anyelement)', 'bigint', 'NULL::bigint');

/** `RAISE(ABORT, message)`. */
const raise = procedure(
  'raise(message text)',
  'bigint',
  "BEGIN RAISE EXCEPTION '%', message USING ERRCODE = 'integrity_constraint_violation'; END",
  'VOLATILE',
);

/** Whether a trigger's function runs within itself. In SQLite, triggers are not recursive. */
const isNested = inlineChanging(
  'is_nested(text, text)',
  'boolean',
  'VOLATILE',
  "pg_trigger_depth() > 1 AND length($1) - length(replace($1, 'function ' || $2 || '()', '')) > length('function ' || $2 || '()')",
);

/** DROP TRIGGER, with the trigger's function. */
const dropTrigger = `CREATE OR REPLACE FUNCTION ${schemaName}.drop_trigger(name text, may_be_absent boolean)
  RETURNS void LANGUAGE plpgsql AS $touchstone$
  DECLARE target regclass := (
    SELECT t.tgrelid FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE t.tgname = name AND c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal);
  BEGIN
    IF target IS NULL THEN
      IF may_be_absent THEN RETURN; END IF;
      RAISE EXCEPTION 'no such trigger: %', name;
    END IF;
    EXECUTE format('DROP TRIGGER %I ON %s', name, target);
    EXECUTE format('DROP FUNCTION IF EXISTS %I()', 'trigger ' || name);
  END $touchstone$;`;

/** DROP TABLE, with the table's functions. */
const dropTable = `CREATE OR REPLACE FUNCTION ${schemaName}.drop_table(name text, may_be_absent boolean)
  RETURNS void LANGUAGE plpgsql AS $touchstone$
  DECLARE trigger_name text;
  BEGIN
    IF to_regclass(quote_ident(name)) IS NULL THEN
      IF may_be_absent THEN RETURN; END IF;
      RAISE EXCEPTION 'no such table: %', name USING ERRCODE = 'undefined_table';
    END IF;
    EXECUTE format('DROP FUNCTION IF EXISTS rowid(%I)', name);
    FOR trigger_name IN SELECT tgname FROM pg_trigger
      WHERE tgrelid = to_regclass(quote_ident(name)) AND NOT tgisinternal AND tgname NOT LIKE ' %' LOOP
      PERFORM touchstone.drop_trigger(trigger_name, true);
    END LOOP;
    EXECUTE format('DROP TABLE %I', name);
  END $touchstone$;`;

/** Definitions for tables, triggers and the catalogue. */
export const tableDefinitions: readonly string[] = [
  ...makeIds,
  noRowid,
  raise,
  isNested,
  dropTrigger,
  dropTable,
  master,
  tableInfo,
];
