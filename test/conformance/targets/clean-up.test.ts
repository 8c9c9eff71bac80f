/** What a run has created is gone when it ends, however it ends, or its report lists it. */

import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOf } from '../../../conformance/creations/owned-resources.js';
import type { Report } from '../../../conformance/report/model.js';
import { isFull, seed } from '../../extent.js';
import type { Application } from '../../faulty/application.js';
import type { Plant } from '../../faulty/faults/fault.js';
import { Random } from '../../random.js';
import { argumentsFor, makeFolder, removeFolders, runCheck, runClean } from '../run-check.js';
import { startServer } from '../servers.js';

afterAll(removeFolders);

const isOfRun = (row: object) => /touchstone-[0-9a-f]{8}/i.test(JSON.stringify(row));

/** The rows of runs that a server holds, as reports name them. */
function rowsOfRuns({ users, products }: Application['store']): string[] {
  return [
    ...users.filter(isOfRun).map(({ id }) => `DELETE /api/users?id=${id}`),
    ...products.filter(isOfRun).map(({ id }) => `DELETE /api/products?id=${id}`),
  ].sort();
}

const listed = (report: Report | undefined) =>
  (report?.leftovers ?? []).map(({ deletion }) => deletion && lineOf(deletion)).sort();

/** Calls a function with each request, counted from 1, before it is answered. */
function onRequest(note: (count: number) => void): Plant {
  return (app) => {
    const handle = app.handle.bind(app);
    let count = 0;
    app.handle = (request) => {
      count += 1;
      note(count);
      return handle(request);
    };
  };
}

const some = 'users.*,products.create.*,products.update.*,products.delete.*';

describe('an interrupt', () => {
  const interrupts = isFull ? 40 : 2;
  const random = new Random(seed);

  test(`at ${interrupts} random times leaves no row, and a report`, async () => {
    for (let turn = 0; turn < interrupts; turn += 1) {
      const stopping = new AbortController();
      const at = 1 + random.below(1200);
      const server = await startServer({
        plant: onRequest((count) => count === at && stopping.abort()),
      });
      const options = ['--only', some, '--concurrency', String(1 + (turn % 8))];
      const argv = [...argumentsFor(server), ...options];
      const { code, report, stderr } = await runCheck(argv, { signal: stopping.signal });
      expect([at, rowsOfRuns(server.store)]).toEqual([at, []]);
      expect(report).toMatchObject({ complete: false, leftovers: [], faults: [] });
      expect([code, stderr]).toEqual([3, '']);
    }
  });

  test('ends the clean-up when it is the second one, and the remaining rows are listed', async () => {
    const [stopping, givingUp] = [new AbortController(), new AbortController()];
    let deletionsAfter = 0;
    const server = await startServer({
      plant: (app) => {
        const transmit = app.transmit.bind(app);
        app.transmit = (answer, response) => {
          if (app.store.users.filter(isOfRun).length > 4) stopping.abort();
          const isCleanUp = response.req.method === 'DELETE' && stopping.signal.aborted;
          if (isCleanUp && givingUp.signal.aborted) deletionsAfter += 1;
          if (isCleanUp) givingUp.abort();
          else transmit(answer, response);
        };
        app.store.removeUser = () => {};
      },
    });
    // In other orders, a scenario has deleted a row itself, which this server keeps.
    const order = ['--concurrency', '2', '--seed', '1'];
    const argv = [...argumentsFor(server), '--only', 'users.create.*', ...order];
    const signals = { signal: stopping.signal, givingUp: givingUp.signal };
    const { code, report } = await runCheck(argv, signals);
    const left = rowsOfRuns(server.store);
    expect(left.length).toBeGreaterThan(4);
    expect(listed(report)).toEqual(left);
    expect(report?.leftovers[0]?.reason).toBe('the run was stopped');
    // One may have been sent before.
    expect(deletionsAfter).toBeLessThanOrEqual(1);
    expect(code).toBe(3);
  });
});

describe('a clean-up', () => {
  test('continues after lost connections', async () => {
    let lost = 0;
    const server = await startServer({
      plant: (app) => {
        const transmit = app.transmit.bind(app);
        let deletions = 0;
        app.transmit = (answer, response) => {
          const isDeletion = response.req.method === 'DELETE';
          if (isDeletion) deletions += 1;
          const isLost = isDeletion && deletions % 3 === 0;
          if (isLost) lost += 1;
          if (isLost) response.destroy();
          else transmit(answer, response);
        };
      },
    });
    const argv = [...argumentsFor(server), '--only', 'users.create.*,products.create.*'];
    const { report } = await runCheck(argv);
    expect(lost).toBeGreaterThan(5);
    expect(report?.leftovers).toEqual([]);
    expect(rowsOfRuns(server.store)).toEqual([]);
  });

  test('repeats deletes that failed', async () => {
    const rejected = new Set<string>();
    const server = await startServer({
      plant: (app) => {
        const handle = app.handle.bind(app);
        app.handle = (request) => {
          const id = request.query.get('id') ?? '';
          const isFirst = request.method === 'DELETE' && !rejected.has(id);
          if (!isFirst) return handle(request);
          rejected.add(id);
          return app.error(500, 'The database is locked');
        };
      },
    });
    const argv = [...argumentsFor(server), '--only', 'users.create.id,products.create.id'];
    const { report } = await runCheck(argv);
    expect(rejected.size).toBeGreaterThan(1);
    expect(report?.leftovers).toEqual([]);
    expect(rowsOfRuns(server.store)).toEqual([]);
  });

  test('reads single rows where a list has no answer', async () => {
    const server = await startServer({
      plant: (app) => {
        const transmit = app.transmit.bind(app);
        app.transmit = (answer, response) => {
          const isOfList = response.req.url === '/api/users' && response.req.method === 'GET';
          const isLost = isOfList && app.store.users.filter(isOfRun).length > 5;
          if (isLost) response.destroy();
          else transmit(answer, response);
        };
      },
    });
    const argv = [...argumentsFor(server), '--only', 'users.create.*'];
    const { report } = await runCheck(argv);
    expect(report?.leftovers).toEqual([]);
    expect(rowsOfRuns(server.store)).toEqual([]);
  });
});

