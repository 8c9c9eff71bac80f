/** What a check of release 0.1.0 left behind is deleted by the present version. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptLeftover, keptReason } from '../../../conformance/creations/owned-resources.js';
import { parseReport, withRequests } from '../../../conformance/report/read.js';
import { sampleReport } from '../report/sample.js';
import { makeFolder, removeFolders, runClean } from '../run-check.js';
import { startServer } from '../servers.js';

afterAll(removeFolders);

const reason = 'DELETE was answered with 500';

test.each([
  [
    { resource: 'DELETE', id: '/todos/7', reason },
    { deletion: { method: 'DELETE', path: '/todos/7' }, reason },
  ],
  [
    { resource: 'POST /todos', id: null, reason },
    { creation: { method: 'POST', path: '/todos' }, reason },
  ],
  [
    { resource: 'todos', id: '7', reason },
    { creation: { method: 'POST', path: 'todos' }, reason },
  ],
])('%j is read as %j', (older, present) => {
  expect(withRequests(older)).toEqual(present);
  expect(withRequests(present)).toBe(present);
});

test('what no sentence deletes is known by a field, and in older results by its reason', () => {
  const creation = { method: 'POST', path: '/todos' };
  const older = { server: 'basic', creation, reason: keptReason };
  const report = sampleReport({ leftovers: [older, { ...older, reason, isKept: true }] });
  const { leftovers } = parseReport(JSON.stringify(report), 'report.json');
  expect(leftovers).toEqual([
    { ...older, ...keptLeftover },
    { ...older, reason, isKept: true },
  ]);
});

test('rows that an older result names by their kind are found in its list', async () => {
  const server = await startServer();
  const { marker } = sampleReport();
  const others = structuredClone(server.store.users);
  const row = server.store.addUser(`Ada ${marker}-1`, `${marker}-2@example.com`);
  const folder = makeFolder();
  const servers = [{ name: 'basic', class: 'api', profile: 'basic', url: server.url }];
  const leftovers = [{ server: 'basic', resource: 'users', id: String(row.id), reason }];
  const report = sampleReport({ leftovers: leftovers as never });
  const file = join(folder, 'report.json');
  const text = JSON.stringify({
    ...report,
    suite: { ...report.suite, name: 'rest-api-scripting-service' },
    target: { ...report.target, servers },
  });
  writeFileSync(file, text);
  expect(await runClean([file, '--api-key', server.credentials['api-key'] ?? ''])).toMatchObject({
    ...{ code: 0, stderr: '' },
  });
  expect(server.store.users).toEqual(others);
});
