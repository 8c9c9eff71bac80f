/** What requests without an answer may have created is cleaned up, or listed. */
import { afterAll, expect, test } from 'vitest';
import { clean, cleaned, create, keptTodo, mine, unnamed } from './made-up-todos.js';
import { marker, perform, removeScenes } from './scene.js';

afterAll(removeScenes);

test.each([
  ['POST /notes with {}', ['POST /notes']],
  ['PUT /todos/new with {}', ['PUT /todos/new']],
  ['PUT /todos/${unique} with {}', [`PUT /todos/${marker}-1`]],
  ['PUT /todos/${id} with {}', []],
  ['PATCH /todos/${id} with {}', []],
  ['DELETE /todos/${id}', []],
])('%s without an answer leaves %j', async (request, left) => {
  const [method, path = ''] = request
    .replace('${id}', '7')
    .replace('${unique}', `${marker}-1`)
    .split(' ');
  const { leftovers } = await cleaned(`${create}When I send ${request}`, {
    'GET /todos/7': mine,
    [`${method} ${path}`]: { isLost: true },
  });
  expect(leftovers).toEqual([keptTodo, ...left.map(unnamed)]);
});

const ownPath = `/todos/${marker}-1`;

test.each([
  ['I send PUT /todos/${unique} with {}', `PUT ${ownPath}`, 'DELETE /todos/${unique}'],
  ['I send POST /todos with {"title": "${unique}"}', 'POST /todos', 'DELETE /todos/${title}'],
])('what %s may have created without an answer is deleted', async (request, lost, deletion) => {
  const rule = `Given I remember "\${unique}" as "title"
    And what ${lost.replace(`${marker}-1`, '${unique}')} creates is cleaned up with ${deletion}`;
  const { said, sent, leftovers } = await cleaned(`${rule}\nWhen ${request}`, {
    [lost]: { isLost: true },
    [`GET ${ownPath}`]: mine,
    [`DELETE ${ownPath}`]: { status: 204 },
  });
  expect(said).toMatch(/^error: /);
  expect(sent).toContain(`DELETE ${ownPath}`);
  expect(leftovers).toEqual([]);
});

test('what a broken-off request did not create needs no clean-up', async () => {
  const steps = `
    Given what PUT /todos/\${unique} creates is cleaned up with DELETE /todos/\${unique}
    When the next request breaks off after 1 byte
    And I send PUT /todos/\${unique} with {}
    And I send GET /todos/\${unique}
    Then the status is 404`;
  const { said, leftovers } = await cleaned(steps, {
    [`GET ${ownPath}`]: { status: 404 },
    [`HEAD ${ownPath}`]: { status: 404 },
  });
  expect(said).toBe('pass');
  expect(leftovers).toEqual([]);
});

test('a deletion that only the missing answer could name remains a leftover', async () => {
  const { sent, leftovers } = await cleaned(`${clean}${create}`, {
    'POST /todos': { isLost: true },
  });
  expect(sent).toEqual([]);
  expect(leftovers).toEqual([unnamed('POST /todos')]);
});

test('a lost POST that stands for a PATCH leaves nothing', async () => {
  const override = 'And I set the header X-HTTP-Method-Override to "PATCH"\n';
  const { leftovers } = await cleaned(
    `${create}${override}When I send POST /todos/\${id} with {}`,
    {
      'GET /todos/7': mine,
      'POST /todos/7': { isLost: true },
    },
  );
  expect(leftovers).toEqual([keptTodo]);
});

test('a PUT that broke off leaves nothing when its path is cleaned up later', async () => {
  const steps = `When the next request breaks off after 5 bytes
    And I send PUT /todos/\${unique} with {"title": "milk"}
    And I send GET /todos/\${unique}
    And I clean up with DELETE /todos/\${unique}`;
  const answers = [{}, { json: { title: '' } }, { status: 404 }];
  expect((await perform(steps, { answers })).leftovers).toEqual([]);
});
