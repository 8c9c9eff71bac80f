/** `touchstone check --openapi`: what it finds by a description alone, and what it never accuses. */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { oneOfEachKind } from '../../extent.js';
import { makeFolder, removeFolders, runCheck, runCommand } from '../run-check.js';
import { faults, type Note, Notes, token } from './notes-server.js';

afterAll(removeFolders);

const description = fileURLToPath(new URL('notes.yaml', import.meta.url));

/** Checks a server; rows of others are there before. */
async function check(server: Notes, argv: readonly string[] = []) {
  const foreign = { id: '7d444840-9dc0-41d1-b245-5ffdce74fad9', title: 'foreign', state: 'open' };
  server.notes.set(foreign.id, { ...foreign, priority: 1, created: '2026-01-01T00:00:00Z' });
  const listening = server.listen().listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const options = ['--openapi', description, '--base-url', url, '--token', token];
  const result = await runCheck([...options, ...argv]);
  listening.close();
  const rows = result.report?.requirements ?? [];
  const failed = rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
  return { ...result, rows, failed, left: [...server.notes.values()].map(({ title }) => title) };
}

describe('a conforming server', () => {
  test('conforms, keeps the rows of others, and gets few requests', async () => {
    const server = new Notes();
    const { code, rows, stdout, left } = await check(server);
    expect(
      rows.filter(({ verdict }) => verdict !== 'pass'),
      stdout,
    ).toEqual([]);
    expect(code).toBe(0);
    expect(left).toEqual(['foreign']);
    expect(server.requests).toBeLessThanOrEqual(250);
    expect(rows.length).toBeGreaterThan(80);
  });

  test.each<[string, (server: Notes) => void]>([
    [
      'lists the newest note first',
      (one) => {
        const { list } = one;
        one.list = (query) => (query.get('sort') === null ? list(query).toReversed() : list(query));
      },
    ],
    [
      'updates its list a moment later',
      (one) => {
        const { list } = one;
        const [shown, deleted] = [new Map<string, number>(), new Map<Note, number>()];
        const { store, remove } = one;
        one.store = (note) => {
          shown.set(note.id, Date.now() + 200);
          store(note);
        };
        one.remove = (id) => {
          const note = one.notes.get(id);
          if (note !== undefined) deleted.set(note, Date.now() + 200);
          remove(id);
        };
        // A deleted note may stay in the whole list; in a filtered one it would have to match.
        const gone = (query: URLSearchParams) =>
          query.size === 0 ? [...deleted].filter(([, until]) => until > Date.now()) : [];
        one.list = (query) => [
          ...list(query).filter(({ id }) => (shown.get(id) ?? 0) < Date.now()),
          ...gone(query).map(([note]) => note),
        ];
      },
    ],
    [
      'shows further members',
      (one) => {
        one.show = (note) => ({ ...note, links: { self: `/notes/${note.id}` } });
      },
    ],
    [
      'has absolute locations',
      (one) => {
        one.location = (id) => `http://notes.example/notes/${id}`;
      },
    ],
  ])('that %s conforms', async (_name, vary) => {
    const server = new Notes();
    vary(server);
    const { failed, stdout } = await check(server);
    expect(failed, stdout).toEqual([]);
  });
});

/** The faults, or in `npm test` one of each kind of requirement. */
const chosen = oneOfEachKind(faults, ({ requirement }) => [requirement.replace(/^.*\./, '')]);

test.each(chosen)('finds that $name', async ({ requirement, plant }) => {
  const server = new Notes();
  plant(server);
  const { failed, stdout } = await check(server, ['--only', requirement]);
  expect(failed, stdout).toEqual([requirement]);
});

test.each(['pages overlap', 'the limit is ignored', 'a rejected note is stored'])(
  'has one failure when %s',
  async (name) => {
    const server = new Notes();
    const fault = faults.find((one) => one.name === name);
    fault?.plant(server);
    const { failed, stdout } = await check(server);
    expect(failed, stdout).toEqual([fault?.requirement]);
  },
);

test.each([
  [['--except', 'lists'], /--except concerns what is derived .* --openapi/],
  [['--examples', '3'], /--examples concerns what is derived .* --openapi/],
])('explains the options %j', async (argv, message) => {
  const { code, stderr } = await runCheck([...argv, '--base-url', 'http://127.0.0.1:1']);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test.each(['check', 'prove', 'replay', 'clean'])(
  'names the options for credentials when %s does not know one',
  async (command) => {
    const argv = ['--openapi', description, '--toke', 'x'];
    const { code, stderr } = await runCommand(command, argv, {}, makeFolder());
    expect(stderr).toMatch(
      /^touchstone \w+: Unknown option '--toke'.*\. The security schemes of the description give --token\.\n$/,
    );
    expect(code).toBe(2);
  },
);

test('has one failure for malformed JSON, and cites no file', async () => {
  const server = new Notes();
  server.malformedStatus = 500;
  const { failed, stdout } = await check(server);
  expect(failed, stdout).toEqual(['create-note.body.malformed']);
  expect(stdout).not.toContain('.feature');
});

test('says why a description has nothing that can be checked', async () => {
  const folder = makeFolder();
  const session = { name: 'session', in: 'cookie', required: true, schema: { type: 'string' } };
  const get = { parameters: [session], responses: { 200: { description: 'Notes' } } };
  const info = { title: 'Notes', version: '1' };
  const document = { openapi: '3.1.0', info, paths: { '/notes': { get } } };
  writeFileSync(join(folder, 'a.json'), JSON.stringify(document));
  const argv = ['--openapi', 'a.json', '--base-url', 'http://127.0.0.1:1'];
  const { code, stderr } = await runCheck(argv, {}, folder);
  expect(code).toBe(2);
  expect(stderr).toMatch(/no operation that can be checked:\n {2}the cookie session is needed\n/);
});
