/** The clean-up finds in the lists of a suite what no answer named, and touches nothing else. */
import { afterAll, describe, expect, test } from 'vitest';
import { keptLeftover } from '../../../conformance/creations/owned-resources.js';
import { type MadeUpAnswer, marker, perform, removeScenes } from '../sentences/scene.js';

afterAll(removeScenes);

const suite = (list: string) =>
  `resources:\n  todos:\n    item: /todos/\${key}\n    list: ${list}\n    members: [title]\n`;

/** Creates a todo whose answer names nothing; returns the requests of the clean-up. */
async function cleanUp(
  answers: Readonly<Record<string, MadeUpAnswer>>,
  { list = '/todos', status = 500 } = {},
) {
  const steps = `When I send POST /todos with {"title": "\${unique}"}\nThen the status is ${status}`;
  const { cleaning, leftovers } = await perform(steps, {
    suite: suite(list),
    answers: ({ method, path }) =>
      method === 'POST' ? { status } : (answers[`${method} ${path}`] ?? { status: 404, json: {} }),
  });
  return { sent: cleaning.map(({ method, path }) => `${method} ${path}`), leftovers };
}

const own = (key: unknown) => ({ key, title: `${marker}-1` });
const foreign = (key: string, more = {}) => ({ key, title: 'milk', ...more });
const deletions = (sent: readonly string[]) => sent.filter((one) => one.startsWith('DELETE'));

describe('the clean-up of a kind that has a list', () => {
  test.each([
    ['in an array', (todos: object[]) => todos],
    ['in an object', (todos: object[]) => ({ data: { count: 2, todos } })],
  ])('deletes what a list shows %s with the marker', async (_where, shape) => {
    const list = shape([
      foreign('a'),
      own('b/c'),
      foreign('d', { copies: [own('e')] }),
      foreign('f', { latest: `${marker}-1` }),
    ]);
    const { sent, leftovers } = await cleanUp({
      'GET /todos': { json: list },
      'DELETE /todos/b%2Fc': { status: 204 },
    });
    expect(deletions(sent)).toContain('DELETE /todos/b%2Fc');
    expect(new Set(deletions(sent)).size).toBe(1);
    // The list still shows it.
    expect(leftovers).toMatchObject([{ deletion: { method: 'DELETE', path: '/todos/b%2Fc' } }]);
  });

  test('reads all pages, until one is empty', async () => {
    const { sent } = await cleanUp(
      {
        'GET /todos?page=1': { json: [foreign('a'), foreign('b')] },
        'GET /todos?page=2': { json: [own('c')] },
        'GET /todos?page=3': { json: [] },
        'DELETE /todos/c': { status: 204 },
      },
      { list: '/todos?page=${page}' },
    );
    expect(sent.slice(0, 4)).toEqual([
      ...[1, 2, 3].map((page) => `GET /todos?page=${page}`),
      'DELETE /todos/c',
    ]);
  });

  test('ends where a server ignores the number of the page', async () => {
    const list = { json: [foreign('a')] };
    const pages = Array.from({ length: 9 }, (_, page) => [`GET /todos?page=${page + 1}`, list]);
    const { sent } = await cleanUp(Object.fromEntries(pages), { list: '/todos?page=${page}' });
    expect(sent).toHaveLength(3);
  });

  test('ends early after pages with elements of others', async () => {
    const page = (number: number) =>
      Array.from({ length: 60 }, (_, index) => foreign(`${number}-${index}`));
    const pages = Array.from({ length: 9 }, (_, index) => [
      `GET /todos?page=${index + 1}`,
      { json: page(index) },
    ]);
    const { sent } = await cleanUp(Object.fromEntries(pages), { list: '/todos?page=${page}' });
    expect(sent).toHaveLength(2);
  });

  test('reads on after pages with elements of others when something without a name was created', async () => {
    const page = Array.from({ length: 60 }, (_, index) => foreign(`${index}`));
    const { sent } = await cleanUp(
      {
        ...Object.fromEntries([1, 2, 3].map((one) => [`GET /todos?page=${one}`, { json: page }])),
        'GET /todos?page=2': { json: page.map(({ key }) => foreign(`2-${key}`)) },
        'GET /todos?page=3': { json: [own('c')] },
        'GET /todos?page=4': { json: [] },
        'DELETE /todos/c': { status: 204 },
      },
      { list: '/todos?page=${page}', status: 201 },
    );
    expect(new Set(deletions(sent))).toEqual(new Set(['DELETE /todos/c']));
  });

  test.each([
    ['shows without an id', [own(null)], 500, { reason: 'the list shows it without an id' }],
    ['does not show', [foreign('a')], 201, keptLeftover],
  ])('names what the list %s', async (_what, json, status, why) => {
    const { sent, leftovers } = await cleanUp({ 'GET /todos': { json } }, { status });
    expect(deletions(sent)).toEqual([]);
    expect(leftovers).toEqual([{ creation: { method: 'POST', path: '/todos' }, ...why }]);
  });

  test('names what may be stored after the list was read', async () => {
    const { leftovers } = await perform('When I send POST /todos with {"title": "${unique}"}', {
      suite: suite('/todos'),
      answers: ({ method }) => (method === 'POST' ? { isLate: true } : { json: [] }),
    });
    expect(leftovers).toMatchObject([
      { creation: { path: '/todos' }, reason: expect.stringContaining('may still be stored') },
    ]);
  });

  test.each([
    [{ status: 401, json: {} }, 'GET /todos was answered with 401'],
    [{ json: { todos: 7 } }, 'GET /todos was answered with 200, without a list'],
  ])('names the answer in place of a list: %j', async (answer, said) => {
    const { leftovers } = await cleanUp({ 'GET /todos': answer }, { status: 201 });
    expect(leftovers).toMatchObject([{ reason: expect.stringContaining(said) }]);
  });
});
