/** Projects that build on another one: their files replace those of the base. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createServer } from '../../../reference-server/index.js';
import { findLayers } from '../../../reference-server/project/scan.js';
import { serveFolder } from '../support/serve.js';
import { connectionOf } from '../support/sqlite.js';
import { type Files, temporaryFolder, temporaryProject } from '../support/temporary.js';

const onBase = { '_project.json': '{ "base": "../base" }' };

/** Writes two projects and returns the path of the one that builds on the other. */
function variantOf(base: Files, own: Files): string {
  const prefixed = (folder: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  const root = temporaryProject({
    ...prefixed('base', base),
    ...prefixed('variant', { ...onBase, ...own }),
  });
  return join(root, 'variant');
}

async function answerOf(folder: string, path: string): Promise<unknown> {
  const { url } = await serveFolder(folder);
  const response = await fetch(url + path);
  return response.status === 200 ? response.json() : response.status;
}

const sayName = 'import "_app" for Name\nResponse.json(Name)';

test('scripts of the base are served', async () => {
  const folder = variantOf({ 'api/a.wren': 'Response.json("base")' }, {});
  expect(await answerOf(folder, '/api/a')).toBe('base');
});

test('a script of the project replaces one of the base with the same path', async () => {
  const folder = variantOf(
    { 'api/a.wren': 'Response.json("base")' },
    { 'api/a.wren': 'Response.json("own")' },
  );
  expect(await answerOf(folder, '/api/a')).toBe('own');
});

test('a script of the base imports the replacing module of the project', async () => {
  const base = { 'api/a.wren': sayName, '_app.wren': 'var Name = "base"' };
  expect(await answerOf(variantOf(base, {}), '/api/a')).toBe('base');
  const own = { '_app.wren': 'var Name = "own"' };
  expect(await answerOf(variantOf(base, own), '/api/a')).toBe('own');
});

test('a script of the project imports a module that only the base has', async () => {
  const folder = variantOf({ '_app.wren': 'var Name = "base"' }, { 'api/a.wren': sayName });
  expect(await answerOf(folder, '/api/a')).toBe('base');
});

test("a project's route script guards the endpoints of the base", async () => {
  const folder = variantOf(
    { 'api/a.wren': 'Response.json("base")' },
    { 'api/_route.wren': 'Response.status(401)' },
  );
  expect(await answerOf(folder, '/api/a')).toBe(401);
});

test('a base may build on another base', async () => {
  const root = temporaryProject({
    'one/_app.wren': 'var Name = "one"',
    'two/_project.json': '{ "base": "../one" }',
    'two/api/a.wren': sayName,
    'three/_project.json': '{ "base": "../two" }',
  });
  expect(await answerOf(join(root, 'three'), '/api/a')).toBe('one');
});

describe('migrations', () => {
  const migrate = (name: string, sql: string): string => `Db.migrate("${name}", \`${sql}\`)`;
  const base = { '_migration.wren': migrate('001', 'CREATE TABLE a (id)') };

  test('of the base run first, and both are recorded', async () => {
    const folder = variantOf(base, {
      '_migration.wren': migrate('002', 'INSERT INTO a VALUES (7)'),
    });
    const { database } = await serveFolder(folder);
    expect(connectionOf(database).prepare('SELECT id FROM a').pluck().all()).toEqual([7]);
    const names = connectionOf(database)
      .prepare('SELECT name FROM _migrations ORDER BY name')
      .pluck()
      .all();
    expect(names).toEqual(['001', '002']);
    expect(database.name).toBe(join(folder, '_db.sqlite3'));
  });

  test('of a project without its own are those of the base', async () => {
    const { database } = await serveFolder(variantOf(base, {}));
    expect(connectionOf(database).prepare('SELECT name FROM _migrations').pluck().all()).toEqual([
      '001',
    ]);
  });

  test('have unique names over both', async () => {
    const folder = variantOf(base, { '_migration.wren': migrate('001', 'CREATE TABLE b (id)') });
    await expect(createServer({ project: folder })).rejects.toThrow(
      'Migration "001" is declared twice.',
    );
  });

  test('of the base do not import modules of the project', async () => {
    const importing = 'import "_names" for Table\nDb.migrate("001", "CREATE TABLE %(Table) (id)")';
    const folder = variantOf(
      { '_migration.wren': importing, '_names.wren': 'var Table = "base"' },
      { '_names.wren': 'var Table = "own"' },
    );
    const { database } = await serveFolder(folder);
    const tables = connectionOf(database).prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    expect(tables.pluck().all()).toContain('base');
  });
});

describe('a project file that cannot be used stops the start:', () => {
  test.each([
    ['no JSON', '{', 'JSON'],
    ['no object', '"../base"', 'it must be an object whose member "base"'],
    ['no base', '{}', 'it must be an object whose member "base"'],
    ['a base that is not a text', '{ "base": 5 }', 'it must be an object whose member "base"'],
    ['a base that is not there', '{ "base": "../nowhere" }', 'no such file or directory'],
  ])('%s', async (_name, text, reason) => {
    const folder = temporaryProject({ '_project.json': text });
    const starting = createServer({ project: folder });
    await expect(starting).rejects.toThrow(`"${join(folder, '_project.json')}" cannot be used: `);
    await expect(starting).rejects.toThrow(reason);
  });

  test('a base that builds on the project again', () => {
    const root = temporaryProject({
      'one/_project.json': '{ "base": "../two" }',
      'two/_project.json': '{ "base": "../one" }',
    });
    expect(() => findLayers(join(root, 'one'))).toThrow('builds on itself');
  });
});

test('a folder without a project file has no base', () => {
  const folder = join(temporaryFolder(), 'alone');
  mkdirSync(folder);
  expect(findLayers(folder)).toEqual([folder]);
});
