/** References of a description that lead nowhere are named by every command, with their pointers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { describeApi, init, lint } from '../init/new-suite.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const reference = (name: string) => ({ $ref: `#/components/${name}` });
const description = describeApi(
  {
    '/lamps': {
      get: {
        responses: {
          200: {
            description: 'all',
            content: { 'application/json': { schema: reference('schemas/Lamps') } },
          },
          401: reference('responses/Refused'),
          404: reference('responses/Refused'),
        },
      },
    },
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      delete: { operationId: 'removeLamp', responses: { 204: { description: 'gone' } } },
    },
  },
  {
    components: {
      // A name of the author's choice, and data.
      schemas: { example: reference('schemas/Bulb'), Other: { const: reference('schemas/None') } },
    },
    'x-more': reference('schemas/None'),
  },
);

test.each([
  [
    'schemas/Lamps',
    '(#/paths/~1lamps/get/responses/200/content/application~1json/schema); nothing',
  ],
  ['responses/Refused', '(#/paths/~1lamps/get/responses/401, and 1 more); nothing'],
  ['schemas/Bulb', '(#/components/schemas/example); nothing'],
])('#/components/%s', async (name, where) => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'api.yaml'), stringify(description));
  const argv = ['--openapi', 'api.yaml', '--base-url', 'http://127.0.0.1:1', '--list'];
  const sentence = `the reference #/components/${name} leads nowhere`;
  const { stdout } = await runCheck(argv, {}, folder);
  expect(stdout).toContain(`${sentence} ${where}`);
  expect(stdout).not.toContain('schemas/None');
  const reason = 'the description does not show where {id} comes from';
  expect(stdout).toContain(
    `remove-lamp (§/paths/~1lamps~1{id}/delete): not checked, because ${reason}.`,
  );
  const made = await init(description);
  expect(made.stdout).toContain(sentence);
  expect(await lint(made.folder)).toContain(sentence);
});

test('references in a circle and to nothing lead to a suite without other findings', async () => {
  const { code, stderr, folder } = await init(
    describeApi({
      '/b': { $ref: '#/paths/~1b' },
      '/c': { get: { responses: { 200: { $ref: '#/nothing' } } } },
    }),
  );
  expect([code, stderr]).toEqual([0, '']);
  expect((await lint(folder)).replaceAll(`${folder}/`, '')).toBe(
    'openapi.yaml:7: the reference #/paths/~1b leads nowhere.\n' +
      'openapi.yaml:12: the reference #/nothing leads nowhere.\n' +
      '2 notes on gaps.\n',
  );
});
