import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main as key } from '../../cli/key.js';
import { main as serve } from '../../cli/serve.js';
import { packageFile } from '../../kit/package-root.js';
import { runCommand, startCommand } from '../reference-server/support/command.js';
import { RawClient } from '../reference-server/support/raw-request.js';
import {
  temporaryFolder,
  temporaryProject,
  writeFiles,
} from '../reference-server/support/temporary.js';

const hello = { 'api/hello.wren': 'Response.json("hello")' };

test('serves a project until it is stopped', async () => {
  const folder = temporaryProject({ 'shop/api/hello.wren': 'Response.json("hello")' });
  const command = startCommand(serve, ['shop', '--port', '0'], folder);
  const [, url] = await command.printed(/"shop" at (http:\/\/127\.0\.0\.1:\d+)\n[\s\S]*\n$/);
  expect(command.stdout.text).toMatch(/database +shop\/_db\.sqlite3\n/);
  expect(command.stdout.text).toMatch(/endpoints +\/api\/hello\n/);
  expect(command.stdout.text).not.toContain('key create');
  expect(await (await fetch(`${url}/api/hello`)).json()).toBe('hello');

  expect(await command.stop()).toBe(0);
  expect(command.stderr.text).toBe('');
  await expect(fetch(`${url}/api/hello`)).rejects.toThrow();
});

test('serves the project basic by its name and prints how to create a key', async () => {
  const database = join(temporaryFolder(), 'db.sqlite3');
  const command = startCommand(serve, ['basic', '--port', '0', '--db', database]);
  const [, url] = await command.printed(
    /"basic" at (http:\S+)\n[\s\S]*touchstone key create --db .+\n$/,
  );
  expect(await (await fetch(`${url}/api/users`)).json()).toEqual([]);
  expect(await command.stop()).toBe(0);
});

test('a shipped project has its database in the current folder', async () => {
  const cwd = temporaryFolder();
  const command = startCommand(serve, ['--port', '0'], cwd);
  await command.printed(/database +basic\.sqlite3\n[\s\S]*touchstone key create\n/);
  expect(statSync(join(cwd, 'basic.sqlite3')).mode & 0o777).toBe(0o600);
  const { code, stdout } = await runCommand(key, ['create'], cwd);
  expect(code).toBe(0);
  expect((await runCommand(key, ['list', '--db', 'basic.sqlite3'], cwd)).stdout).toContain(
    stdout.slice(0, 9),
  );
  expect(await command.stop()).toBe(0);
});

test.each<[string, () => string, boolean]>([
  ['users and products, which the API docs describe', () => 'basic', true],
  ['other resources', () => temporaryProject(hello), false],
])(
  'prints the URL of the API docs with --dev according to the project: %s',
  async (_, locate, isNamed) => {
    const project = locate();
    const database = join(temporaryFolder(), 'db.sqlite3');
    const command = startCommand(serve, [project, '--port', '0', '--dev', '--db', database]);
    await command.printed(/endpoints [\s\S]*\n$/);
    expect(/API docs +http:\S+\/docs\/\n/.test(command.stdout.text)).toBe(isNamed);
    await command.stop();
  },
);

test('shows faults to the client with --dev', async () => {
  const folder = temporaryProject({ 'api/bad.wren': 'null.oh' });
  const command = startCommand(serve, [folder, '--port', '0', '--dev']);
  const [, url] = await command.printed(/at (http:\S+)\n/);
  expect(await (await fetch(`${url}/api/bad`)).json()).toHaveProperty('trace');
  await command.stop();
});

test.each([
  ['--port', 'x'],
  ['--port', '65536'],
  ['--workers', '0'],
  ['--db', ':memory:'],
  ['--db', ''],
  ['--host', ''],
  [''],
  ['--colour'],
  ['one', 'two'],
])('exits with 2 for wrong usage: %s %s', async (...argv) => {
  const { code, stdout, stderr } = await runCommand(serve, argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^touchstone serve: .+\. See --help\.\n$/);
});

test('exits with 2 for a project that does not exist', async () => {
  const { code, stderr } = await runCommand(serve, ['nowhere']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^touchstone serve: There is no project "nowhere": .+basic.+\n$/);
});

test('exits with 2 for a script with a syntax error and prints its position', async () => {
  const folder = temporaryProject({ ...hello, 'api/bad.wren': 'var a = 1\nvar = 2' });
  const { code, stderr } = await runCommand(serve, [folder, '--port', '0']);
  expect(code).toBe(2);
  expect(stderr).toContain("[api/bad.wren line 2] Error at '=': Expect variable name.");
});

test('exits with 2 for a database file that is not a database', async () => {
  const folder = temporaryProject(hello);
  writeFileSync(join(folder, 'notes.txt'), 'These are notes, not a database.');
  const { code, stderr } = await runCommand(serve, ['.', '--db', 'notes.txt'], folder);
  expect(code).toBe(2);
  expect(stderr).toContain(`The database "${join(folder, 'notes.txt')}" cannot be opened`);
});

test.each(['.', '/dev/null'])(
  'exits with 2 for the database %s, which is not a file',
  async (db) => {
    const { code, stderr } = await runCommand(serve, ['.', '--db', db], temporaryProject(hello));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^touchstone serve: The database ".+" cannot be opened: .+\.\n$/);
  },
);

