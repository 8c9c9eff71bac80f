import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import {
  loadCatalogue,
  matches,
  type Requirement,
  reasonForOmitting,
} from '../../conformance/suite/requirements.js';

const suite = loadShippedSuite();
const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string): readonly Requirement[] {
  const file = join(folder, 'requirements.yaml');
  writeFileSync(file, yaml);
  return loadCatalogue({ ...suite, requirements: [file] }).requirements;
}

function entry(fields: Record<string, unknown> = {}) {
  return {
    id: 'users.read.status',
    section: '4.1',
    class: 'api',
    profiles: ['basic'],
    level: 'must',
    statement: 'A GET of a user is answered with 200.',
    ...fields,
  };
}

const catalogue = (...entries: object[]) => JSON.stringify({ requirements: entries });

describe('loading', () => {
  test('reads an entry, without needs when it has none', () => {
    expect(load(catalogue(entry()))).toEqual([{ ...entry(), needs: [], also: [] }]);
  });

  test('has defaults for the keys that only large suites need', () => {
    const least = { id: 'a.b', statement: 'It is.' };
    expect(load(catalogue(least))).toEqual([
      {
        ...least,
        ...{ section: '', also: [], class: 'api', level: 'must', needs: [] },
        profiles: ['basic', 'users-api-key', 'bearer'],
      },
    ]);
  });

  test.each([
    ['no YAML', 'requirements: [\n  {id: a.b', /:2: /],
    ['no list', 'requirements: none', /:1: requirements: it must be a list\./],
    [
      'no id',
      catalogue(entry({ id: 3 })),
      /requirements.1.id: it must be a text; in quotes, it is one: "3"\./,
    ],
    [
      'an id of one part',
      catalogue(entry(), entry({ id: 'chunks' })),
      /requirements.chunks.id: an id has at least two parts of small letters, digits and hyphens, with dots between: patch\.chunks\./,
    ],
    [
      'a section of an unknown form',
      catalogue(entry({ section: { a: 1 } })),
      /requirements.users.read.status.section: it must be a text or a number\./,
    ],
    ['an empty file', '\n# nothing yet\n', /: the file is empty\./],
    [
      'an unknown key',
      catalogue(entry({ levels: 'must' })),
      /levels: the key is unknown; the nearest is level\./,
    ],
    ['an unknown class', catalogue(entry({ class: 'x' })), /there is no class "x"/],
    ['an unknown profile', catalogue(entry({ profiles: ['x'] })), /there is no profile "x"/],
    [
      'an unknown level',
      catalogue(entry({ level: 'should' })),
      /level: it must be one of must, open/,
    ],
    ['no statement', catalogue(entry({ statement: '' })), /statement: it must not be empty\./],
    ['the same id twice', catalogue(entry(), entry()), /users.read.status: the id is not unique/],
    ['an unknown need', catalogue(entry({ needs: ['a.b'] })), /it needs a.b, which does not exist/],
    [
      'needs in a circle',
      catalogue(entry({ id: 'a.b', needs: ['c.d'] }), entry({ id: 'c.d', needs: ['a.b'] })),
      /c.d: the needs form a circle: a.b, c.d, a.b/,
    ],
  ])('refuses %s and names the file', (_name, yaml, message) => {
    expect(() => load(yaml)).toThrow(message);
    expect(() => load(yaml)).toThrow(/requirements.yaml:\d+: /);
  });

  test('takes keys from an anchor', () => {
    const entries = `requirements:
  - &first { id: a.b, statement: It is., level: open }
  - { <<: *first, id: c.d }
`;
    expect(load(entries).map(({ id, level }) => [id, level])).toEqual([
      ['a.b', 'open'],
      ['c.d', 'open'],
    ]);
  });

  test('refuses a missing file', () => {
    const none = { ...suite, requirements: [join(folder, 'none.yaml')] };
    expect(() => loadCatalogue(none)).toThrow(/cannot be read: no such file/);
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

  test.each([
    ['tus-resumable', true],
    ['§tus-resumable', true],
    ['tus-resumable rule 1', true],
    ['tus', false],
    ['§tus', false],
    ['tus-resumabl', false],
    ['tus-resumable.x', false],
  ])('%s names a section by its anchor: %s', (pattern, expected) => {
    const anchored = { ...requirement, section: 'tus-resumable rule 1' };
    expect(matches(anchored, pattern)).toBe(expected);
  });

  test('names the reason for an omission', () => {
    const all = { classes: ['api'], only: [] } as const;
    expect(reasonForOmitting(requirement, all)).toBeUndefined();
    expect(reasonForOmitting(requirement, { ...all, only: ['5'] })).toBe('left out by --only');
    expect(reasonForOmitting({ ...requirement, class: 'runtime' }, all)).toBe(
      'class runtime was not chosen',
    );
  });
});
