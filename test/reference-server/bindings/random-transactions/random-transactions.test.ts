/** Random scripts store and answer what a model says, on both engines. */
import { afterAll, expect, test } from 'vitest';
import { unlimitedUser } from '../../../../reference-server/database/database.js';
import type { Database } from '../../../../reference-server/index.js';
import { isFull, seed } from '../../../extent.js';
import { Random } from '../../../random.js';
import { endSharedPostgres } from '../../support/postgres.js';
import { isOnPostgres, serveFiles } from '../../support/serve.js';
import { execute } from '../../support/sql.js';
import { type Outcome, predict, type Rows, type World } from './model.js';
import { idsOf, render, ScriptMaker, type Step } from './script.js';

afterAll(endSharedPostgres);

const count = isFull ? 2_000 : 60;

const migration = `
  CREATE TABLE rows (id INTEGER PRIMARY KEY, key TEXT UNIQUE);
  CREATE TABLE wide (id INTEGER PRIMARY KEY, other INTEGER);
  CREATE TABLE clashes (times INTEGER)`;

/** Clashes fail with the code of a conflict. A sequence is not rolled back. */
const clashing = [
  'CREATE SEQUENCE attempts',
  `CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('attempts') <= new.times THEN
      RAISE EXCEPTION 'clash' USING ERRCODE = '40001';
    END IF;
    RETURN new;
  END $$`,
  'CREATE TRIGGER clashing BEFORE INSERT ON clashes FOR EACH ROW EXECUTE FUNCTION clash()',
];

function native(database: Database, sql: string): Promise<void> {
  return execute(database, `-- postgresql\n${sql}`);
}

/** Alters the table between two requests, as another server does: prepared statements are stale. */
async function alter(database: Database, times: number): Promise<void> {
  const type = times % 2 === 0 ? 'integer' : 'bigint';
  await native(database, `ALTER TABLE wide ALTER COLUMN other TYPE ${type}`);
}

/** The rows that a script may have stored. */
async function readRows(database: Database, index: number): Promise<Rows> {
  const sql = `SELECT id, key FROM rows WHERE id BETWEEN ? AND ?
    UNION ALL SELECT id, NULL AS key FROM wide WHERE id BETWEEN ? AND ?`;
  const range = [BigInt(idsOf(index)), BigInt(idsOf(index) + 999)];
  const rows = await database.openQueryRunner(unlimitedUser).all(sql, [...range, ...range]);
  const cells = rows.map((row) => row.toObject());
  return new Map(cells.map(({ id, key }) => [Number(id), key === null ? null : String(key)]));
}

/** @param stale the statements that meet a stale plan unless another one has met one before */
function createWorld(stale: readonly Step['kind'][]): World {
  let clashes = 0;
  let isAnyStale = true;
  return {
    clash: (times) => {
      clashes++;
      return isOnPostgres && clashes <= times;
    },
    isStale: (kind) => {
      const isNow = isAnyStale && stale.includes(kind);
      if (isNow) isAnyStale = false;
      return isNow;
    },
  };
}

const stalePlans: readonly Step['kind'][][] = isOnPostgres
  ? [[], ['read'], ['insertWide'], ['read', 'insertWide']]
  : [[]];

/** The outcomes that are right: which plans are stale depends on the earlier scripts. */
function expected(steps: readonly Step[]): Outcome[] {
  return stalePlans.map((stale) => predict(steps, new Map(), createWorld(stale)));
}

test(`${count} random scripts store and answer what the model says`, async () => {
  const random = new Random(seed);
  const scripts = Array.from({ length: count }, (_, index) =>
    new ScriptMaker(random, index, isOnPostgres).make(),
  );
  const { url, database, logged } = await serveFiles(
    {
      '_migration.wren': `Db.migrate("001", \`${migration}\`)`,
      ...Object.fromEntries(scripts.map((steps, n) => [`api/s${n}.wren`, render(steps)])),
    },
    { limits: { databaseConnections: 1 } },
  );
  if (isOnPostgres) for (const sql of clashing) await native(database, sql);
  for (const [n, steps] of scripts.entries()) {
    if (isOnPostgres) await native(database, "SELECT setval('attempts', 1, false)");
    if (isOnPostgres && n % 3 === 0) await alter(database, n);
    const response = await fetch(`${url}/api/s${n}`);
    const { status } = response;
    const body = await response.text();
    const ids: unknown = body.startsWith('[') ? JSON.parse(body) : undefined;
    const actual = { status, ids, rows: await readRows(database, n) };
    const context = `seed ${seed}, script ${n}:\n${render(steps)}\nlog: ${logged().split('\n').slice(-8).join('\n')}`;
    expect(expected(steps), context).toContainEqual(actual);
  }
});
