/** Random statements have the same results on both engines, and leave the same rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../../../random.js';
import { endSharedPostgres, sharedAddress } from '../../../support/postgres.js';
import {
  type Engine,
  installCompatibility,
  openPostgres,
  openSqlite,
  type Step,
  type StepResult,
} from './engines.js';

beforeAll(async () => installCompatibility(await sharedAddress()));
afterAll(endSharedPostgres);

const tables = [
  `CREATE TABLE a (
    id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, u TEXT UNIQUE, x, k TEXT NOT NULL DEFAULT 'd',
    c INTEGER CHECK (c < 100) DEFAULT 1
  )`,
  `CREATE TABLE b (
    id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a (id) ON DELETE CASCADE, n INTEGER DEFAULT 0
  )`,
  'CREATE TABLE total (n INTEGER)',
  'INSERT INTO total (n) VALUES (0)',
  `CREATE TRIGGER added AFTER INSERT ON a
    BEGIN UPDATE total SET n = n + 1; INSERT INTO b (a_id) VALUES (new.id); END`,
  `CREATE TRIGGER changed AFTER UPDATE OF i ON a WHEN new.i IS NOT old.i
    BEGIN UPDATE b SET n = n + 1 WHERE a_id = new.id; END`,
  'CREATE TRIGGER removed AFTER DELETE ON b BEGIN UPDATE total SET n = n - 1; END',
];

type Value = string | number | boolean | null;

/** Values for each column that both engines can store there. */
const values: Readonly<Record<string, readonly Value[]>> = {
  i: [1, '2', null, 7, '-3', 0, true],
  r: [1, 2.5, '3.5', null, '1e2', 0.1, 1e20, -1.5e-7],
  t: ['x', 5, 2.5, 'ä', null, '', true, "it's", 'a\\b'],
  u: ['u1', 'u2', 'u3', 'u4', null],
  x: [1, '1', 2.5, null, 'text'],
  k: ['k1', 3, 'k2', null],
  c: [1, 5, '50', 200, null],
};
const columns = Object.keys(values);

/** Generates random statements that write. */
class Writes {
  readonly #random: Random;
  #lastId = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  next(): Step {
    const forms = [
      () => this.#insert('INSERT', columns),
      // Only columns whose violations PostgreSQL ignores as well.
      () => this.#insert('INSERT OR IGNORE', ['i', 'r', 't', 'u', 'x']),
      () => this.#upsert(),
      () => this.#replace(),
      () => this.#update('UPDATE', '='),
      () => this.#update('UPDATE OR IGNORE', this.#random.pick(['=', '<', '>'])),
      () => this.#calculate(),
      () => this.#remove(),
    ];
    return this.#random.pick(forms)();
  }

  #insert(verb: string, allowed: readonly string[]): Step {
    const names = this.#someOf(allowed);
    const places = names.map(() => '?').join(', ');
    const sql = `${verb} INTO a (id, ${names.join(', ')}) VALUES (?, ${places})`;
    return [sql, this.#newId(), ...names.map((name) => this.#valueOf(name))];
  }

  #upsert(): Step {
    const sql = `INSERT INTO a (id, u, t) VALUES (?, ?, ?)
      ON CONFLICT (u) DO UPDATE SET t = excluded.t || '+', i = coalesce(i, 0) + 1 RETURNING id`;
    return [sql, this.#newId(), this.#valueOf('u'), this.#valueOf('t')];
  }

  #replace(): Step {
    const sql = "REPLACE INTO a (id, u, t, k) VALUES (?, ?, ?, 'r')";
    return [
      sql,
      this.#random.pick([this.#newId(), 1, '3']),
      this.#valueOf('u'),
      this.#valueOf('t'),
    ];
  }

  #update(verb: string, comparison: string): Step {
    const names = this.#someOf(columns);
    const sets = names.map((name) => `${name} = ?`).join(', ');
    const sql = `${verb} a SET ${sets} WHERE id ${comparison} ?`;
    return [sql, ...names.map((name) => this.#valueOf(name)), this.#anyId()];
  }

  #calculate(): Step {
    const sql = 'UPDATE a SET i = coalesce(i, 0) + ?, t = t || ?, r = r * ? WHERE id IN (?, 2)';
    return [
      sql,
      this.#random.pick([1, '2']),
      this.#valueOf('t'),
      this.#random.pick([2, '3']),
      this.#anyId(),
    ];
  }

  #remove(): Step {
    const condition = this.#random.pick(['id = ?', 'u = ?', 't = ?']);
    return [`DELETE FROM a WHERE ${condition}`, this.#random.pick([this.#anyId(), 'u1', 5])];
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #anyId(): Value {
    const last = this.#lastId;
    return this.#random.pick([last, last - 1, String(last - 2), last - 3, '4', 'none']);
  }

  #valueOf(name: string): Value {
    return this.#random.pick(values[name] ?? [null]);
  }

  #someOf(names: readonly string[]): readonly string[] {
    const some = names.filter(() => this.#random.oneIn(2));
    return some.length === 0 ? names.slice(0, 1) : some;
  }
}

/** A result without the message of a fault, which differs. */
const comparable = (result: StepResult): unknown => ('fault' in result ? 'a fault' : result);

async function compare(engines: readonly [Engine, Engine], step: Step): Promise<void> {
  const [expected, found] = [await engines[0].run(step), await engines[1].run(step)];
  const detail = JSON.stringify({ step, expected, found });
  expect(comparable(found), detail).toEqual(comparable(expected));
}

const runs = [1, 2, 3].flatMap((seed) => [
  { seed, knowledge: 'known' },
  { seed, knowledge: 'unknown' },
]);

test.each(runs)('random writes to $knowledge tables, with the seed $seed', async (run) => {
  const { seed, knowledge } = run;
  const postgres = await openPostgres(await sharedAddress(), knowledge === 'known');
  const engines = [openSqlite(), postgres] as const;
  for (const table of tables) await compare(engines, table);
  const writes = new Writes(new Random(seed));
  for (let count = 0; count < 200; count++) await compare(engines, writes.next());
  await compare(engines, 'SELECT *, typeof(x) AS type FROM a ORDER BY id');
  await compare(engines, 'SELECT a_id, n FROM b ORDER BY a_id');
  await compare(engines, 'SELECT n FROM total');
  for (const engine of engines) await engine.close();
});
