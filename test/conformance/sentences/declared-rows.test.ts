/**
 * Resources that a suite declares in `resources:` are protected wherever a request names them: in
 * its path, its query and its body.
 */
import { afterAll, expect, test } from 'vitest';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import { type Answers, answering, create, mine, theirs } from './made-up-todos.js';
import { type MadeUpAnswer, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

const byPath = "resources:\n  todos: {item: '/todos/${id}', list: /todos, members: [title]}\n";
const byQuery = "resources:\n  todos: {item: '/todos?id=${id}', list: /todos, members: [title]}\n";

async function run(
  steps: string,
  answers: Answers | ((request: RequestSpecification) => MadeUpAnswer),
  suite = byPath,
) {
  const given = typeof answers === 'function' ? answers : answering(answers);
  const result = await perform(steps, { answers: given, suite });
  return {
    said: summarize(result),
    asked: result.requests.map(({ method, path }) => `${method} ${path}`),
  };
}

const missing = { status: 404 };
const accepted = { status: 200, json: {} };

test.each<[string, string, MadeUpAnswer, boolean]>([
  ['of others in a create', 'POST /todos with {"id": 7}', theirs, false],
  ['of others in an update of another row', 'PUT /todos/8 with {"id": 7}', theirs, false],
  ['of others among several', 'POST /todos with [{"title": "a"}, {"id": 7}]', theirs, false],
  ['of nobody', 'POST /todos with {"id": 7}', missing, true],
  ['of the run', 'POST /todos with {"id": 7}', mine, true],
])('a body with the id %s', async (_whose, request, shown, isSent) => {
  const line = request.replace(/ with .*/, '');
  const { said, asked } = await run(`When I send ${request}`, {
    ...{ 'GET /todos/7': shown, [line]: accepted },
  });
  expect(asked.includes(line)).toBe(isSent);
  if (!isSent) expect(said).toContain('was not sent for the id 7, since nothing proves that');
});

test.each<[string, string, MadeUpAnswer, boolean]>([
  ['a create with the id of others', 'POST /todos?id=7 with {}', theirs, false],
  ['a create with a free id', 'POST /todos?id=7 with {}', missing, true],
  ['a read that names another method', 'GET /todos?id=7&_method=DELETE', theirs, false],
  ['a preflight for a row of others', 'OPTIONS /todos?id=7', theirs, false],
  ['a deletion of a row of others', 'DELETE /todos?id=7', theirs, false],
  ['a deletion of what is not there', 'DELETE /todos?id=7', missing, true],
  ['a read', 'GET /todos?id=7', theirs, true],
])('%s in the query', async (_what, request, shown, isSent) => {
  const line = request.replace(' with {}', '');
  const path = 'GET /todos?id=7';
  const { asked } = await run(`When I send ${request}`, { [path]: shown, [line]: shown }, byQuery);
  expect(asked.includes(line)).toBe(isSent);
});

const unreadable = { status: 405 };
const other = { id: 6, title: 'theirs' };

test.each<[string, MadeUpAnswer, readonly object[], boolean]>([
  ['a list proves a row that cannot be read', unreadable, [other, mine.json], true],
  ['a list with a row of others at the id proves nothing', unreadable, [theirs.json], false],
  ['a list proves nothing against a read', theirs, [mine.json], false],
])('%s', async (_what, read, list, isSent) => {
  const { asked } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'POST /todos': { status: 201, json: { id: 7 } },
    ...{ 'GET /todos/7': read, 'HEAD /todos/7': unreadable },
    ...{ 'GET /todos': { json: { items: list } }, 'DELETE /todos/7': { status: 204 } },
  });
  expect(asked.includes('DELETE /todos/7')).toBe(isSent);
});

const integers = byQuery.replace('members', 'ids: integers, members');

test.each<[string, string, string]>([
  ['where ids are integers, a number inside of another text counts', integers, 'the id 7,'],
  ['a text as a whole counts elsewhere', byQuery, 'the id 7abc'],
])('%s', async (_what, suite, refused) => {
  const answers = ({ method, path }: RequestSpecification) =>
    method === 'GET' && (path.endsWith('=7') || suite === byQuery) ? theirs : missing;
  const { said } = await run('When I send POST /todos?id=7abc with {}', answers, suite);
  expect(said).toContain(`POST was not sent for ${refused}`);
});

test('a row is read with the credentials of the run when those of the request are rejected', async () => {
  const suite = `${byPath}credentials:\n  token: {help: a token, header: 'X-Token: \${value}'}\n`;
  const answers = ({ headers = {}, method }: RequestSpecification): MadeUpAnswer => {
    if (headers['X-Token'] !== 'secret') return { status: 401 };
    return method === 'GET' ? theirs : accepted;
  };
  const steps = 'When I send POST /todos with {"id": 7}\nThen the status is 401';
  const scene = { suite, answers, credentials: { token: 'secret' } };
  const result = await perform(steps, scene);
  expect(result.requests.map(({ method }) => method)).not.toContain('POST');
  expect(summarize(result)).toContain(`belongs to this run: ${JSON.stringify(theirs.json)}`);
});

test('the needs of a kind are named before those of the requirement', async () => {
  const suite = byPath.replace('members', 'needs: [scene.scene], members');
  const { outcome } = await perform('When I send POST /todos with {"id": 7}', {
    ...{ suite, answers: () => theirs },
  });
  expect(outcome).toMatchObject({
    verdict: 'blocked',
    prerequisites: ['scene.scene', 'scene.basis'],
  });
});

const lent = { id: 9, todo: 7 };

test.each<[string, MadeUpAnswer, object, boolean]>([
  ['that names a row of the run', mine, lent, true],
  ['that names a row of others', theirs, lent, false],
  ['that names nothing', missing, lent, false],
  ['that names no row', mine, { id: 9 }, false],
  ['in place of which another one is shown', mine, { id: 8, todo: 7 }, false],
])('a row without a text of its own %s', async (_which, named, shown, isSent) => {
  const suite = `${byPath}  loans: {item: '/loans/\${id}', refers: {todo: todos}}\n`;
  const steps = [
    'Given I send POST /loans with {"todo": $'.concat('{id}}'),
    'And I remember $.id as "loan"',
    'When I send DELETE /loans/$'.concat('{loan}'),
  ];
  const { asked } = await run(
    `${create}${steps.join('\n')}`,
    {
      ...{ 'POST /todos': { status: 201, json: { id: 7 } }, 'GET /todos/7': named },
      ...{ 'POST /loans': { status: 201, json: { id: 9 } }, 'GET /loans/9': { json: shown } },
      ...{ 'DELETE /loans/9': { status: 204 } },
    },
    suite,
  );
  expect(asked.includes('DELETE /loans/9')).toBe(isSent);
});
