/** A server in development mode that starts with errors in some scripts. */
import { expect, test } from 'vitest';
import { develop, read, reloaded } from '../support/develop.js';
import { writeFiles } from '../support/temporary.js';

const errorOfB = "[api/b.wren line 2] Error at ']': Expected expression.";

test('the other scripts are served, and the log names the error', async () => {
  const { url, logged } = await develop({
    'api/a.wren': 'Response.json(1)',
    'api/b.wren': 'var a = 1\nvar b = ]',
  });
  expect(logged()).toContain(errorOfB);
  const good = await fetch(`${url}/api/a`);
  expect([good.status, await good.json()]).toEqual([200, 1]);
  expect(good.headers.get('x-project-error')).toContain(errorOfB);
});

test('a broken script answers 500 with the place and source of its error', async () => {
  const { url, logged } = await develop({ 'api/b.wren': 'var a = 1\nvar b = ]' });
  const answer = await fetch(`${url}/api/b`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    error: 'Internal server error',
    trace: [errorOfB],
    excerpt: expect.arrayContaining([expect.stringContaining('2 | var b = ]')]),
  });
  expect(logged()).toContain(`GET /api/b: 500\n${errorOfB}`);
});

test('a broken route script blocks its endpoints', async () => {
  const { url } = await develop({
    'api/_route.wren': 'if (',
    'api/a.wren': 'Response.json(1)',
  });
  expect(await read(`${url}/api/a`)).toBe(500);
  expect(await read(`${url}/api/none`)).toBe(500);
});

test('a script with a missing or broken import answers 500 with the error', async () => {
  const { url } = await develop({
    'api/a.wren': 'import "gone" for A\nResponse.json(A)',
    'api/b.wren': 'import "lib" for B\nResponse.json(B)',
    'lib.wren': 'var B = ]',
  });
  const missing = await fetch(`${url}/api/a`);
  expect([missing.status, await missing.text()]).toEqual([500, expect.stringContaining('gone')]);
  const broken = await fetch(`${url}/api/b`);
  expect([broken.status, await broken.text()]).toEqual([500, expect.stringContaining('lib')]);
});

test('each script is served as soon as it is fixed', async () => {
  const { url, folder, untilLogged } = await develop({
    'api/a.wren': 'var a = (',
    'api/b.wren': 'var b = ]',
  });
  writeFiles(folder, { 'api/a.wren': 'Response.json(1)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(1);
  expect(await read(`${url}/api/b`)).toBe(500);

  writeFiles(folder, { 'api/b.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
  const corrected = await fetch(`${url}/api/b`);
  expect([corrected.status, await corrected.json()]).toEqual([200, 2]);
  expect(corrected.headers.has('x-project-error')).toBe(false);
});

test('broken migrations are applied when they are fixed', async () => {
  const { url, folder, untilLogged, logged } = await develop({
    '_migration.wren': 'Db.migrate(',
    'api/a.wren': 'Response.json(`SELECT a FROM t`.fetch)',
  });
  expect(logged()).toContain('[_migration.wren line 1] Error');
  expect(await read(`${url}/api/a`)).toBe(500);
  writeFiles(folder, { '_migration.wren': 'Db.migrate("1", `CREATE TABLE t (a)`)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toEqual([]);
});

test('several workers serve the other scripts, too', async () => {
  const { url } = await develop(
    { 'api/a.wren': 'Response.json(1)', 'api/b.wren': 'var b = ]' },
    { workers: 2 },
  );
  expect(await read(`${url}/api/a`)).toBe(1);
  expect(await read(`${url}/api/b`)).toBe(500);
});

test('a script that is too long answers 500 with the limit, and the others are served', async () => {
  const { url, logged } = await develop({
    'api/a.wren': 'Response.json(1)',
    'api/b.wren': `var b = "${'a'.repeat(600_000)}"`,
  });
  const error = '[api/b.wren line 1] Error: The source code is longer than 524288 bytes.';
  expect(logged()).toContain(error);
  expect(await read(`${url}/api/a`)).toBe(1);
  const answer = await fetch(`${url}/api/b`);
  expect(answer.status).toBe(500);
  expect((await answer.text()).length).toBeLessThan(1_000);
});
