/** The connections of a database, when one does not come back. */
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../reference-server/database/postgres/open.js';
import type { PostgresDatabase } from '../../../reference-server/database/postgres/postgres-database.js';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';

afterAll(endSharedPostgres);

/** Time to wait for a connection, in milliseconds. */
const connectionWait = 5_000;

async function open(): Promise<{ database: PostgresDatabase; notes: string[] }> {
  const { address, drop } = await createTestSchema();
  const notes: string[] = [];
  const database = await openPostgres(address, {
    connections: 1,
    connectionWait,
    startWait: 0,
    mayBeUnreachable: false,
    note: (text) => notes.push(text),
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await database.close();
    await drop();
  });
  return { database, notes };
}

/** A request whose time is over. */
const over = {
  deadline: 0,
  client: { method: 'GET', path: '/api/slow', descriptor: undefined, headers: [] },
};

test('a connection that is in use a second after the end of its request is cut and logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { database, notes } = await open();
  const lease = await database.pool.lend(over);
  await lease.run({ text: 'BEGIN' });
  vi.advanceTimersByTime(900);
  expect(notes).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(notes).toEqual([
    'GET /api/slow: its connection to the database was still in use 1 s after its end, and has been cut.',
  ]);
  await expect.poll(() => database.findProblem()).toBeUndefined();
  await expect.poll(() => database.pool.isDrained).toBe(false);
  await lease.giveBack();
  expect(database.pool.isDrained).toBe(false);
});

test('connections that nobody gives back are a problem for the health check', async () => {
  const { database } = await open();
  const lease = await database.pool.lend();
  expect(await database.findProblem()).toBeUndefined();
  const later = performance.now() + connectionWait + 1;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect(await database.findProblem()).toBe('all connections to the database are in use');
  await lease.giveBack();
  expect(await database.findProblem()).toBeUndefined();
});

test('a connection that was given back runs no command of its last user', async () => {
  const { database } = await open();
  const lease = await database.pool.lend();
  await lease.giveBack();
  await expect(lease.run({ text: 'SELECT 1' })).rejects.toThrow('the script has ended');
});

test('a superuser is a risk, which names the user', async () => {
  const { database } = await open();
  const user = await database.pool.withConnection((connection) =>
    connection.run({ text: 'SELECT current_user' }),
  );
  expect(await database.findRisk()).toContain(`The user "${user.rows[0]?.[0]}" of the database`);
  await database.pool.withConnection((connection) =>
    connection.run({
      text: 'CREATE ROLE no_superuser; SET ROLE no_superuser',
      mayLeaveState: false,
    }),
  );
  expect(await database.findRisk()).toBeUndefined();
  await database.pool.withConnection((connection) =>
    connection.run({ text: 'RESET ROLE; DROP ROLE no_superuser' }),
  );
});
