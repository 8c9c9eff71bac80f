/** What `dev` shows of a script's fault, to the client and in the log. */
import { expect, test } from 'vitest';
import { serveFiles } from '../support/serve.js';

const files = {
  '_app.wren': 'class App {\n  static run(value) {\n    return value.oh\n  }\n}\n',
  'api/a.wren': 'import "_app" for App\n\n// Fails: ä\nApp.run(null)\n',
};

const excerpt = [
  '_app.wren',
  '    1 | class App {',
  '    2 |   static run(value) {',
  '  > 3 |     return value.oh',
  '    4 |   }',
  '    5 | }',
];

const trace = [
  "Null does not implement 'oh'.",
  '[_app.wren line 3] in run(_)',
  '[api/a.wren line 4] in (script)',
];

test('the answer has message, stack and the lines around the fault', async () => {
  const { url, logged } = await serveFiles(files, { dev: true });
  const response = await fetch(`${url}/api/a`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: 'Internal server error', trace, excerpt });
  expect(logged()).toBe(`GET /api/a: 500\n${trace.join('\n')}\n\n${excerpt.join('\n')}\n`);
});

test('without dev the client learns nothing, and the log has the stack', async () => {
  const { url, logged } = await serveFiles(files);
  expect(await (await fetch(`${url}/api/a?key=secret`)).json()).toEqual({
    error: 'Internal server error',
  });
  expect(logged()).toBe(`GET /api/a: 500\n${trace.join('\n')}\n`);
});

test.each(['', '\n', '\r\n'])('lines are those of a file that ends in %j', async (end) => {
  const script = `null.oh // ä${end}`;
  const { url } = await serveFiles({ 'api/a.wren': script }, { dev: true });
  const body = await (await fetch(`${url}/api/a`)).json();
  expect(body).toHaveProperty('excerpt', ['api/a.wren', '  > 1 | null.oh // ä']);
});

test('a script over budget shows where it was', async () => {
  const script = 'var a = 1\nwhile (true) {\n  a = a + 1\n}';
  const { url } = await serveFiles(
    { 'api/a.wren': script },
    { dev: true, limits: { scriptTime: 50 } },
  );
  const response = await fetch(`${url}/api/a`);
  expect(response.status).toBe(503);
  expect(await response.json()).toHaveProperty('excerpt', expect.arrayContaining(['api/a.wren']));
});
