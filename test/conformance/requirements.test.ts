import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  loadCatalogue,
  matches,
  type Requirement,
  reasonForOmitting,
} from '../../conformance/requirements.js';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string): readonly Requirement[] {
  const file = join(folder, 'requirements.yaml');
  writeFileSync(file, yaml);
  return loadCatalogue(file).requirements;
}

function entry(fields: Record<string, unknown> = {}) {
  return {
    id: 'users.read.status',
    section: '4.1',
    class: 'api',
    profiles: ['basic'],
    level: 'must',
    statement: 'Reading a user answers 200.',
    ...fields,
  };
}

const catalogue = (...entries: object[]) =>
  JSON.stringify({ specification: { sha256: 'abc' }, requirements: entries });

describe('loading', () => {
  test('reads an entry, without needs when it has none', () => {
    expect(load(catalogue(entry()))).toEqual([{ ...entry(), needs: [], also: [] }]);
  });

  test.each([
    ['no YAML', '{ requirements: [', /cannot be read/],
    [
      'no list',
      '{specification: {sha256: a}, requirements: none}',
      /there is no list of requirements/,
    ],
    ['no hash', 'requirements: []', /specification.sha256 is missing/],
    ['no id', catalogue(entry({ id: 3 })), /entry 1: id must be a text/],
    ['an odd id', catalogue(entry({ id: 'Users' })), /Users: id must be like/],
    ['an unknown class', catalogue(entry({ class: 'x' })), /class must be one of api, runtime/],
    ['an unknown profile', catalogue(entry({ profiles: ['open'] })), /profiles must be one of/],
    ['an unknown level', catalogue(entry({ level: 'should' })), /level must be one of must, open/],
    ['no statement', catalogue(entry({ statement: '' })), /statement must be a text/],
    ['the same id twice', catalogue(entry(), entry()), /users.read.status is there twice/],
    ['an unknown need', catalogue(entry({ needs: ['a.b'] })), /needs a.b, which is unknown/],
    [
      'needs in a circle',
      catalogue(entry({ id: 'a.b', needs: ['c.d'] }), entry({ id: 'c.d', needs: ['a.b'] })),
      /a.b needs c.d needs a.b: a circle/,
    ],
  ])('refuses %s and names the file', (_name, yaml, message) => {
    expect(() => load(yaml)).toThrow(message);
    expect(() => load(yaml)).toThrow('requirements.yaml');
  });

  test('refuses a file that is not there', () => {
    expect(() => loadCatalogue(join(folder, 'none.yaml'))).toThrow(/cannot be read/);
  });
});

describe('selecting', () => {
  const requirement = {
    ...entry({ section: '4.2 rule 1' }),
    needs: [],
    also: ['8'],
  } as Requirement;

  test.each([
    'users.read.status',
    'users.*',
    '*.status',
    'users.rea?.*',
    '4.2',
    '§4.2',
    '4',
    '4.2 rule 1',
    '8',
  ])('%s names it', (pattern) => expect(matches(requirement, pattern)).toBe(true));

  test.each(['users.read', 'users', 'usersXread.status', '4.1', '4.2 rule 12', '4.2 r', '§5'])(
    '%s does not name it',
    (pattern) => expect(matches(requirement, pattern)).toBe(false),
  );

  test('says why something is left out', () => {
    const all = { classes: ['api'], only: [] } as const;
    expect(reasonForOmitting(requirement, all)).toBeUndefined();
    expect(reasonForOmitting(requirement, { ...all, only: ['5'] })).toBe('left out by --only');
    expect(reasonForOmitting({ ...requirement, class: 'runtime' }, all)).toBe(
      'class runtime was not chosen',
    );
  });
});
