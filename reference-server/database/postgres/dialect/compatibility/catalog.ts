/** What SQLite tells about the tables of a database. */
import { schemaName } from './define.js';

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

export const catalogFunctions: readonly string[] = [master, tableInfo];
