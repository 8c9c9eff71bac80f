/** After the deletions of the clean-up, reads show what is left. */
import { afterAll, expect, test } from 'vitest';
import { clean, cleaned, create, deletable, keptTodo, mine } from './made-up-todos.js';
import { type MadeUpAnswer, marker, removeScenes } from './scene.js';

afterAll(removeScenes);

const made = `${clean}${create}`;

test('a resource that the scenario deleted is read, and not deleted again', async () => {
  const steps = `${made}When I send DELETE /todos/\${id}`;
  const { sent, leftovers } = await cleaned(steps, deletable);
  expect(sent).toEqual(['GET /todos/7']);
  expect(leftovers).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['is not read', '', []],
  ['is read after a change there', 'And I send PUT /todos/${id} with {}', ['GET /todos/7']],
  [
    'is read as the one who deletes it',
    'And I set the header Authorization to "Token other-token"\nAnd I send GET /todos/${id}',
    ['GET /todos/7'],
  ],
])('a resource that the scenario deleted and did not find %s', async (_what, more, expected) => {
  const steps = `${made}When I send DELETE /todos/\${id}\nAnd I send GET /todos/\${id}\n${more}`;
  const { sent, leftovers } = await cleaned(steps, deletable);
  expect(sent).toEqual(expected);
  expect(leftovers).toEqual([]);
});

test('a resource that the scenario failed to delete is deleted again, and remains', async () => {
  const steps = `${made}When I send DELETE /todos/\${id}`;
  const { sent, leftovers } = await cleaned(steps, deletable, mine);
  expect(sent).toEqual(['GET /todos/7', 'GET /todos/7', 'DELETE /todos/7', 'GET /todos/7']);
  expect(leftovers).toHaveLength(1);
});

test.each([204, 404])('a resource is left when a DELETE with %i keeps it', async (status) => {
  const { leftovers } = await cleaned(
    made,
    {
      'GET /todos/7': mine,
      'DELETE /todos/7': { status },
    },
    mine,
  );
  const reason = `DELETE was answered with ${status}, and GET /todos/7 still shows it`;
  expect(leftovers).toEqual([{ deletion: { method: 'DELETE', path: '/todos/7' }, reason }]);
});

test.each<[string, MadeUpAnswer]>([
  ['410', { status: 410, ...mine }],
  ['401', { status: 401, json: {} }],
  ['405', { status: 405, json: {} }],
  ['501', { status: 501, json: {} }],
  ['a soft deletion without its content', { json: { id: 7, deleted: true } }],
  ['a page for every path', { text: '<p>Todos</p>' }],
])('a deleted resource is gone when a read shows %s', async (_what, afterwards) => {
  const { leftovers } = await cleaned(made, deletable, afterwards);
  expect(leftovers).toEqual([]);
});

test('a soft deletion that still shows the content leaves the resource', async () => {
  const kept = { json: { ...mine.json, deleted: true } };
  expect((await cleaned(made, deletable, kept)).leftovers).toHaveLength(1);
});

test('a read without an answer says nothing about a deletion', async () => {
  const { sent, leftovers } = await cleaned(made, deletable, { isLost: true });
  expect(sent.at(-1)).toBe('GET /todos/7');
  expect(leftovers).toEqual([]);
});

test('a parent that shows the run is not proof that a part of it is left', async () => {
  const rule = 'And I clean up with DELETE /todos/${id}/notes/${$.id}, shown by GET /todos/${id}\n';
  const steps = `${create}And I send POST /todos/\${id}/notes with {"text": "\${unique}"}\n${rule}`;
  const { sent, leftovers } = await cleaned(steps, {
    'POST /todos/7/notes': { status: 201, json: { id: 3 } },
    'GET /todos/7': mine,
    'DELETE /todos/7/notes/3': { status: 204 },
  });
  expect(sent).toEqual([
    'GET /todos/7',
    'DELETE /todos/7/notes/3',
    'GET /todos/7/notes/3',
    'HEAD /todos/7/notes/3',
  ]);
  expect(leftovers).toEqual([keptTodo]);
});

test('a resource at another path is read where its proof was', async () => {
  const steps = `${create}And I clean up with DELETE /trash/\${id}, shown by GET /todos/\${id}`;
  const { leftovers } = await cleaned(steps, {
    'GET /todos/7': mine,
    'DELETE /trash/7': { status: 204 },
  });
  const reason = 'DELETE was answered with 204, and GET /todos/7 still shows it';
  expect(leftovers).toEqual([{ deletion: { method: 'DELETE', path: '/trash/7' }, reason }]);
});

test('a request other than DELETE may keep what it cleans up', async () => {
  const steps = `${create}And I clean up with POST /todos/\${id}/cancel, shown by GET /todos/\${id}`;
  const { leftovers } = await cleaned(steps, {
    'GET /todos/7': mine,
    'POST /todos/7/cancel': { status: 200 },
  });
  expect(leftovers).toEqual([]);
});

/** An upload, described by HEAD only. */
const upload: MadeUpAnswer = { headers: { 'X-Title': `${marker}-1` }, text: '' };

test.each([400, 403, 404, 410])(
  'a resource whose GET is answered with %i is there when HEAD shows it',
  async (status) => {
    const { sent, leftovers } = await cleaned(made, {
      'GET /todos/7': { status },
      'HEAD /todos/7': upload,
    });
    const reason = 'DELETE was answered with 404, and HEAD /todos/7 still shows it';
    expect(leftovers).toEqual([{ deletion: { method: 'DELETE', path: '/todos/7' }, reason }]);
    expect(sent).toContain('DELETE /todos/7');
  },
);

test('a missing resource is not asked with HEAD when GET has shown it before', async () => {
  const { sent } = await cleaned(made, deletable);
  expect(sent).toEqual(['GET /todos/7', 'DELETE /todos/7', 'GET /todos/7']);
});

test.each([405, 501])('GET decides for a server that answers HEAD with %i', async (status) => {
  const { sent, leftovers } = await cleaned(made, { 'HEAD /todos/7': { status } });
  expect(sent).toEqual(['GET /todos/7', 'HEAD /todos/7']);
  expect(leftovers).toEqual([]);
});
