/** Rows of a check that is killed can be deleted by the journal that it leaves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findJournals, RunJournal, readJournal } from '../../../conformance/check/run-journal.js';
import type { Report } from '../../../conformance/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import type { Application } from '../../faulty/application.js';
import type { Plant } from '../../faulty/faults/fault.js';
import { sampleReport } from '../report/sample.js';
import { argumentsFor, makeFolder, removeFolders, runCheck, runCommand } from '../run-check.js';
import { startServer } from '../servers.js';

afterAll(removeFolders);

const some = ['--only', 'users.create.*,users.update.stores,products.update.stores'];
const isOfRun = (row: object) => /touchstone-[0-9a-f]{8}/i.test(JSON.stringify(row));
const rowsIn = ({ users, products }: Application['store']) => [...users, ...products];

/** Kills a check when its server has received a number of requests that may create a row. */
async function killCheck(at: number) {
  let check: ChildProcess | undefined;
  let count = 0;
  const killing: Plant = (app) => {
    const handle = app.handle.bind(app);
    app.handle = (request) => {
      if (request.method === 'POST') count += 1;
      if (count === at) check?.kill('SIGKILL');
      return handle(request);
    };
  };
  const server = await startServer({ plant: killing });
  const others = structuredClone(rowsIn(server.store));
  const folder = makeFolder();
  const program = [packageFile('bin', 'touchstone.js'), 'check'];
  check = spawn(process.execPath, [...program, ...argumentsFor(server), ...some], {
    cwd: folder,
    stdio: 'ignore',
  });
  await once(check, 'exit');
  return { server, folder, others, reports: join(folder, 'reports') };
}

test('a journal is no longer than its rows need, however often they change', () => {
  const folder = makeFolder();
  const journal = new RunJournal(folder, 'touchstone-0a1b2c3d', () => sampleReport());
  const row = (id: number) => ({
    deletion: { method: 'DELETE', path: `/api/users?id=${id}` },
  });
  for (let id = 0; id < 6_000; id += 1) {
    journal.record('basic', { kind: 'added', resource: row(id) }, (text) => text);
    if (id > 0) journal.record('basic', { kind: 'removed', resource: row(id) }, (text) => text);
  }
  const [name = ''] = findJournals(folder);
  const path = join(folder, name);
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(5_010);
  expect(readJournal(path, name).leftovers).toMatchObject([row(0)]);
});

describe('a check that is killed', () => {
  test.each([1, 7, 40])(
    'at its POST %i leaves a journal, by which its rows are deleted',
    async (at) => {
      const { server, folder, others, reports } = await killCheck(at);
      expect(rowsIn(server.store).filter(isOfRun)).not.toEqual([]);
      const [name = ''] = findJournals(reports);
      const text = readFileSync(join(reports, name), 'utf8');
      for (const secret of Object.values(server.credentials)) expect(text).not.toContain(secret);
      const argv = [join('reports', name), ...argumentsFor(server)];
      const { code, stderr } = await runCommand('clean', argv, {}, folder);
      expect([code, stderr, rowsIn(server.store)]).toEqual([0, '', others]);
      expect(findJournals(reports)).toEqual([]);
    },
  );

  test('is named by the next one, which leaves no journal', async () => {
    const { server, folder, reports } = await killCheck(7);
    const journals = findJournals(reports);
    const { code, stdout } = await runCheck([...argumentsFor(server), ...some], {}, folder);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `run:\n  npx touchstone clean reports/${journals[0]} --api-key … --bearer-token …\nChecking http://127.0.0.1:`,
    );
    expect(findJournals(reports)).toEqual(journals);
  });
});

describe('a journal', () => {
  const report: Report = sampleReport({ complete: false });
  const redact = (text: string) => text.replaceAll('sesame', '***');
  const todo = (path: string) => ({ deletion: { method: 'DELETE', path } });
  const added = (path: string, headers = {}) =>
    ({ kind: 'added', resource: { ...todo(path), headers } }) as const;
  const creation = { method: 'POST', path: '/todos' };

  function open() {
    const folder = makeFolder();
    const journal = new RunJournal(folder, 'touchstone-0a1b2c3d', () => report);
    const path = join(folder, 'unfinished-touchstone-0a1b2c3d.jsonl');
    return { journal, path, read: () => readJournal(path, 'j').leftovers };
  }

  test('gives the rows that were left at its last line', () => {
    const { journal, path, read } = open();
    journal.record('a', added('/todos/1', { 'X-Version': '1', 'X-Key': 'sesame' }), redact);
    journal.record('a', added('/todos/2'), redact);
    journal.record('b', { kind: 'unnamed', creation, by: 1 }, redact);
    journal.record('b', { kind: 'unnamed', creation, by: 1, isKept: true }, redact);
    journal.record('a', { kind: 'removed', resource: todo('/todos/2') }, redact);
    appendFileSync(path, '{"server":"a","chan');
    const reason = 'the run was killed before it deleted it';
    expect(read()).toEqual([
      { server: 'a', ...todo('/todos/1'), headers: { 'X-Version': '1' }, reason },
      { server: 'b', creation, reason },
      { server: 'b', creation, reason, isKept: true },
    ]);
  });

  test('exists while its run may have created rows', () => {
    const { journal, path } = open();
    journal.end();
    expect(existsSync(path)).toBe(false);
    journal.record('a', added('/todos/1'), redact);
    expect(existsSync(path)).toBe(true);
    journal.end();
    expect(existsSync(path)).toBe(false);
  });

  test('that is cut in its first line is refused', () => {
    const { journal, path, read } = open();
    journal.record('a', added('/todos/1'), redact);
    const text = readFileSync(path, 'utf8').slice(0, 40);
    appendFileSync(path.replace('0a1b', '1111'), text);
    expect(() => readJournal(path.replace('0a1b', '1111'), 'j')).toThrow('j is not JSON');
    expect(read()).toHaveLength(1);
  });
});
