/** The end of a request at each command of its nested transactions. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { charge } from '../../../../interpreter/index.js';
import { openFile } from '../../../../reference-server/database/sqlite/file.js';
import { SqliteStatement } from '../../../../reference-server/database/sqlite/prepared-statements.js';
import { serveFiles } from '../../support/serve.js';

/** Transactions of three depths, each with a statement that fails. The second one is rolled back. */
const script = `
class Script {
  static run(depth) {
    Db.transaction {
      \`UPDATE n SET value = value + 1\`.query
      Fiber.new { \`INSERT INTO n (id, value) VALUES (1, 2)\`.query }.try()
      if (depth < 3) Fiber.new { run(depth + 1) }.try()
      if (depth == 2) Fiber.abort("no")
    }
  }
}
Script.run(1)
Response.json(\`SELECT value FROM n\`.first["value"])`;

type Moment = 'before' | 'after';

/** Work after which a run looks at its time and its signal. */
const workUntilPoll = 65_536;

/** Ends the current run, as at its time limit. */
function endRun(): void {
  const clock = vi.spyOn(process, 'hrtime').mockReturnValue([Number.MAX_SAFE_INTEGER, 0]);
  try {
    charge(workUntilPoll);
  } finally {
    clock.mockRestore();
  }
}

/** Acts at the n-th command; returns how many commands there have been. */
function actAt(n: number, moment: Moment, act: () => void): () => number {
  let count = 0;
  const spies = (['first', 'run', 'insert'] as const).map((method) => {
    const original: (this: SqliteStatement, ...values: never[]) => unknown =
      SqliteStatement.prototype[method];
    const spy = vi.spyOn(SqliteStatement.prototype, method);
    return spy.mockImplementation(function (this: SqliteStatement, ...values: unknown[]) {
      count++;
      if (count === n && moment === 'before') act();
      const at = count;
      try {
        return original.apply(this, values as never[]) as never;
      } finally {
        if (at === n && moment === 'after') act();
      }
    });
  });
  const restore = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(restore);
  return () => {
    restore();
    return count;
  };
}

async function serveCounter() {
  const server = await serveFiles({
    '_migration.wren':
      'Db.migrate("1", "CREATE TABLE n (id INTEGER PRIMARY KEY, value INTEGER); INSERT INTO n VALUES (1, 0)")',
    'api/count.wren': script,
  });
  const other = openFile(server.database.name, { lockWait: 0 });
  onTestFinished(() => void other.close());
  return { url: `${server.url}/api/count`, other };
}

/** What SQLite reports when its disk fails. */
function fail(): never {
  throw new Error('disk I/O error');
}

test.each([
  ['the end of the request', 'before', endRun],
  ['the end of the request', 'after', endRun],
  ['a fault', 'before', fail],
] as const)(
  '%s %s any command leaves no lock and no part of a transaction',
  async (_, moment, act) => {
    const { url, other } = await serveCounter();
    const read = other.prepare<[], number>('SELECT value FROM n').pluck();
    let value = 0;
    let ends = 0;
    for (let n = 1; ends === n - 1; n++) {
      const count = actAt(n, moment, act);
      const { status } = await fetch(url);
      if (count() < n) break;
      ends++;
      if (act === endRun) expect([n, status]).toEqual([n, 503]);
      // Another process finds no lock, and what it reads is whole.
      other.exec('BEGIN IMMEDIATE; COMMIT');
      const change = (read.get() ?? 0) - value;
      expect([n, [0, 1]]).toEqual([n, expect.arrayContaining([change])]);
      value += change + 1;
      // The next request works.
      expect(await (await fetch(url)).json()).toBe(value);
    }
    expect(ends).toBeGreaterThan(12);
  },
);
