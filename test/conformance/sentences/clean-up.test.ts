/** The clean-up of ready-made sentences deletes what a run created, and lists what it cannot delete. */
import { afterAll, expect, test } from 'vitest';
import {
  type Answers,
  answering,
  clean,
  cleaned,
  create,
  deletable,
  keptTodo,
  mine,
  run,
  theirs,
  unnamed,
} from './made-up-todos.js';
import { marker, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

test('everything created is deleted, even if it should have been rejected', async () => {
  const steps = `${clean}When I send POST /todos with {"title": "\${unique}"}\nThen the status is 422`;
  const { said, sent, leftovers } = await cleaned(steps, {
    'GET /todos/7': mine,
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('fail: status: expected 422, observed 201');
  expect(sent).toEqual(['GET /todos/7', 'DELETE /todos/7', 'GET /todos/7']);
  expect(leftovers).toEqual([]);
});

test.each([
  ['POST /todos/7/copies with {"title": "${unique}"}', [], 'POST /todos/7/copies'],
  ['PUT /todos/${unique} with {}', [], 'PUT /todos/touchstone-0a1b2c3d-1'],
  ['POST /todos/search with {}', [], undefined],
  ['POST /todos with {"title": "${unique}"}', ['I clean up with DELETE /todos/${$.id}'], undefined],
])(
  'an accepted %s that had to be rejected is a leftover unless %j',
  async (request, more, left) => {
    const steps = [
      'Given I remember 7 as "a"',
      `When I send ${request}`,
      ...more.map((one) => `And ${one}`),
    ];
    const { said, leftovers } = await cleaned([...steps, 'Then the status is 4xx'].join('\n'), {
      'PUT /todos/touchstone-0a1b2c3d-1': { status: 200, json: {} },
      'POST /todos/search': { status: 200, json: {} },
      'POST /todos/7/copies': { status: 200, json: {} },
    });
    expect(said).toContain('fail: status: expected a client error');
    const found = leftovers.filter((one) => 'creation' in (one as object));
    expect(found).toEqual(left === undefined ? [] : [unnamed(left)]);
  },
);

const title = '{"title": "${unique}"}';

test.each([
  // The account of a login, which the run reads before it changes it.
  ['/account', ['Given I send POST /login with {}', 'And I set the header Token to "${$.token}"']],
  ['/todos/${unique:a}', ['Given I send GET /todos/${unique:a}']],
])(
  'a PUT of %s that had to be rejected left nothing, since a GET has shown it',
  async (path, given) => {
    const shown = { status: 200, json: { title: `${marker}-1` } };
    const own = `/todos/${marker}-1`;
    const steps = [...given, `When I send PUT ${path} with ${title}`, 'Then the status is 422'];
    const { said, leftovers } = await cleaned(steps.join('\n'), {
      'POST /login': { status: 200, json: { token: 'a-long-token' } },
      ...{ 'GET /account': shown, 'PUT /account': { status: 200, json: {} } },
      ...{ [`GET ${own}`]: shown, [`PUT ${own}`]: { status: 200, json: {} } },
    });
    expect([said, leftovers]).toEqual(['fail: status: expected 422, observed 200', []]);
  },
);

test('a PUT of a path at which a GET has shown nothing leaves what it created', async () => {
  const steps = `Given I send GET /todos/\${unique:a}\nAnd the status is 404
    When I send PUT /todos/\${unique:a} with ${title}
    Then the status is 422`;
  const { leftovers } = await cleaned(steps, { [`PUT /todos/${marker}-1`]: { json: {} } });
  expect(leftovers).toHaveLength(1);
});

test.each([
  ['', [keptTodo]],
  ['\nAnd I clean up with DELETE /todos/${id}', []],
  ['\nAnd I send DELETE /todos/${id}', []],
  ['\nAnd I send DELETE /todos/${id}/notes', [keptTodo]],
])('a created todo is a leftover unless a sentence deletes it: %j', async (more, left) => {
  const { leftovers } = await cleaned(`${create.trim()}${more}`, deletable);
  expect(leftovers).toEqual(left);
});

test.each([
  ['POST /todos with {"title": "milk"}', 201],
  ['POST /todos with {"title": "${unique}"}', 200],
])('%s, answered with %i, may have created nothing of the run', async (request, status) => {
  const { leftovers } = await cleaned(`When I send ${request}`, {
    'POST /todos': { status, json: { id: 7 } },
  });
  expect(leftovers).toEqual([]);
});

test('a status that is only recorded leaves the clean-up to later steps', async () => {
  const steps = `
    When I send POST /todos with {"title": "\${unique}"}
    And whether the status is 422 is recorded
    And I clean up with DELETE /todos/\${$.id}`;
  expect((await cleaned(steps, deletable)).leftovers).toEqual([]);
});

test('an answer without an id causes one leftover, and no failure', async () => {
  const rule =
    'And what POST /${collection} creates is cleaned up with DELETE ${header:Location}\n';
  const steps = `${clean}${rule}When I send POST /todos with {"title": "\${unique}"}\nThen the status is 201`;
  const { said, leftovers } = await cleaned(steps, { 'POST /todos': { status: 201, text: '' } });
  expect(said).toBe('pass');
  expect(leftovers).toEqual([unnamed('POST /todos')]);
});

test('what an excluded request creates is no leftover', async () => {
  const steps = `When I send POST /lamps/7/tokens?kind=a with {"title": "\${unique}"}
    Then the status is 401`;
  const excluded =
    'exclusions:\n- requests: [POST /logins, "POST /lamps/{id}/tokens"]\n  reason: They end.\n';
  const answers = [{ status: 201, json: {} }];
  expect((await perform(steps, { answers })).leftovers).toHaveLength(1);
  expect((await perform(steps, { answers, catalogue: excluded })).leftovers).toEqual([]);
});

const batch = 'I send POST /batch with {"titles": ["${unique}", "${unique}"]}';

test('everything that one answer names is deleted, latest first', async () => {
  const rule = 'what POST /batch creates is cleaned up with DELETE /todos/${$.made[*].id}';
  const { sent, leftovers } = await cleaned(`Given ${rule}\nWhen ${batch}`, {
    'POST /batch': { json: { made: { a: { id: 7 }, b: { error: 'taken' }, '}': { id: 8 } } } },
    ...{ 'GET /todos/7': mine, 'DELETE /todos/7': { status: 204 } },
    ...{ 'GET /todos/8': mine, 'DELETE /todos/8': { status: 500 } },
  });
  const deleted = sent.filter((one) => one.startsWith('DELETE'));
  expect(deleted).toEqual(['DELETE /todos/8', 'DELETE /todos/7']);
  const reason = 'DELETE was answered with 500';
  expect(leftovers).toEqual([{ deletion: { method: 'DELETE', path: '/todos/8' }, reason }]);
});

test.each([
  ['none of several', { made: [{ error: 'taken' }] }, []],
  ['nothing to select from', { made: 'taken' }, ['no answer named it']],
])('an answer that names %s', async (_what, json, reasons) => {
  const rule = 'what POST /batch creates is cleaned up with DELETE /todos/${$.made[*].id}';
  const answers = { 'POST /batch': { json } };
  const { sent, leftovers } = await cleaned(`Given ${rule}\nWhen ${batch}`, answers);
  expect(sent).toEqual([]);
  expect(leftovers.map((one) => (one as { reason: string }).reason)).toEqual(reasons);
});

test('each of several resources is shown by its own path', async () => {
  const rule = 'I clean up with DELETE /todos/${$.made[*].id}, shown by GET ${$.made[*].at}';
  const { sent } = await cleaned(`When ${batch}\nAnd ${rule}`, {
    'POST /batch': {
      json: {
        made: [
          { id: 7, at: '/a' },
          { id: 8, at: '/b' },
        ],
      },
    },
    ...{ 'GET /a': mine, 'GET /b': theirs, 'DELETE /todos/7': { status: 204 } },
  });
  expect(sent.slice(0, 3)).toEqual(['GET /b', 'GET /a', 'DELETE /todos/7']);
});

const ownToken = `${clean}And clean-ups have the header Authorization "Bearer \${$.token}"\n`;

/** The requests of the clean-up, each with its token. */
async function tokensSent(steps: string, answers: Answers) {
  const { result } = await run(steps, answers);
  return result.cleaning.map(({ method, path, headers = {} }) =>
    [method, path, headers.Authorization].join(' '),
  );
}

test('a resource with a token of its own is deleted with it', async () => {
  const steps = `Given I use "of the run" as bearer token\n${ownToken}${create}`;
  const sent = await tokensSent(steps, {
    ...deletable,
    'POST /todos': { status: 201, json: { id: 7, token: 'own' } },
  });
  const [get, ...others] = ['GET', 'DELETE', 'GET'].map((one) => `${one} /todos/7 Bearer own`);
  expect(sent).toEqual([get, ...others]);
});

test('a token that each use replaces is taken from the answer that shows the resource', async () => {
  const steps = `${ownToken}${create}`;
  const sent = await tokensSent(steps, {
    'POST /todos': { status: 201, json: { id: 7, token: 'first' } },
    'GET /todos/7': { json: { title: `${marker}-1`, token: 'second' } },
    'DELETE /todos/7': { status: 204 },
  });
  expect(sent.slice(0, 2)).toEqual(['GET /todos/7 Bearer first', 'DELETE /todos/7 Bearer second']);
});

test('each resource of a bulk request has its own token', async () => {
  const rule = 'what POST /batch creates is cleaned up with DELETE /todos/${$.made[*].id}';
  const token = 'clean-ups have the header X-Token ${$.made[*].token}';
  const made = [7, 8].map((id) => ({ id, token: `token-${id}` }));
  const { result } = await run(`Given ${rule}\nAnd ${token}\nWhen ${batch}`, {
    'POST /batch': { json: { made } },
    ...{ 'GET /todos/7': mine, 'GET /todos/8': mine },
  });
  const sent = result.cleaning.map(({ path, headers = {} }) => `${path} ${headers['X-Token']}`);
  expect(new Set(sent)).toEqual(new Set(['/todos/8 token-8', '/todos/7 token-7']));
});

test('without a token in the answer, the headers of the scenario stay', async () => {
  const steps = `Given I use "of the run" as bearer token\n${ownToken}${create}`;
  const sent = await tokensSent(steps, deletable);
  expect(sent[1]).toBe('DELETE /todos/7 Bearer of the run');
});

test('data of others are kept', async () => {
  const { sent, leftovers } = await cleaned(`${clean}${create}`, { 'GET /todos/7': theirs });
  expect(sent).toEqual(['GET /todos/7']);
  expect(leftovers).toHaveLength(1);
});

test('the reason for a leftover counts the answers that named it', async () => {
  const { leftovers } = await cleaned(`${clean}${create}${create}`, { 'GET /todos/7': theirs });
  const reason =
    'GET /todos/7 (200) does not show that it belongs to the run; it was named 2 times as created';
  expect(leftovers).toEqual([{ deletion: { method: 'DELETE', path: '/todos/7' }, reason }]);
});

test('the media type of a body is not sent with the deletion, which has no body', async () => {
  const steps = `${clean}And I set the header Content-Type to "application/vnd.a+json"\n${create}`;
  const { result } = await run(steps, deletable);
  expect(result.leftovers).toEqual([]);
  const types = result.cleaning.map(({ headers = {} }) => headers['Content-Type']);
  expect(types).toEqual([undefined, undefined, undefined]);
});

test('conditions of a creation do not apply to its deletion', async () => {
  const steps = `${clean}And I set the header If-None-Match to "*"\n${create}`;
  const { result } = await run(steps, {
    'GET /todos/7': mine,
    'DELETE /todos/7': { status: 204 },
  });
  expect(result.leftovers).toEqual([]);
  expect(result.cleaning.map(({ headers = {} }) => 'If-None-Match' in headers)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a rejected create and a missing resource need no deletion', async () => {
  const refused = await cleaned(`${clean}When I send POST /todos with {"title": "\${unique}"}`, {
    'POST /todos': { status: 422, json: { id: 7 } },
  });
  expect(refused).toMatchObject({ sent: [], leftovers: [] });
  const gone = await cleaned(`${clean}${create}`, { 'GET /todos/7': { status: 404 } });
  expect(gone).toMatchObject({ sent: ['GET /todos/7', 'HEAD /todos/7'], leftovers: [] });
});

test.each(['http://target/todos/7', '/todos/7'])(
  '%s outside of the base URL causes a leftover, and does not change the verdict',
  async (Location) => {
    const steps = `Given what POST /todos creates is cleaned up with DELETE \${header:Location}\nWhen I send POST /todos with {"title": "\${unique}"}\nThen the status is 201`;
    const result = await perform(steps, {
      baseUrl: 'http://target/api',
      answers: [{ status: 201, headers: { Location } }],
    });
    expect(summarize(result)).toBe('pass');
    expect(result.leftovers).toEqual([unnamed('POST /todos')]);
  },
);

const withCollection =
  'parameters:\n  todos: { help: path of the todos, default: /api/todos }\n  list: { help: a list }\n';

test('a parameter in the path of a rule may contain slashes', async () => {
  const result = await perform(
    'Given what POST ${parameter:todos} creates is cleaned up with DELETE ${parameter:todos}/${$.id}\nAnd I send POST ${parameter:todos} with {"title": "${unique}"}',
    {
      suite: withCollection,
      parameters: { todos: '/api/todos' },
      answers: answering({
        'POST /api/todos': { status: 201, json: { id: 7 } },
        'GET /api/todos/7': mine,
        'DELETE /api/todos/7': { status: 204 },
      }),
    },
  );
  expect(result.cleaning.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']);
});

test.each(['${parameter:todos}', '/lists/${parameter:list}'])(
  'a rule for %s is for no other path than that of the parameter',
  async (path) => {
    const { cleaning } = await perform(
      `Given what POST ${path} creates is cleaned up with DELETE /todos/\${$.id}\nAnd I send POST /lists/8 with {"title": "\${unique}"}`,
      {
        suite: withCollection,
        parameters: { todos: '/api/todos', list: '7' },
        answers: [{ status: 201, json: { id: 7 } }],
      },
    );
    expect(cleaning).toEqual([]);
  },
);

test.each(['/todos/7', 'http://target/todos/7'])(
  'a remembered reference %s in the path of a rule stands for its path',
  async (Location) => {
    const rule =
      'And I remember the header Location as "todo"\nAnd what POST ${todo}/notes creates is cleaned up with DELETE ${header:Location}\n';
    const { cleaning } = await perform(
      `Given I send POST /todos with {"title": "\${unique}"}\n${rule}And I send POST \${todo}/notes`,
      {
        answers: answering({
          'POST /todos': { status: 201, headers: { Location } },
          'GET /todos/7': mine,
          'POST /todos/7/notes': { status: 201, headers: { Location: `${Location}/notes/3` } },
          'GET /todos/7/notes/3': mine,
          'DELETE /todos/7/notes/3': { status: 204 },
        }),
      },
    );
    expect(cleaning.map(({ method, path }) => `${method} ${path}`)).toContain(
      'DELETE /todos/7/notes/3',
    );
  },
);