describe('the leftovers of a clean-up', () => {
  test('include rows that the list still shows, although no read finds them', async () => {
    const server = await startServer({
      plant: (app) => {
        app.findUser = () => undefined;
        app.store.removeUser = () => undefined;
      },
    });
    const argv = [...argumentsFor(server), '--only', 'users.create.status'];
    const { report } = await runCheck(argv);
    const left = rowsOfRuns(server.store);
    expect(left.length).toBeGreaterThan(0);
    expect(listed(report)).toEqual(left);
  });

  test('include rows that may be stored after the last list', async () => {
    const pending: (() => void)[] = [];
    const unanswered = 'no answer';
    const server = await startServer({
      plant: (app) => {
        const handle = app.handle.bind(app);
        app.handle = (request) => {
          const isCreate = request.method === 'POST' && request.path === '/api/users';
          if (!isCreate || pending.length > 0) return handle(request);
          pending.push(() => handle(request));
          return app.error(500, unanswered);
        };
        const transmit = app.transmit.bind(app);
        app.transmit = (answer, response) => {
          if (!answer.body?.includes(unanswered)) transmit(answer, response);
        };
      },
    });
    const argv = [...argumentsFor(server), '--only', 'users.create.*', '--timeout', '2000'];
    const folder = makeFolder();
    const { report } = await runCheck(argv, {}, folder);
    expect(report?.leftovers).toMatchObject([
      {
        creation: { method: 'POST', path: '/api/users' },
        reason: expect.stringContaining('may still be stored'),
      },
    ]);
    for (const store of pending) store();
    expect(rowsOfRuns(server.store)).toHaveLength(1);
    const { code } = await runClean([join(folder, 'reports', 'report.json')]);
    expect(code).toBe(0);
    expect(rowsOfRuns(server.store)).toEqual([]);
  });

  test('are listed with the command that deletes them later', async () => {
    let isMended = false;
    const server = await startServer({
      plant: (app) => {
        const removeUser = app.store.removeUser.bind(app.store);
        app.store.removeUser = (id) => isMended && removeUser(id);
        const deleteProduct = app.deleteProduct.bind(app);
        app.deleteProduct = (request, id) => {
          // Half of them are gone although the answer says otherwise.
          const answer = isMended || Number(id) % 2 === 0 ? deleteProduct(request, id) : undefined;
          return isMended && answer !== undefined ? answer : app.error(500, 'out of order');
        };
      },
    });
    const folder = makeFolder();
    const options = ['--only', 'users.create.*,products.create.*'];
    const first = await runCheck([...argumentsFor(server), ...options], {}, folder);
    const left = rowsOfRuns(server.store);
    expect(left.length).toBeGreaterThan(5);
    expect(listed(first.report)).toEqual(left);
    expect(first.report?.leftovers[0]?.reason).toMatch(/^DELETE was answered with (204|500), and/);
    expect(first.stdout).toContain('\n  npx touchstone clean reports/report.json --api-key …\n');

    const file = join(folder, 'reports', 'report.json');
    const apiKey = ['--api-key', server.credentials['api-key']];
    const again = await runClean([file, ...apiKey]);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain(`${left.length} left`);
    isMended = true;
    expect(await runClean([file])).toMatchObject({
      code: 2,
      stderr: 'touchstone clean: needs --api-key to delete the rows of basic.\n',
    });
    const foreign = JSON.stringify(server.store.users.filter((row) => !isOfRun(row)));
    const { length } = rowsOfRuns(server.store);
    const said = (deleted: number) =>
      `basic: ${deleted} rows deleted, 0 left, ${left.length - deleted} not found\n`;
    const last = await runClean([file, ...apiKey]);
    expect([last.code, last.stdout]).toEqual([0, said(length)]);
    const none = await runClean([file, ...apiKey]);
    expect([none.code, none.stdout]).toEqual([0, said(0)]);
    expect(rowsOfRuns(server.store)).toEqual([]);
    expect(JSON.stringify(server.store.users)).toBe(foreign);
  });
});
