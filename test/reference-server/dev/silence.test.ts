/** Scripts that end without an answer, in development mode. */
import { expect, test } from 'vitest';
import { serveFiles } from '../support/serve.js';
import type { Files } from '../support/temporary.js';

/** The status and the log of a request to `/api/a`. */
async function ask(files: Files, dev = true): Promise<[status: number, logged: string]> {
  const { url, logged } = await serveFiles(files, { dev });
  const { status } = await fetch(`${url}/api/a?key=secret`);
  return [status, logged()];
}

const silent = 'GET /api/a: the script ended without an answer.';

test('the log names the class of a returned value, which is not sent', async () => {
  const note = `${silent} It returned a value of class Map, which only Response.json would send.\n`;
  expect(await ask({ 'api/a.wren': 'return {"id": 1}' })).toEqual([200, note]);
});

test.each(['var a = 1', 'Response.cors', 'Fiber.yield()'])(
  'the log reports "%s"',
  async (script) => {
    expect(await ask({ 'api/a.wren': script })).toEqual([200, `${silent}\n`]);
  },
);

test('the log reports a script that may suspend', async () => {
  const [status, logged] = await ask({ 'api/a.wren': 'return Util.hash("secret").count' });
  expect([status, logged]).toEqual([200, expect.stringContaining('of class Num')]);
});

test('a route script that passes a request on needs no answer', async () => {
  const files = { 'api/_route.wren': 'return false', 'api/a.wren': 'Response.json(1)' };
  expect(await ask(files)).toEqual([200, '']);
});

test('the log reports an endpoint that did not run because its route script answered', async () => {
  const files = { 'api/_route.wren': 'Response.json(1)', 'api/a.wren': 'Response.json(2)' };
  const note =
    'GET /api/a: _route.wren answered, so api/a.wren did not run. A route script runs before every ' +
    'script of its folder, and must not answer for them.\n';
  const later = { ...files, 'api/_route.wren': 'Util.hash("")\nResponse.json(1)' };
  for (const each of [files, later]) {
    expect(await ask(each)).toEqual([200, expect.stringContaining(note)]);
  }
});

test('a route script that rejects a request is a guard', async () => {
  const files = { 'api/_route.wren': 'Response.status(401)', 'api/a.wren': 'Response.json(2)' };
  expect(await ask(files)).toEqual([401, '']);
});

test('an answer without a body counts', async () => {
  expect(await ask({ 'api/a.wren': 'Response.status(404)' })).toEqual([404, '']);
});

test('without dev, nothing is logged', async () => {
  expect(await ask({ 'api/a.wren': 'return 1' }, false)).toEqual([200, '']);
});
