/** Mistakes in the kinds of resources in `suite.yaml`, and the suite of the current folder. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { removeFolders, runCommand } from '../run-check.js';
import { findingsIn, soundSuite, writeSuite } from './suite-folder.js';

afterAll(removeFolders);

const suite = soundSuite['suite.yaml'] ?? '';
const lamp = {
  allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { id: { type: 'integer' } } }],
};
const list = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': {
      get: {
        responses: { 200: { description: 'all', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: { schemas: { Named: { properties: { name: { type: 'string' } } }, Lamp: lamp } },
});
const elements = { type: 'array', items: { $ref: '#/components/schemas/Lamp' } };

async function notesOn(resources: object, schema: object = elements) {
  const findings = await findingsIn({
    'suite.yaml': `${suite}openapi: openapi.yaml\n${stringify({ resources })}`,
    'openapi.yaml': stringify(list(schema)),
  });
  return findings.filter((one) => one.includes('resources'));
}

const item = '/lamps/$'.concat('{id}');

describe('a kind of resources', () => {
  test.each([elements, { properties: { lamps: elements, total: { type: 'integer' } } }])(
    'has the members of the elements of its list: %j',
    async (schema) => {
      const lamps = { item, list: '/lamps?page=$'.concat('{page}'), members: ['name'] };
      expect(await notesOn({ lamps }, schema)).toEqual([]);
    },
  );

  test('is named when no element has a member that it names', async () => {
    const lamps = { item: '/lamps/$'.concat('{key}'), list: '/lamps', members: ['title'] };
    const has = 'the elements of GET /lamps have name, id.';
    expect(await notesOn({ lamps })).toEqual([
      `suite.yaml:9: resources.lamps.item: there is no member "key"; ${has}`,
      `suite.yaml:11: resources.lamps.members: there is no member "title"; ${has}`,
    ]);
  });

  test('refers to kinds that exist', async () => {
    const [finding] = await notesOn({ lamps: { item, refers: { shade: 'shades' } } });
    expect(finding).toContain(
      'resources.lamps.refers.shade: there is no kind of resource "shades".',
    );
  });

  test('needs requirements that exist', async () => {
    const [finding] = await notesOn({ lamps: { item, needs: ['lamps.read'] } });
    expect(finding).toContain('resources.lamps.needs: there is no requirement lamps.read.');
  });

  test('is no entry of a list', async () => {
    expect(await notesOn([{ name: 'lamps', item }])).toEqual([
      'suite.yaml:7: resources: it must be keys with values, without hyphens: names of your choice, each with a colon.',
    ]);
  });
});

test('without a folder, the suite of the current one is linted', async () => {
  const folder = writeSuite();
  const { stdout } = await runCommand('lint', [], {}, folder);
  expect(stdout).toBe(`Linted the suite in ${folder}.\nNo problems found.\n`);
  rmSync(join(folder, 'suite.yaml'));
  expect((await runCommand('lint', [], {}, folder)).stdout).toMatch(/^Linted the shipped suite/);
});
