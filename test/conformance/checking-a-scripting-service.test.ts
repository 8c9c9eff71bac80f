/** Every command of docs/checking-a-scripting-service.md works. */
import { readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main as serve } from '../../cli/serve.js';
import { packageFile } from '../../kit/package-root.js';
import { createApiKey, revokeApiKey, shippedProject, start } from '../../reference-server/index.js';
import { isFull } from '../extent.js';
import { type RunningCommand, startCommand } from '../reference-server/support/command.js';
import { makeFolder, removeFolders, runCheck } from './run-check.js';

const guide = readFileSync(packageFile('docs', 'checking-a-scripting-service.md'), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, text = '']) => text);

/** The words after the command's name, as a shell would split them. */
function argumentsOf(command: string, variables: Readonly<Record<string, string>> = {}): string[] {
  const line = command.replaceAll('\\\n', ' ').replace(/^npx touchstone \w+ /, '');
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return words.map(([, raw, quoted, plain]) =>
    (raw ?? quoted ?? plain ?? '').replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? ''),
  );
}

let hosting: RunningCommand;
let probesUrl: string;

beforeAll(async () => {
  const folder = makeFolder();
  symlinkSync(packageFile('spec'), join(folder, 'spec'));
  const argv = argumentsOf(blocks[0] ?? '').map((word) => (word === '7002' ? '0' : word));
  hosting = startCommand(serve, argv, folder);
  probesUrl = (await hosting.printed(/http:\/\/\S+/))[0];
});

afterAll(async () => {
  await hosting.stop();
  removeFolders();
});

const hosted = (command: string): string => command.replace('http://127.0.0.1:7002', probesUrl);

test('the guide has only these commands', () => {
  expect(blocks.map((block) => block.split(' ').slice(0, 3).join(' '))).toEqual([
    'npx touchstone serve',
    'npx touchstone check',
    'npx touchstone check',
    'npx touchstone check',
  ]);
});

test('the probes are checked, and none of their rows remains', async () => {
  const { code, report } = await runCheck(argumentsOf(hosted(blocks[1] ?? '')));
  expect(report).toMatchObject({ selection: { classes: ['runtime'] }, leftovers: [] });
  expect(report?.counts).toMatchObject({ fail: 0, 'not tested': 0 });
  expect(code).toBe(0);
});

test('a part of the class is checked', async () => {
  const { code, report } = await runCheck(argumentsOf(hosted(blocks[2] ?? '')));
  const selected = report?.requirements.filter((row) => row.selected) ?? [];
  expect(selected.map(({ id }) => id.split('.', 2).join('.'))).toContain('runtime.query');
  expect(selected.filter(({ id }) => !id.startsWith('runtime.query.'))).toEqual([]);
  expect(code).toBe(0);
});

test('a server without the probes fails in one requirement, which names a script', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(410, { 'Content-Type': 'application/json' }).end('{"error":"gone"}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    const argv = ['--class', 'runtime', '--base-url', `http://127.0.0.1:${port}`];
    const { report } = await runCheck(argv);
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(failed.map(({ id }) => id)).toEqual(['runtime.routing.script-path']);
    expect(failed[0]?.reason).toContain('spec/probes/api/first-text.wren');
    expect(report?.leftovers).toEqual([]);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
});

test('both classes are checked on two servers in one run', async () => {
  const api = await start({ project: shippedProject('basic'), port: 0, database: ':memory:' });
  try {
    const [KEY, OLD_KEY] = [await createApiKey(api.database), await createApiKey(api.database)];
    await revokeApiKey(api.database, OLD_KEY);
    const command = hosted(blocks[3] ?? '').replace('http://127.0.0.1:7001', api.url);
    const selection = isFull ? [] : ['--only', 'users.create.*,runtime.query.*'];
    const argv = [...argumentsOf(command, { KEY, OLD_KEY }), ...selection];
    const { code, report } = await runCheck(argv);
    expect(report?.target.servers).toEqual([
      { name: 'basic', class: 'api', profile: 'basic', url: api.url },
      { name: 'probes', class: 'runtime', profile: null, url: probesUrl },
    ]);
    expect(report?.leftovers).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await api.close();
  }
});
