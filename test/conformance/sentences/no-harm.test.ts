/**
 * On a server that others use, sentences change and delete only data that provably belong to the
 * run.
 */
import { afterAll, expect, test } from 'vitest';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import { type MadeUpAnswer, marker, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

type Answers = Readonly<Record<string, MadeUpAnswer>>;

const missing: MadeUpAnswer = { status: 404, json: {} };

/**
 * Answers by method and path. Default: 404.
 *
 * @param afterwards the answer to a GET whose path an accepted DELETE had
 */
function answering(answers: Answers, afterwards = missing) {
  const deleted = new Set<string>();
  return ({ method, path }: RequestSpecification): MadeUpAnswer => {
    if (method === 'GET' && deleted.has(path)) return afterwards;
    const answer = answers[`${method} ${path}`] ?? missing;
    if (method === 'DELETE' && (answer.status ?? 200) < 300) deleted.add(path);
    return answer;
  };
}

const created: Answers = { 'POST /todos': { status: 201, json: { id: 7 } } };
const mine = { json: { id: 7, title: `${marker}-1` } };
const theirs = { json: { id: 7, title: 'theirs' } };

async function run(steps: string, answers: Answers, afterwards?: MadeUpAnswer) {
  const given = answering({ ...created, ...answers }, afterwards);
  const result = await perform(steps, { answers: given });
  const asked = result.requests.map(({ method, path }) => `${method} ${path}`);
  return { said: summarize(result), asked, result };
}

const create =
  'Given I send POST /todos with {"title": "${unique}"}\nAnd I remember $.id as "id"\n';

test('a change is sent when a read proves that the run owns the resource', async () => {
  const { said, asked } = await run(`${create}When I send PATCH /todos/\${id} with {}`, {
    'GET /todos/7': mine,
    'PATCH /todos/7': { status: 200 },
  });
  expect(said).toBe('pass');
  expect(asked).toEqual(['POST /todos', 'GET /todos/7', 'PATCH /todos/7']);
});

test.each(['PROPFIND', 'REPORT', 'SEARCH', 'QUERY'])('%s is safe', async (method) => {
  const { asked } = await run(`When I send ${method} /todos`, {});
  expect(asked).toEqual([`${method} /todos`]);
});

test('nothing is changed at an id that belongs to others', async () => {
  const { said, asked } = await run(`${create}When I send DELETE /todos/\${id}`, {
    'GET /todos/7': theirs,
  });
  expect(said).toContain('blocked: DELETE /todos/7 was not sent: GET /todos/7 does not show');
  expect(asked).not.toContain('DELETE /todos/7');
});

test('a collection is not deleted just because it contains data of the run', async () => {
  const list = { json: [mine.json] };
  const { said, asked } = await run(`${create}When I send DELETE /todos`, { 'GET /todos': list });
  expect(said).toContain('not tested: DELETE /todos was not sent: it may change data of others');
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

test('what is shown to another user is not what is changed', async () => {
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

const clean = 'Given what POST /todos creates is cleaned up with DELETE /todos/${$.id}\n';

/** The requests of the clean-up, and the leftovers. */
async function cleaned(steps: string, answers: Answers, afterwards?: MadeUpAnswer) {
  const { result } = await run(steps, answers, afterwards);
  const sent = result.cleaning.map(({ method, path }) => `${method} ${path}`);
  return { sent, leftovers: result.leftovers, said: summarize(result) };
}

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

test('an answer without an id causes a leftover, and no failure', async () => {
  const steps = `${clean}When I send POST /todos with {"title": "\${unique}"}\nThen the status is 201`;
  const { said, leftovers } = await cleaned(steps, { 'POST /todos': { status: 201, text: '' } });
  expect(said).toBe('pass');
  expect(leftovers).toEqual([
    { resource: 'DELETE /todos/${$.id}', id: null, reason: 'no answer named it' },
  ]);
});

test('data of others stay', async () => {
  const { sent, leftovers } = await cleaned(`${clean}${create}`, { 'GET /todos/7': theirs });
  expect(sent).toEqual(['GET /todos/7']);
  expect(leftovers).toHaveLength(1);
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
  expect(gone).toMatchObject({ sent: ['GET /todos/7'], leftovers: [] });
});

const made = `${clean}${create}`;
const deletable: Answers = { 'GET /todos/7': mine, 'DELETE /todos/7': { status: 204 } };

test('a resource that the scenario deleted is read, and not deleted again', async () => {
  const steps = `${made}When I send DELETE /todos/\${id}`;
  const { sent, leftovers } = await cleaned(steps, deletable);
  expect(sent).toEqual(['GET /todos/7']);
  expect(leftovers).toEqual([]);
});

test('a resource that the scenario deleted in vain is deleted again, and left', async () => {
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
  expect(leftovers).toEqual([{ resource: 'DELETE', id: '/todos/7', reason }]);
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

test('a parent that shows the run is no proof that a part of it is left', async () => {
  const rule = 'And I clean up with DELETE /todos/${id}/notes/${$.id}, shown by GET /todos/${id}\n';
  const steps = `${create}And I send POST /todos/\${id}/notes with {"text": "\${unique}"}\n${rule}`;
  const { sent, leftovers } = await cleaned(steps, {
    'POST /todos/7/notes': { status: 201, json: { id: 3 } },
    'GET /todos/7': mine,
    'DELETE /todos/7/notes/3': { status: 204 },
  });
  expect(sent).toEqual(['GET /todos/7', 'DELETE /todos/7/notes/3', 'GET /todos/7/notes/3']);
  expect(leftovers).toEqual([]);
});

test('a resource at another path is read where its proof was', async () => {
  const steps = `${create}And I clean up with DELETE /trash/\${id}, shown by GET /todos/\${id}`;
  const { leftovers } = await cleaned(steps, {
    'GET /todos/7': mine,
    'DELETE /trash/7': { status: 204 },
  });
  const reason = 'DELETE was answered with 204, and GET /todos/7 still shows it';
  expect(leftovers).toEqual([{ resource: 'DELETE', id: '/trash/7', reason }]);
});

test('a request other than DELETE may keep what it cleans up', async () => {
  const steps = `${create}And I clean up with POST /todos/\${id}/cancel, shown by GET /todos/\${id}`;
  const { leftovers } = await cleaned(steps, {
    'GET /todos/7': mine,
    'POST /todos/7/cancel': { status: 200 },
  });
  expect(leftovers).toEqual([]);
});
