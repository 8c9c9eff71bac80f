import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main as token } from '../../cli/token.js';
import { openProjectDatabase, shippedProject } from '../../reference-server/index.js';
import { runCommand } from '../reference-server/support/command.js';
import { serveFolder, type TestServer } from '../reference-server/support/serve.js';
import { temporaryFolder, temporaryProject } from '../reference-server/support/temporary.js';

function serveBearer(): Promise<TestServer> {
  const database = join(temporaryFolder(), 'db.sqlite3');
  return serveFolder(shippedProject('bearer'), { database });
}

async function createToken(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(token, ['create', ...argv]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trimEnd();
}

async function statusWith(url: string, text: string): Promise<number> {
  const headers = { Authorization: `Bearer ${text}` };
  return (await fetch(`${url}/api/products`, { headers })).status;
}

test('create and revoke take effect in a running server', async () => {
  const { url, database } = await serveBearer();
  const text = await createToken('--db', database.name);
  expect(text).toMatch(/^tt_[\w-]{43}$/);
  expect(await statusWith(url, text)).toBe(200);

  const { code, stdout } = await runCommand(token, ['revoke', text, '--db', database.name]);
  expect([code, stdout]).toEqual([0, `The token 1 (${text.slice(0, 9)}…) is revoked.\n`]);
  expect(await statusWith(url, text)).toBe(401);
});

test('create with a negative number of days prints an expired token', async () => {
  const { url, database } = await serveBearer();
  const text = await createToken('--days', '-1', '--db', database.name);
  expect(await statusWith(url, text)).toBe(401);
});

test('create prepares the database of a project before its first start', async () => {
  const project = temporaryProject({
    '_project.json': JSON.stringify({ base: shippedProject('bearer') }),
  });
  const text = await createToken('--project', project, '--days', '1');
  const { url } = await serveFolder(project);
  expect(await statusWith(url, text)).toBe(200);
});

test('list shows id, state, expiry and prefix of each token', async () => {
  const { database } = await serveBearer();
  const db = ['--db', database.name];
  const first = await createToken(...db, '--days', '-1');
  const second = await createToken(...db);
  const { stdout } = await runCommand(token, ['list', ...db]);
  const rows = stdout.trimEnd().split('\n');
  expect(rows[0]).toBe('id  valid  expires              token');
  expect(rows[1]).toMatch(new RegExp(`^1   no     [\\d-]{10} [\\d:]{8}  ${first.slice(0, 9)}…$`));
  expect(rows[2]).toMatch(new RegExp(`^2   yes    [\\d-]{10} [\\d:]{8}  ${second.slice(0, 9)}…$`));
});

test('exits with 1 for an unknown token', async () => {
  const { database } = await serveBearer();
  expect(await runCommand(token, ['revoke', '9', '--db', database.name])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'touchstone token: There is no token with the id, the text or the prefix "9".\n',
  });
});

test('exits with 2 for a database without bearer tokens', async () => {
  const project = temporaryProject({ 'api/a.wren': 'Response.json(1)' });
  await (await openProjectDatabase({ project })).close();
  const { code, stderr } = await runCommand(token, ['list', '--project', project]);
  expect(code).toBe(2);
  expect(stderr).toContain('has no table "sessions"');
});

test.each([[[]], [['make']], [['create', '--days', 'x']], [['revoke']]])(
  'exits with 2 for wrong usage: %j',
  async (argv) => {
    const { code, stderr } = await runCommand(token, argv);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
  },
);
