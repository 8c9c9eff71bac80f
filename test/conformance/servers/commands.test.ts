import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../../../kit/free-port.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { argumentsFor, makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

/** A shell command that serves `[]` on a port, from a process below the shell. */
function serveCommand(port: number): string {
  const script = `require("http").createServer((q, r) => r.end("[]")).listen(${port}, "127.0.0.1")`;
  return `'${process.execPath}' -e '${script}' & wait`;
}

test('a server is started, checked and ended with all its processes', async () => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const only = ['--only', 'http.paths.unknown,users.read.unknown'];
  const { report, code } = await runCheck(
    ['--base-url', url, '--start', serveCommand(port), ...only],
    { env: { PATH: process.env.PATH ?? '' } },
  );
  expect(report?.complete).toBe(true);
  expect(code).not.toBe(2);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('a server that ends before it answers is reported immediately', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const start = 'echo first >&2; echo "no such database." >&2; exit 7';
  const { code, stderr } = await runCheck(['--base-url', url, '--start', start, '--wait', '60']);
  expect(stderr).toBe(
    'touchstone check: --start: the command ended with code 7: no such database.\n',
  );
  expect(code).toBe(2);
});

test('of the output of a failed command, the line about an error is shown', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const start = 'echo loading >&2; echo "TypeError: x is not y" >&2; echo "at main" >&2; exit 1';
  const { stderr } = await runCheck(['--base-url', url, '--start', start]);
  expect(stderr).toContain('ended with code 1: TypeError: x is not y.');
});

test('the setup command gives credentials, which stay secret, and the teardown runs last', async () => {
  const server = await startConformingServer();
  const folder = makeFolder();
  const { 'api-key': apiKey, 'inactive-api-key': inactiveApiKey } = server.credentials;
  const printed = JSON.stringify({ 'api-key': 'wrong', 'inactive-api-key': inactiveApiKey });
  const commands = [
    ...['--setup', `echo "$TOUCHSTONE_BASE_URL" > setup.txt; echo '${printed}'`],
    ...['--teardown', 'cat setup.txt > teardown.txt; exit 3'],
  ];
  const argv = ['--base-url', server.url, '--api-key', apiKey, '--only', 'auth.api-key.*'];
  const { code, stdout, stderr, file } = await runCheck([...argv, ...commands], {}, folder);
  await server.close();
  expect(code).toBe(0);
  expect(stderr).toBe('touchstone check: --teardown: the command ended with code 3.\n');
  expect(readFileSync(join(folder, 'teardown.txt'), 'utf8')).toBe(`${server.url}\n`);
  expect(stdout + file('report.json')).not.toContain(inactiveApiKey);
});

test.each([
  ['exit 4', /^touchstone check: --setup: the command ended with code 4\.\n$/],
  ['echo hello', /--setup: the command's output is not JSON/],
  ['echo 7', /--setup: the command's output is not a JSON object/],
  [`echo '{"key": "k"}'`, /--setup: the command's output has "key", which is not the name of/],
  [`echo '{"api-key": 7}'`, /--setup: the command's output has no text for "api-key"/],
])('a setup that fails ends the check: %s', async (setup, message) => {
  const server = await startConformingServer();
  const folder = makeFolder();
  const { code, stderr } = await runCheck([...argumentsFor(server), '--setup', setup], {}, folder);
  await server.close();
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
  expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
});

test('a setup that prints one key for both roles ends the check, and the teardown runs', async () => {
  const server = await startConformingServer();
  const folder = makeFolder();
  const commands = [
    ...[
      '--setup',
      `echo '${JSON.stringify({ 'inactive-api-key': server.credentials['api-key'] })}'`,
    ],
    ...['--teardown', 'echo gone > teardown.txt'],
  ];
  const argv = ['--base-url', server.url, '--api-key', server.credentials['api-key'], ...commands];
  const { code, stderr } = await runCheck(argv, {}, folder);
  await server.close();
  expect(stderr).toMatch(/^touchstone check: --api-key and --inactive-api-key are the same: /);
  expect(code).toBe(2);
  expect(readFileSync(join(folder, 'teardown.txt'), 'utf8')).toBe('gone\n');
});

test('commands need the address of a server', async () => {
  const { code, stderr } = await runCheck(['--setup', 'true']);
  expect(stderr).toBe(
    'touchstone check: --setup: needs --base-url with the address of the server.\n',
  );
  expect(code).toBe(2);
});
