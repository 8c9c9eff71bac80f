/** The commands on a PostgreSQL database. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { main as key } from '../../../cli/key.js';
import { main as serve } from '../../../cli/serve.js';
import { main as token } from '../../../cli/token.js';
import { shippedProject } from '../../../reference-server/index.js';
import { runCommand, startCommand } from '../support/command.js';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';
import { serveFolder } from '../support/serve.js';
import { temporaryProject } from '../support/temporary.js';

afterAll(endSharedPostgres);

async function createSchema(): Promise<string> {
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  return address;
}

test('key creates, lists and revokes', async () => {
  const address = await createSchema();
  const { url } = await serveFolder(shippedProject('basic'), { database: address });
  const db = ['--db', address];
  const created = (await runCommand(key, ['create', ...db])).stdout.trimEnd();
  const statusOf = async (): Promise<number> =>
    (await fetch(`${url}/api/products`, { headers: { 'X-API-Key': created } })).status;
  expect(await statusOf()).toBe(200);
  const { stdout: list } = await runCommand(key, ['list', ...db]);
  expect(list).toMatch(new RegExp(`1 +1 +yes +[\\d-]{10} [\\d:]{8} +${created.slice(0, 9)}…\n$`));
  const { code, stdout } = await runCommand(key, ['revoke', created, ...db]);
  expect([code, stdout]).toEqual([0, `The key 1 (${created.slice(0, 9)}…) is revoked.\n`]);
  expect(await statusOf()).toBe(401);
  expect(await runCommand(key, ['create', '--user', '99', ...db])).toMatchObject({
    code: 1,
    stderr: 'touchstone key: No key was created: there is no user with id 99.\n',
  });
});

test('token creates, lists and revokes', async () => {
  const address = await createSchema();
  const { url } = await serveFolder(shippedProject('bearer'), { database: address });
  const db = ['--db', address];
  const created = (await runCommand(token, ['create', '--days', '1', ...db])).stdout.trimEnd();
  const statusOf = async (): Promise<number> =>
    (await fetch(`${url}/api/users`, { headers: { Authorization: `Bearer ${created}` } })).status;
  expect(await statusOf()).toBe(200);
  expect((await runCommand(token, ['list', ...db])).stdout).toContain('yes');
  expect((await runCommand(token, ['revoke', '1', ...db])).code).toBe(0);
  expect(await statusOf()).toBe(401);
});

test('a database without the table ends a command with 2 and without its password', async () => {
  const address = await createSchema();
  const { code, stderr } = await runCommand(key, ['list', '--db', address]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^touchstone key: The database "postgres:\/\/\w+@127.0.0.1:\d+\/app\w*" has no table "api_keys"\.\n$/,
  );
});

test('serve shows the database without its password', async () => {
  const address = await createSchema();
  const project = temporaryProject({ 'api/a.wren': 'Response.json(1)' });
  const { password } = new URL(address);
  const command = startCommand(serve, [project, '--port', '0', '--db', address, '--pool', '3']);
  await command.printed(/database {3}postgres:\/\/\w+@127\.0\.0\.1:\d+\/app\w*\n/);
  expect(await command.stop()).toBe(0);
  expect(command.stdout.text + command.stderr.text).not.toContain(password);
});

test.each([
  ['--pool', '0'],
  ['--pool', 'many'],
  ['--wait', '-1'],
])('serve refuses %s %s', async (option, value) => {
  const { code, stderr } = await runCommand(serve, [option, value]);
  expect(code).toBe(2);
  expect(stderr).toContain('It must be a whole number from');
});
