/**
 * On a server that others use, sentences change and delete only data that provably belong to the
 * run.
 */
import { afterAll, expect, test } from 'vitest';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import {
  type Answers,
  answering,
  create,
  created,
  deletable,
  mine,
  run,
  theirs,
} from './made-up-todos.js';
import { type MadeUpAnswer, marker, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

test('a change is sent when a read proves that the run owns the resource', async () => {
  const { said, asked } = await run(`${create}When I send PATCH /todos/\${id} with {}`, {
    'GET /todos/7': mine,
    'PATCH /todos/7': { status: 200 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /todos', 'GET /todos/7', 'PATCH /todos/7']);
});

test.each(['/todos/7', '/todos/7/'])(
  'the parent %s of a path with a slash at its end proves that the run owns it',
  async (parent) => {
    const { said, asked } = await run(`${create}When I send POST /todos/\${id}/notes/ with {}`, {
      [`GET ${parent}`]: mine,
      'POST /todos/7/notes/': { status: 201 },
    });
    expect(said).toBe('pass');
    expect(asked.at(-1)).toBe('POST /todos/7/notes/');
  },
);

test('what is gone may be deleted again, also with a slash at the end of its path', async () => {
  const { said } = await run(`${create}When I send DELETE /todos/\${id}/`, {
    'GET /todos/7/': { status: 404 },
    'DELETE /todos/7/': { status: 404 },
  });
  expect(said).toBe('pass');
});

test('what the scenario has just read itself needs no further read', async () => {
  const renewed = { json: { ...mine.json, token: 'renewed-token' } };
  const steps = `${create}And I set the header Authorization to "Token first-token"
    And I send GET /todos/\${id}
    And I set the header Authorization to "Token \${$.token}"
    When I send DELETE /todos/\${id}`;
  const { said, asked } = await run(steps, {
    'GET /todos/7': renewed,
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /todos', 'GET /todos/7', 'DELETE /todos/7']);
});

const shared = create.replace('Given', 'Given all scenarios share the next request\nAnd');
const change = 'And I send PATCH /todos/${id} with {}\n';

test.each<[string, string, readonly string[]]>([
  ['is read once while the server deletes nothing', change, ['PATCH']],
  [
    'is read again before its deletion, and after it',
    `And I send DELETE /todos/\${id}\n${change}`,
    ['GET', 'DELETE', 'GET', 'PATCH'],
  ],
  [
    'is read again after an action, which may delete',
    `And I send POST /todos/\${id}/archive with {}\n${change}`,
    ['GET', 'HEAD', 'POST', 'GET', 'PATCH'],
  ],
])('what scenarios share %s', async (_what, next, expected) => {
  const { asked } = await run(`${shared}When I send PATCH /todos/\${id} with {}\n${next}`, {
    ...{ ...deletable, 'PATCH /todos/7': { status: 200, json: {} } },
    'POST /todos/7/archive': { status: 200, json: {} },
  });
  const methods = asked.map((line) => line.split(' ')[0]);
  expect(methods).toEqual(['POST', 'GET', 'PATCH', ...expected]);
});

test('what scenarios share and do not find is read by each', async () => {
  const { asked } = await run(`${shared}When I send PATCH /todos/\${id} with {}\n${change}`, {});
  expect(asked.filter((line) => line === 'GET /todos/7')).toHaveLength(2);
});

test('what the scenario has read as another user proves nothing', async () => {
  const steps = `${create}And I send GET /todos/\${id}
    And I set the header Authorization to "Token other-token"
    When I send DELETE /todos/\${id}`;
  const answers = ({ method, path, headers = {} }: RequestSpecification): MadeUpAnswer => {
    if (method !== 'GET') return answering(created)({ method, path });
    return 'Authorization' in headers ? theirs : mine;
  };
  const { requests } = await perform(steps, { answers });
  expect(requests.map(({ method }) => method)).not.toContain('DELETE');
});

test.each(['PROPFIND', 'REPORT', 'SEARCH', 'QUERY'])('%s is safe', async (method) => {
  const { asked } = await run(`When I send ${method} /todos`, {});
  expect(asked).toEqual([`${method} /todos`]);
});

test.each(['http://target/todos', '/todos'])(
  'a request is sent to the endpoint %s, which is the same for all clients',
  async (address) => {
    const steps = `Given I send GET /directory\nAnd I remember the endpoint $.new as "new"\n`;
    const answers: Answers = { 'GET /directory': { json: { new: address } } };
    const { said, asked } = await run(
      `${steps}When I send POST \${new} with {}\nThen the status is 201`,
      answers,
    );
    expect(said).toBe('pass');
    expect(asked).toEqual(['GET /directory', 'POST /todos']);
    const listed = { ...answers, 'GET /todos': theirs };
    const other = await run(`${steps}When I send DELETE \${new}`, listed);
    expect(other.said).toContain('not applicable: DELETE /todos was not sent');
  },
);

test('a POST to another address from an answer names the sentence for endpoints', async () => {
  const steps = 'Given I send GET /directory\nWhen I send POST ${$.new} with {}';
  const answers: Answers = { 'GET /directory': { json: { new: 'http://target/todos' } } };
  await expect(run(steps, answers)).resolves.toMatchObject({
    said: expect.stringContaining('An endpoint in an answer needs "I remember the endpoint …".'),
  });
});

test('nothing is changed at an id that belongs to others', async () => {
  const { said, asked } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': theirs,
  });
  expect(said).toContain('blocked: DELETE /todos/7 was not sent: GET /todos/7 (200) does not show');
  expect(asked).not.toContain('DELETE /todos/7');
});

test('a collection is not deleted just because it contains data of the run', async () => {
  const list = { json: [mine.json] };
  const { said, asked } = await run(`${create}When I send DELETE /todos`, { 'GET /todos': list });
  expect(said).toContain(
    'not applicable: DELETE /todos was not sent: it may change data of others',
  );
  expect(asked).not.toContain('DELETE /todos');
});

test('a list that contains data of others does not belong to the run', async () => {
  const list = { json: [mine.json, theirs.json] };
  const { asked } = await run(`${create}When I send DELETE /todos/\${id}/notes`, {
    'GET /todos/7/notes': list,
    'GET /todos/7': theirs,
  });
  expect(asked).not.toContain('DELETE /todos/7/notes');
});

test('below a resource of the run, others may be created and changed', async () => {
  const steps = `${create}When I send POST /todos/\${id}/notes with {}\nAnd I send DELETE /todos/\${id}/notes/1`;
  const { said, asked } = await run(steps, {
    'GET /todos/7': mine,
    'POST /todos/7/notes': { status: 201 },
    'GET /todos/7/notes/1': { json: { note: 'without a mark' } },
    'DELETE /todos/7/notes/1': { status: 204 },
  });
  expect(said).toBe('pass');
  expect(asked).toContain('DELETE /todos/7/notes/1');
});

test('nothing is created below a resource of others', async () => {
  const { asked } = await run(`${create}When I send POST /todos/\${id}/notes with {}`, {
    'GET /todos/7': theirs,
  });
  expect(asked).not.toContain('POST /todos/7/notes');
});

/** Answers requests with a token; those without get a status. */
const forTokens =
  (answers: Answers, status: number) =>
  (request: RequestSpecification): MadeUpAnswer => {
    const isKnown = request.headers?.Authorization === 'Bearer secret-token';
    return isKnown ? answering(answers)(request) : { status, json: {} };
  };

const login = 'Given I use "secret-token" as bearer token\n';

test.each([
  ['a change', 'DELETE /todos/${id}', 401],
  ['a change', 'DELETE /todos/${id}', 403],
  ['a creation below it', 'POST /todos/${id}/notes', 401],
  ['a creation below it', 'POST /todos/${id}/notes', 404],
])('%s of what only its owner may read is sent: %s (%i)', async (_what, request, status) => {
  const steps = `${login}${create}And I use no credential\nWhen I send ${request}\nThen the status is ${status}`;
  const answers = forTokens({ ...created, 'GET /todos/7': mine }, status);
  expect(summarize(await perform(steps, { answers }))).toBe('pass');
});

test('what another user sees proves no ownership', async () => {
  const steps = `${login}${create}And I use "other-token" as bearer token\nWhen I send DELETE /todos/\${id}`;
  const answers = (request: RequestSpecification): MadeUpAnswer => {
    const isFirst = request.headers?.Authorization === 'Bearer secret-token';
    return isFirst ? answering({ ...created, 'GET /todos/7': mine })(request) : theirs;
  };
  const { requests } = await perform(steps, { answers });
  expect(requests.map(({ method }) => method)).not.toContain('DELETE');
});

const signUp =
  'Given I send POST /accounts with {"name": "${unique}"}\n' +
  'And I set the header Authorization to "Token ${$.token}"\n';
const signedUp: Answers = { 'POST /accounts': { status: 201, json: { token: 'secret-token' } } };

test('the account of a token may be changed when it shows the marker', async () => {
  const { said, asked } = await run(`${signUp}When I send PUT /account with {}`, {
    ...signedUp,
    'GET /account': { json: { name: `${marker}-1` } },
    'PUT /account': { status: 200 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /accounts', 'GET /account', 'PUT /account']);
});

test.each([
  ['of somebody else', { name: 'Ada' }],
  ['of others as well', { accounts: [{ name: `${marker}-1` }, { name: 'Ada' }] }],
])('a token does not prove the ownership of an answer with things %s', async (_whose, json) => {
  const { asked } = await run(`${signUp}When I send DELETE /account`, {
    ...signedUp,
    'GET /account': { json },
  });
  expect(asked).not.toContain('DELETE /account');
});

test('a change of a missing resource harms nothing', async () => {
  const steps = 'When I send DELETE /todos/999\nThen the status is 404';
  expect((await run(steps, {})).said).toBe('pass');
  const named = 'When I send PUT /todos/${unique} with {}\nThen the status is 404';
  expect((await run(named, {})).said).toBe('pass');
});

test('a scenario without a marker is a mistake of the suite', async () => {
  const steps = 'Given I send POST /todos with {"title": "a"}\nWhen I send DELETE /todos/${$.id}';
  const { said } = await run(steps, { 'GET /todos/7': theirs });
  expect(said).toContain('the scenario has sent no ${unique} before');
});

test('a server whose data end with the run needs no proof', async () => {
  const result = await perform('When I send DELETE /todos', { isDisposable: true });
  expect(result.requests.map(({ method }) => method)).toEqual(['DELETE']);
});

test('@destructive needs a disposable server', async () => {
  const steps = 'When I send DELETE /todos';
  const kept = await perform(steps, { tags: '@destructive' });
  expect(kept.outcome).toMatchObject({ verdict: 'not tested', option: '--disposable' });
  expect(kept.requests).toEqual([]);
  const given = await perform(steps, { tags: '@destructive', isDisposable: true });
  expect(summarize(given)).toBe('pass');
});

test('a condition of the request does not apply to the read that proves ownership', async () => {
  const steps = `${create}And I set the header If-Match to "old"\nWhen I send PATCH /todos/\${id} with {}\nThen the status is 412`;
  const answers = (request: RequestSpecification): MadeUpAnswer => {
    if (request.headers?.['If-Match'] !== undefined) return { status: 412 };
    return answering({ ...created, 'GET /todos/7': mine })(request);
  };
  const result = await perform(steps, { answers });
  expect(summarize(result)).toBe('pass');
  expect(result.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH']);
});

test('headers of an earlier request prove ownership after any rejection', async () => {
  const steps = `${create}And I set the header X-Version to "0"\nWhen I send PATCH /todos/\${id} with {}\nThen the status is 400`;
  const answers = (request: RequestSpecification): MadeUpAnswer => {
    if (request.headers?.['X-Version'] !== undefined) return { status: 400 };
    return answering({ ...created, 'GET /todos/7': mine })(request);
  };
  expect(summarize(await perform(steps, { answers }))).toBe('pass');
});

test.each([
  ['a header', { headers: { 'X-Title': `a ${marker}-1` } }],
  ['base64 in a header', { headers: { 'Upload-Metadata': `name ${btoa(`${marker}-1`)}` } }],
  ['base64 in the body', { json: { content: btoa(`id: ${marker}-1`) } }],
  ['base64 inside of a longer text', { text: btoa(`a longer text with ${marker}-1`) }],
])('%s proves ownership', async (_what, answer) => {
  const { said } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': answer,
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
});

test('a header that repeats one of the request proves nothing', async () => {
  const steps = `${create}And I set the header X-Request-Id to "\${unique}"\nWhen I send DELETE /todos/\${id}`;
  const answers = (request: RequestSpecification): MadeUpAnswer => {
    const id = request.headers?.['X-Request-Id'];
    const headers = id === undefined ? {} : { 'X-Request-Id': id };
    const answer = answering({ ...created, 'GET /todos/7': theirs })(request);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
  const { requests } = await perform(steps, { answers });
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
});

test('a stored header proves ownership although the scenario still sends it', async () => {
  const steps =
    'Given I set the header X-Title to "${unique}"\nAnd I send POST /todos with {}\nAnd I remember $.id as "id"\nWhen I send DELETE /todos/${id}';
  const { said } = await run(steps, {
    'GET /todos/7': { headers: { 'X-Title': `${marker}-1` } },
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
});

test('a server without GET proves ownership with HEAD', async () => {
  const { said, asked } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': { status: 405 },
    'HEAD /todos/7': { headers: { 'X-Title': `${marker}-1` } },
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /todos', 'GET /todos/7', 'HEAD /todos/7', 'DELETE /todos/7']);
});

test.each(['a file', '12345', ''])('the content %j is described by HEAD', async (text) => {
  const { said, asked } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': { text },
    'HEAD /todos/7': { headers: { 'X-Title': `${marker}-1` } },
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /todos', 'GET /todos/7', 'HEAD /todos/7', 'DELETE /todos/7']);
});

test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
  '%s needs the proof of the method that it names, and is not sent with the read',
  async (name) => {
    const steps = `${create}And I set the header ${name} to "delete"\nWhen I send POST /todos/8 with {}\nAnd I send GET /todos/\${id}`;
    const { asked, result } = await run(steps, { 'GET /todos/7': theirs, 'GET /todos/8': theirs });
    expect(asked).toEqual(['POST /todos', 'GET /todos/8']);
    expect(result.requests.at(-1)?.headers).not.toHaveProperty(name);
    const { said } = await run(steps.replace('/todos/8', '/todos/${id}'), { 'GET /todos/7': mine });
    expect(said).toBe('pass');
  },
);

test('a path is unused only when HEAD says so as well', async () => {
  const steps = 'When I send DELETE /todos/999\nThen the status is 404';
  const used = await run(steps, { 'HEAD /todos/999': { text: '' } });
  expect(used.said).toContain('not applicable: DELETE /todos/999 was not sent');
  expect(used.asked).toEqual(['GET /todos/999', 'HEAD /todos/999']);
});

test.each([400, 403, 404])('after GET with %i, HEAD proves ownership', async (status) => {
  const { said } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': { status },
    'HEAD /todos/7': { headers: { 'X-Title': `${marker}-1` } },
    'DELETE /todos/7': { status: 204 },
  });
  expect(said).toBe('pass');
});

test('a path of a parameter or a given credential names no value from an answer', async () => {
  const suite =
    'parameters:\n  todos: { help: a path, default: /todos }\ncredentials:\n  list: { help: an id }\n';
  const { outcome, requests } = await perform(
    'When I send POST ${parameter:todos} with {}\nAnd I send POST /lists/${credential:list} with {}',
    { suite, parameters: { todos: '/todos' }, credentials: { list: '7' } },
  );
  expect(outcome.verdict).toBe('pass');
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /todos',
    'POST /lists/7',
  ]);
});

test.each([
  ['a header', 'And I set the header X-Title to "${unique}"\nWhen I send POST /todos/${$.id}'],
  ['the body', 'When I send POST /todos/${$.id} with {"title": "${unique}"}'],
])(
  'the marker in %s of a request that is not sent is no mistake of the suite',
  async (_w, steps) => {
    const { said } = await run(`Given I send POST /todos with {}\n${steps}`, {
      'GET /todos/7': theirs,
    });
    expect(said).toContain('blocked: POST /todos/7 was not sent');
  },
);

/** Answers HEAD of the todo only with the version 1 of a protocol; GET shows bytes. */
const versioned =
  (rejection: number) =>
  ({ method, path, headers = {} }: RequestSpecification): MadeUpAnswer => {
    if (method !== 'HEAD')
      return answering({ ...created, 'GET /todos/7': { text: 'bytes' } })({ method, path });
    if (headers['X-Version'] !== '1') return { status: rejection };
    return { headers: { 'X-Title': `${marker}-1` } };
  };

const otherVersion = `Given I set the header X-Version to "1"\n${create}And I set the header X-Version to "0"\nWhen I send PATCH /todos/\${id} with {}\nThen the status is 404`;

test.each([412, 405])(
  'earlier headers prove ownership of bytes whose HEAD is answered with %i',
  async (status) => {
    expect(summarize(await perform(otherVersion, { answers: versioned(status) }))).toBe('pass');
  },
);

test('bytes that HEAD describes as those of another user prove no ownership', async () => {
  const result = await perform(otherVersion, { answers: versioned(200) });
  expect(summarize(result)).toContain(
    'blocked: PATCH /todos/7 was not sent: GET /todos/7 (200) and HEAD (200) do not show',
  );
});

test('a refusal names the statuses of its proofs', async () => {
  const steps = `${create}When I send DELETE /todos/\${id}`;
  const read = await run(steps, { 'GET /todos/7': theirs });
  expect(read.said).toContain('was not sent: GET /todos/7 (200) does not show the run');
  const rejected = await run(steps, { 'GET /todos/7': { status: 403 } });
  expect(rejected.said).toContain('GET /todos/7 (403) and HEAD (404) do not show the run');
});

test.each([
  [404, 200],
  [404, 403],
  [403, 404],
  [401, 404],
  [405, 405],
  [405, 200],
])('a path is used when GET is answered with %i, and HEAD with %i', async (get, head) => {
  const { said, asked } = await run('When I send DELETE /todos/999', {
    'GET /todos/999': { status: get },
    'HEAD /todos/999': { status: head },
  });
  expect(said).toContain('not applicable: DELETE /todos/999 was not sent');
  expect(asked).not.toContain('DELETE /todos/999');
});

test.each([
  [404, 404],
  [410, 404],
  [404, 405],
  [405, 404],
])('a path is unused when GET is answered with %i, and HEAD with %i', async (get, head) => {
  const { said } = await run('When I send DELETE /todos/999\nThen the status is 404', {
    'GET /todos/999': { status: get },
    'HEAD /todos/999': { status: head },
  });
  expect(said).toBe('pass');
});
