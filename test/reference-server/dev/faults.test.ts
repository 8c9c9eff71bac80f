/** Faults in development mode: the answer and the log. */
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

test('the answer has the message, the stack and the lines around the fault', async () => {
  const { url, logged } = await serveFiles(files, { dev: true });
  const response = await fetch(`${url}/api/a`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: 'Internal server error', trace, excerpt });
  expect(logged()).toBe(`GET /api/a: 500\n${trace.join('\n')}\n\n${excerpt.join('\n')}\n`);
});

test('without dev, the answer has no details and the log has the stack', async () => {
  const { url, logged } = await serveFiles(files);
  expect(await (await fetch(`${url}/api/a?key=secret`)).json()).toEqual({
    error: 'Internal server error',
  });
  expect(logged()).toBe(`GET /api/a: 500\n${trace.join('\n')}\n`);
});

test.each(['', '\n', '\r\n'])(
  'the excerpt of a file that ends in %j has its lines',
  async (end) => {
    const script = `null.oh // ä${end}`;
    const { url } = await serveFiles({ 'api/a.wren': script }, { dev: true });
    const body = await (await fetch(`${url}/api/a`)).json();
    expect(body).toHaveProperty('excerpt', ['api/a.wren', '  > 1 | null.oh // ä']);
  },
);

test('a script that exceeds a limit shows its place', async () => {
  const script = 'var a = 1\nwhile (true) {\n  a = a + 1\n}';
  const { url } = await serveFiles(
    { 'api/a.wren': script },
    { dev: true, limits: { scriptTime: 50 } },
  );
  const response = await fetch(`${url}/api/a`);
  expect(response.status).toBe(503);
  expect(await response.json()).toHaveProperty('excerpt', expect.arrayContaining(['api/a.wren']));
});

const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test('a browser gets a page with file, line and excerpt, and without active content', async () => {
  const script =
    'Response.cors("https://a.example")\nFiber.abort("<script>alert(1)</script> & ä")\n';
  const { url } = await serveFiles({ 'api/a.wren': script }, { dev: true });
  const response = await fetch(`${url}/api/a`, asBrowser);
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
  const page = await response.text();
  expect(page).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt; &amp; ä</h1>');
  expect(page).toContain('[api/a.wren line 2] in (script)');
  expect(page).toContain('  &gt; 2 | Fiber.abort(');
  expect(page).not.toContain('<script');
});

test('a browser gets a page for a syntax error, too', async () => {
  const { url } = await serveFiles({ 'api/a.wren': 'var a = 1\nvar b = ]' }, { dev: true });
  const page = await (await fetch(`${url}/api/a`, asBrowser)).text();
  expect(page).toContain("<h1>[api/a.wren line 2] Error at ']': Expected expression.</h1>");
  expect(page).toContain('2 | var b = ]');
});

test('without dev, a browser gets JSON without details', async () => {
  const { url } = await serveFiles(files);
  const response = await fetch(`${url}/api/a`, asBrowser);
  expect(await response.json()).toEqual({ error: 'Internal server error' });
});
