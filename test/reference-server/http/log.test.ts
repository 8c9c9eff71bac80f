import { expect, test } from 'vitest';
import { createJsonLog } from '../../../reference-server/http/log.js';
import { serveFiles } from '../support/serve.js';

const files = {
  'api/print.wren': 'System.print("one ä")\nSystem.print("two\\nthree")\nResponse.json(1)',
  'api/bad.wren': 'null.oh',
  'api/slow.wren': 'Response.json(Request.body)',
};

type Entry = Readonly<Record<string, unknown>>;

function parseLines(text: string): Entry[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a text log has the output of scripts unchanged', async () => {
  const { url, logged } = await serveFiles(files);
  await fetch(`${url}/api/print`);
  expect(logged()).toBe('one ä\ntwo\nthree\n');
});

test('a JSON log has one object per line', async () => {
  const { url, logged } = await serveFiles(files, { logFormat: 'json' });
  await fetch(`${url}/api/print`);
  await fetch(`${url}/api/bad?key=secret`);
  const common = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), pid: process.pid };
  expect(parseLines(logged())).toEqual([
    { ...common, level: 'info', event: 'print', msg: 'one ä' },
    { ...common, level: 'info', event: 'print', msg: 'two\nthree' },
    {
      ...common,
      level: 'error',
      event: 'fault',
      method: 'GET',
      path: '/api/bad',
      status: 500,
      msg: "Null does not implement 'oh'.",
      stack: ['[api/bad.wren line 1] in (script)'],
    },
  ]);
  expect(logged()).not.toContain('secret');
});

test('a message of several lines, such as one with an SQL statement, is not split', () => {
  const lines: string[] = [];
  const trace = 'near "x", in the SQL statement: x\n  y\n[api/a.wren line 2] in (script)';
  const fault = { method: 'GET', path: '/api/a', status: 500, trace };
  createJsonLog((line) => lines.push(line)).failed(fault);
  expect(JSON.parse(lines.join(''))).toMatchObject({
    msg: 'near "x", in the SQL statement: x\n  y',
    stack: ['[api/a.wren line 2] in (script)'],
  });
});

test('a long message is cut, before the stack', async () => {
  const { url, logged } = await serveFiles({ 'api/long.wren': 'Fiber.abort("ä" * 100000)' });
  await fetch(`${url}/api/long`);
  expect(logged()).toBe(
    `GET /api/long: 500\n${'ä'.repeat(5_000)}… (and 190000 more bytes)\n` +
      '[api/long.wren line 1] in (script)\n',
  );
});

test('requests are logged on demand, with and without scripts', async () => {
  const { url, logged, close } = await serveFiles(files, { logRequests: true });
  await fetch(`${url}/api/slow?key=secret`, { method: 'POST', body: 'x' });
  await fetch(`${url}/nowhere`);
  await close();
  expect(logged()).toMatch(/^200 POST \/api\/slow \d+\.\d ms\n404 GET \/nowhere \d+\.\d ms\n$/);
});

test('requests in a JSON log', async () => {
  const { url, logged, close } = await serveFiles(files, { logFormat: 'json', logRequests: true });
  await fetch(`${url}/api/slow`);
  await close();
  const [entry] = parseLines(logged());
  const facts = { event: 'request', method: 'GET', path: '/api/slow', status: 200 };
  expect(entry).toMatchObject({ ...facts, level: 'info', ms: expect.any(Number) });
});

test('requests are not logged by default', async () => {
  const { url, logged, close } = await serveFiles(files);
  await fetch(`${url}/api/slow`);
  await close();
  expect(logged()).toBe('');
});