test.each(['mysql://shop@db.example.com/shop', 'https://db.example.com'])(
  'exits with 2 for the database %s, and creates no file',
  async (db) => {
    const folder = temporaryProject(hello);
    const { code, stderr } = await runCommand(serve, ['.', '--db', db], folder);
    expect(code).toBe(2);
    expect(stderr).toContain(`${db.split(':')[0]}:// is not supported. Name a file for SQLite`);
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(hello).map((path) => path.split('/')[0]),
    );
  },
);

test('exits with 2 for a port in use', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const { code, stderr } = await runCommand(serve, [
    temporaryProject(hello),
    '--port',
    String(port),
  ]);
  other.close();
  expect(code).toBe(2);
  expect(stderr).toBe(
    `touchstone serve: The server cannot listen on 127.0.0.1, port ${port}: ` +
      'the port is in use by another program.\n',
  );
});

test('exits with 2 for an address of another machine', async () => {
  // An address for documentation, which no machine has (RFC 5737).
  const { code, stderr } = await runCommand(serve, [
    temporaryProject(hello),
    '--host',
    '192.0.2.1',
    '--port',
    '7001',
  ]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'touchstone serve: The server cannot listen on 192.0.2.1, port 7001: ' +
      'this machine has no such address.\n',
  );
});

test('exits with 1 for a failing migration', async () => {
  const folder = temporaryProject({ ...hello, '_migration.wren': 'Db.migrate("001", `NO SQL`)' });
  const { code, stderr } = await runCommand(serve, [folder, '--port', '0']);
  expect(code).toBe(1);
  expect(stderr).toContain('Migration "001" failed: near "NO": syntax error.');
  expect(stderr).toContain('[_migration.wren line 1]');
});

test('lists at most 20 endpoints', async () => {
  const paths = Array.from({ length: 23 }, (_, index) => `api/e${10 + index}.wren`);
  const folder = temporaryProject(Object.fromEntries(paths.map((path) => [path, ''])));
  const command = startCommand(serve, [folder, '--port', '0']);
  await command.printed(/endpoints +\/api\/e10 .* \/api\/e29 {2}and 3 more\n/);
  await command.stop();
});

test('prefers a folder to a shipped project of the same name', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'basic'));
  writeFiles(join(cwd, 'basic'), { 'api/own.wren': 'Response.json(1)' });
  const command = startCommand(serve, ['basic', '--port', '0'], cwd);
  await command.printed(/endpoints +\/api\/own\n/);
  await command.stop();
});

test.each([
  ['SIGTERM', '1'],
  ['SIGINT', '1'],
  ['SIGTERM', '2'],
  ['SIGINT', '2'],
] as const)('exits with 0 on %s with --workers %s', async (signal, workers) => {
  const folder = temporaryProject(hello);
  const program = packageFile('bin', 'touchstone.js');
  const argv = [program, 'serve', folder, '--port', '0', '--workers', workers];
  const child = spawn(process.execPath, argv);
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited]);
  child.kill(signal);
  expect(await exited).toEqual([0, null]);
});

test('exits with 0 on SIGTERM while migrations run', async () => {
  const migration = 'System.print("begun")\nwhile (true) {}';
  const folder = temporaryProject({ ...hello, '_migration.wren': migration });
  const program = packageFile('bin', 'touchstone.js');
  const child = spawn(process.execPath, [program, 'serve', folder, '--port', '0']);
  const exited = once(child, 'exit');
  await Promise.race([once(child.stderr, 'data'), exited]);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a second signal ends a server that waits for a pending request', async () => {
  const program = packageFile('bin', 'touchstone.js');
  const argv = [program, 'serve', temporaryProject(hello), '--port', '0'];
  const child = spawn(process.execPath, argv);
  const exited = once(child, 'exit');
  const [printed] = await Promise.race([once(child.stdout, 'data'), exited]);
  const [url = ''] = /http:\S+/.exec(String(printed)) ?? [];
  const client = new RawClient(url);
  client.send('POST /api/hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n');
  client.send('Expect: 100-continue\r\n\r\n');
  await client.received(/100 Continue/);
  child.kill('SIGTERM');
  // The worker listens no more when the first signal has been handled.
  const isListening = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening).toBe(false);
  child.kill('SIGTERM');
  expect(await exited).toEqual([null, 'SIGTERM']);
});

test('serves while the disk of its log is full', async () => {
  const folder = temporaryProject({ ...hello, 'api/bad.wren': 'null.oh' });
  const program = packageFile('bin', 'touchstone.js');
  const argv = [program, 'serve', folder, '--port', '0'];
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
  });
  const exited = once(child, 'exit');
  const [printed] = await Promise.race([once(child.stdout ?? child, 'data'), exited]);
  const [url = ''] = /http:\S+/.exec(String(printed)) ?? [];
  for (let count = 0; count < 3; count++) {
    expect((await fetch(`${url}/api/bad`)).status).toBe(500);
    expect((await fetch(`${url}/api/hello`)).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('--help has examples', async () => {
  const { code, stdout } = await runCommand(serve, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('Examples:\n  touchstone serve ');
});
