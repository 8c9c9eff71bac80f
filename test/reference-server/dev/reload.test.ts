/** A server in development mode while its scripts change. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { develop, developFolder, kept, read, reloaded } from '../support/develop.js';
import { serveFolder } from '../support/serve.js';
import { connectionOf } from '../support/sqlite.js';
import { temporaryFolder, temporaryProject, writeFiles } from '../support/temporary.js';

test('a changed script is reloaded', async () => {
  const { url, folder, untilLogged } = await develop({ 'api/a.wren': 'Response.json(1)' });
  expect(await read(`${url}/api/a`)).toBe(1);
  writeFiles(folder, { 'api/a.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(2);
});

test('a script that is replaced by another file is reloaded, repeatedly', async () => {
  const { url, folder, untilLogged } = await develop({ 'api/a.wren': 'Response.json(1)' });
  for (const value of [2, 3]) {
    writeFiles(folder, { 'api/a.tmp': `Response.json(${value})` });
    renameSync(join(folder, 'api/a.tmp'), join(folder, 'api/a.wren'));
    await untilLogged(reloaded);
    expect(await read(`${url}/api/a`)).toBe(value);
  }
});

test('added and removed scripts are detected, in new folders too', async () => {
  const { url, folder, untilLogged } = await develop({ 'api/a.wren': 'Response.json(1)' });
  writeFiles(folder, { 'api/shop/b.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/shop/b`)).toBe(2);

  writeFiles(folder, { 'api/shop/b.wren': 'Response.json(3)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/shop/b`)).toBe(3);

  rmSync(join(folder, 'api/shop'), { recursive: true });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/shop/b`)).toBe(404);
});

test('folders beside one that cannot be read are watched', async () => {
  const folder = temporaryProject({ 'b/a.wren': 'var A = 1', 'z/a.wren': 'var A = 1' });
  const script = (name: string): string => `import "${name}/a" for A\nResponse.json(A)`;
  writeFiles(folder, { 'api/b.wren': script('b'), 'api/z.wren': script('z') });
  // Node reads this name as another one, which no folder has.
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/m`), Buffer.from([0xff])]));
  const { url, untilLogged } = await developFolder(folder);
  for (const name of ['b', 'z']) {
    writeFiles(folder, { [`${name}/a.wren`]: 'var A = 2' });
    await untilLogged(reloaded);
    expect(await read(`${url}/api/${name}`)).toBe(2);
  }
});

test('a folder that is replaced by another one is still watched', async () => {
  const { url, folder, untilLogged } = await develop({ 'api/shop/a.wren': 'Response.json(1)' });
  rmSync(join(folder, 'api/shop'), { recursive: true });
  for (const value of [2, 3]) {
    writeFiles(folder, { 'api/shop/a.wren': `Response.json(${value})` });
    await untilLogged(reloaded);
    expect(await read(`${url}/api/shop/a`)).toBe(value);
  }
});

test.each(['', 'api', 'api/shop'])(
  'the folder "%s" that is moved away and replaced is reloaded and watched',
  async (name) => {
    const folder = temporaryFolder();
    const script = 'project/api/shop/old/a.wren';
    writeFiles(folder, { [script]: 'Response.json(1)' });
    const { url, untilLogged } = await developFolder(join(folder, 'project'));
    const replaced = join(folder, 'project', name);
    mkdirSync(join(folder, 'next', 'project', name, '..'), { recursive: true });
    writeFiles(join(folder, 'next'), { [script]: 'Response.json(2)' });
    renameSync(replaced, join(folder, 'previous'));
    renameSync(join(folder, 'next', 'project', name), replaced);
    await untilLogged(reloaded);
    expect(await read(`${url}/api/shop/old/a`)).toBe(2);
    writeFiles(folder, { [script]: 'Response.json(3)' });
    await untilLogged(reloaded);
    expect(await read(`${url}/api/shop/old/a`)).toBe(3);
  },
);

test('a project that is removed and written again is reloaded', async () => {
  const { url, folder, untilLogged } = await develop(
    { 'api/a.wren': 'Response.json(1)' },
    { database: join(temporaryFolder(), 'kept.sqlite3') },
  );
  rmSync(folder, { recursive: true });
  await untilLogged(kept);
  writeFiles(folder, { 'api/a.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(2);
});

test('a changed import is reloaded', async () => {
  const { url, folder, untilLogged } = await develop({
    '_app.wren': 'var Name = "one"',
    'api/a.wren': 'import "_app" for Name\nResponse.json(Name)',
  });
  writeFiles(folder, { '_app.wren': 'var Name = "two"' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe('two');
});

test('a script with a syntax error answers 500, and all others are reloaded', async () => {
  const { url, folder, untilLogged } = await develop({
    'api/a.wren': 'Response.cookie("a", "1")\nResponse.cookie("b", "2")\nResponse.json(1)',
    'api/b.wren': 'Response.json(1)',
  });
  writeFiles(folder, { 'api/b.wren': 'var b = (' });
  await untilLogged(reloaded);
  await untilLogged('[api/b.wren line 1] Error at end of file: Expected expression.');

  const good = await fetch(`${url}/api/a`);
  expect([good.status, await good.json()]).toEqual([200, 1]);
  expect(good.headers.getSetCookie()).toHaveLength(2);
  const broken = await fetch(`${url}/api/b`);
  expect(broken.status).toBe(500);
  expect(await broken.json()).toHaveProperty('excerpt', expect.arrayContaining(['1 | var b = (']));
  for (const { headers } of [good, broken, await fetch(`${url}/api/none`)]) {
    expect(headers.get('x-project-error')).toContain('[api/b.wren line 1] Error at end of file');
  }

  writeFiles(folder, { 'api/a.wren': 'Response.json(2)', 'api/new.wren': 'Response.json(3)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(2);
  expect(await read(`${url}/api/new`)).toBe(3);
  expect(await read(`${url}/api/b`)).toBe(500);

  writeFiles(folder, { 'api/b.wren': 'Response.json(4)' });
  await untilLogged(reloaded);
  const corrected = await fetch(`${url}/api/b`);
  expect([corrected.status, await corrected.json()]).toEqual([200, 4]);
  expect(corrected.headers.has('x-project-error')).toBe(false);
});

test('a syntax error in the migrations does not prevent the reload of scripts', async () => {
  const { url, folder, untilLogged } = await develop({
    '_migration.wren': 'Db.migrate("1", `CREATE TABLE a (id)`)',
    'api/a.wren': 'Response.json(1)',
  });
  writeFiles(folder, { '_migration.wren': 'Db.migrate(', 'api/a.wren': 'Response.json(2)' });
  await untilLogged('[_migration.wren line 1] Error');
  expect(await read(`${url}/api/a`)).toBe(2);
});

test('rows have the columns of a new migration', async () => {
  const first = 'Db.migrate("1", `CREATE TABLE notes (text); INSERT INTO notes VALUES (1)`)';
  const { url, folder, untilLogged } = await develop({
    '_migration.wren': first,
    'api/a.wren': 'Response.json(`SELECT * FROM notes`.first)',
  });
  expect(await read(`${url}/api/a`)).toEqual({ text: 1 });
  const rename = 'Db.migrate("2", `ALTER TABLE notes RENAME COLUMN text TO title`)';
  writeFiles(folder, { '_migration.wren': `${first}\n${rename}` });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toEqual({ title: 1 });
});

test('a new migration is applied; after a failed one the last version is still served', async () => {
  const first = 'Db.migrate("1", `CREATE TABLE a (id)`)';
  const { database, folder, untilLogged } = await develop({ '_migration.wren': first });
  const names = connectionOf(database)
    .prepare('SELECT name FROM _migrations ORDER BY name')
    .pluck();

  writeFiles(folder, { '_migration.wren': `${first}\nDb.migrate("2", \`NO SQL\`)` });
  await untilLogged('Migration "2" failed: near "NO": syntax error.');
  await untilLogged(kept);
  expect(names.all()).toEqual(['1']);

  writeFiles(folder, { '_migration.wren': `${first}\nDb.migrate("2", \`CREATE TABLE b (id)\`)` });
  await untilLogged(reloaded);
  expect(names.all()).toEqual(['1', '2']);
});

test('a change in the base of the project is detected', async () => {
  const root = temporaryProject({
    'base/api/a.wren': 'Response.json(1)',
    'own/_project.json': '{ "base": "../base" }',
  });
  const { url, untilLogged } = await developFolder(join(root, 'own'));
  writeFiles(root, { 'base/api/a.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(2);
});

test('a project that gets a new base watches the new base', async () => {
  const root = temporaryProject({
    'one/api/a.wren': 'Response.json(1)',
    'two/api/a.wren': 'Response.json(2)',
    'own/_project.json': '{ "base": "../one" }',
  });
  const { url, untilLogged } = await developFolder(join(root, 'own'));
  writeFiles(root, { 'own/_project.json': '{ "base": "../two" }' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(2);
  writeFiles(root, { 'two/api/a.wren': 'Response.json(3)' });
  await untilLogged(reloaded);
  expect(await read(`${url}/api/a`)).toBe(3);
});

/** Waits until a change of a script would have been detected. */
async function letChangesBeNoticed(): Promise<void> {
  const { folder, untilLogged } = await develop({ 'api/a.wren': 'Response.json(1)' });
  writeFiles(folder, { 'api/a.wren': 'Response.json(2)' });
  await untilLogged(reloaded);
}

test('writes to the database and to other files cause no reload', async () => {
  const { url, folder, logged } = await develop({
    '_migration.wren': 'Db.migrate("1", `CREATE TABLE a (id)`)',
    'api/a.wren': '`INSERT INTO a VALUES (1)`.query\nResponse.json(1)',
  });
  await read(`${url}/api/a`);
  mkdirSync(join(folder, '.git'));
  writeFiles(folder, { 'notes.txt': 'x', 'api/.a.wren.swp': 'x' });
  await letChangesBeNoticed();
  expect(logged()).toBe('');
});

test('without dev, a changed script is not reloaded', async () => {
  const folder = temporaryProject({ 'api/a.wren': 'Response.json(1)' });
  const { url } = await serveFolder(folder);
  writeFiles(folder, { 'api/a.wren': 'Response.json(2)' });
  await letChangesBeNoticed();
  expect(await read(`${url}/api/a`)).toBe(1);
});
