/** Both engines, which return the results that scripts get. */
import type { Database as Connection } from 'better-sqlite3';
import pg from 'pg';
import { toBytes } from '../../../../../interpreter/index.js';
import {
  Catalog,
  cellReader,
  compatibilitySchema,
  sessionSetUp,
  translate,
} from '../../../../../reference-server/database/postgres/sqlite-on-postgres/index.js';
import { sqliteDriver } from '../../../../../reference-server/database/sqlite/driver.js';
import { SqliteStatement } from '../../../../../reference-server/database/sqlite/prepared-statements.js';
import { TableLayout } from '../../../../../reference-server/database/sqlite/table-layout.js';
import type { SqlCell, SqlParameter } from '../../../../../reference-server/database/values.js';

/** The result of a statement: rows, the id of a new row, the number of changed rows, or a fault. */
export type StepResult =
  | { readonly rows: readonly Readonly<Record<string, SqlCell>>[] }
  | { readonly id: number | null }
  | { readonly changes: number }
  | { readonly fault: string };

/** An SQL text and the values of its placeholders. */
export type Step = string | readonly [sql: string, ...values: readonly (SqlParameter | boolean)[]];

/** A new database on one of the engines. */
export interface Engine {
  run(step: Step): Promise<StepResult>;
  close(): Promise<void>;
}

/** A value as scripts bind it: whole numbers are integers. */
function toSqlParameter(value: SqlParameter | boolean): SqlParameter {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

const partsOf = (step: Step): { sql: string; values: SqlParameter[] } => {
  const [sql, ...values] = typeof step === 'string' ? [step] : step;
  return { sql, values: values.map(toSqlParameter) };
};

function toRow(names: readonly string[], cells: readonly SqlCell[]): Record<string, SqlCell> {
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
}

async function resultOf(act: () => StepResult | Promise<StepResult>): Promise<StepResult> {
  try {
    return await act();
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

const insertion = /^\s*(?:with\b[\s\S]*\)\s*)?(?:insert|replace)\b/i;

const definition = /^\s*(?:create|alter|drop)\b/i;

/** Whether an INSERT is into a table with ids: a hidden `rowid` exists on SQLite only. */
function hasIds(database: Connection, sql: string): boolean {
  const [, quoted, plain] = /\binto\s+(?:"((?:[^"]|"")+)"|(\w+))/i.exec(sql) ?? [];
  const select = database.prepare<[string | undefined], number>(
    "SELECT count(*) = 1 AND max(upper(type)) = 'INTEGER' FROM pragma_table_info(?) WHERE pk > 0",
  );
  return select.pluck().get(quoted ?? plain) === 1;
}

/** Opens a new SQLite database in memory. */
export function openSqlite(): Engine {
  const Database = sqliteDriver();
  const database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
  const run = ({ sql, values }: { sql: string; values: SqlParameter[] }): StepResult => {
    const statement = database.prepare<SqlParameter[], SqlCell[]>(sql);
    const isInsert = insertion.test(sql);
    if (definition.test(sql)) {
      database.exec(sql);
      return { changes: 0 };
    }
    if (!statement.reader) {
      if (!isInsert) return { changes: statement.run(...values).changes };
      const insert = new SqliteStatement(database, new TableLayout(database), toBytes(sql));
      const id = insert.insert(values);
      return { id: hasIds(database, sql) ? id : null };
    }
    const rows = statement.raw().all(...values);
    const names = statement.columns().map(({ name }) => name);
    return { rows: rows.map((cells) => toRow(names, cells)) };
  };
  return {
    run: (step) => resultOf(() => run(partsOf(step))),
    close: async () => {
      database.close();
    },
  };
}

let schemaCount = 0;

/**
 * Opens a new schema on a server.
 *
 * @param knowsTables whether statements are translated with a catalogue of the tables, as those of
 *   scripts are, or without, as those of migrations are
 */
export async function openPostgres(url: string, knowsTables = true): Promise<Engine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  schemaCount += 1;
  const schema = `dialect_${process.pid}_${schemaCount}`;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET search_path TO ${schema}`);
  await client.query(sessionSetUp);
  let catalog: Catalog | undefined;
  const learn = async (): Promise<void> => {
    const { rows } = await client.query<string[]>({ text: Catalog.query, rowMode: 'array' });
    catalog = new Catalog(rows);
  };
  const run = async ({
    sql,
    values,
  }: {
    sql: string;
    values: SqlParameter[];
  }): Promise<StepResult> => {
    const translation = translate(sql, { isMigration: true, catalog });
    const bound = translation.bind(values);
    const result = await client.query<string[]>({
      text: bound.text,
      ...(translation.kind === 'define' ? {} : { values: [...bound.values] }),
      rowMode: 'array',
      types: {
        getTypeParser: ((type: number) => cellReader(type)) as typeof pg.types.getTypeParser,
      },
    });
    if (translation.kind === 'define') {
      if (knowsTables) await learn();
      return { changes: 0 };
    }
    const { rows, fields, rowCount } = result as unknown as pg.QueryArrayResult<SqlCell[]>;
    if (translation.countsInCell) return { changes: Number(rows[0]?.[0]) };
    if (translation.returnsRows) {
      const names = fields.map(({ name }) => name);
      if (translation.hasIdColumn) names.pop();
      return { rows: rows.map((cells) => toRow(names, cells)) };
    }
    if (!translation.hasIdColumn) return { changes: rowCount ?? 0 };
    const id = rows.at(-1)?.[0] ?? null;
    return { id: id === null ? null : Number(id) };
  };
  return {
    run: (step) => resultOf(() => run(partsOf(step))),
    async close() {
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
      await client.end();
    },
  };
}

/** Installs the compatibility schema. Other test files may do so at the same time. */
export async function installCompatibility(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The lock with which servers install it.
  await client.query('BEGIN; SELECT pg_advisory_xact_lock(7001)');
  const { rows } = await client.query<{ version: string | null }>(compatibilitySchema.findVersion);
  if (!compatibilitySchema.isUsable(rows[0]?.version)) await client.query(compatibilitySchema.sql);
  await client.query('COMMIT');
  await client.end();
}
