// biome-ignore-all lint/suspicious/noTemplateCurlyInString: features have such places
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, removeFolders, runCheck, runCommand } from '../run-check.js';
import { describeApi, descriptions, init, json, lint, post } from './new-suite.js';
import { createTodoServer } from './todo-server.js';

afterAll(removeFolders);

/** The scenario of a requirement, without the lines of bodies. */
function scenarioOf(feature: string, id: string): readonly string[] {
  const block = feature.split('\n\n').find((one) => one.includes(`@req:${id}`)) ?? '';
  const isBody = (line: string) => line.startsWith('      ');
  return block
    .split('\n')
    .filter((line) => line !== '' && !isBody(line))
    .map((line) => line.trim());
}

/** Checks a todo server that answers to a creation with a status. */
async function checkTodos(folder: string, created: number) {
  const { app, todos } = createTodoServer('s3cret', created);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { report, stdout } = await runCheck(['--base-url', url, '--token', 's3cret'], {}, folder);
  server.close();
  const verdicts = report?.requirements.map(({ id, verdict }) => `${id} ${verdict}`) ?? [];
  return { verdicts, stdout, left: [...todos] };
}

describe('touchstone init', () => {
  test.each([...readdirSync(descriptions), undefined])(
    'writes a suite by %s that lints clean',
    async (name) => {
      const { code, folder } = await init(name);
      expect(code).toBe(0);
      expect(await lint(folder)).toBe('No problems found.\n');
    },
  );

  test('writes scenarios that a conforming server passes, and cleans up', async () => {
    const { folder } = await init('todo.yaml');
    const { verdicts, stdout, left } = await checkTodos(folder, 201);
    expect(verdicts.length).toBeGreaterThan(35);
    expect(
      verdicts.filter((one) => !one.endsWith(' pass')),
      stdout,
    ).toEqual(['update-todo.answer.409 not tested']);
    expect(left).toEqual([]);
  });

  test('writes scenarios that clean up when a server answers with another status', async () => {
    const { folder } = await init('todo.yaml');
    const { verdicts, left } = await checkTodos(folder, 200);
    expect(verdicts).toContain('create-todo.response.status fail');
    expect(left).toEqual([]);
  });

  test('names the next commands as the program was called, quoted', async () => {
    const cwd = makeFolder();
    const { stdout } = await runCommand('init', ['my suite'], { call: 'node bin/run.js' }, cwd);
    expect(stdout.match(/^ {2}.*$/gm)).toEqual([
      "  node bin/run.js check --suite 'my suite' --base-url URL",
      "  node bin/run.js lint 'my suite'",
    ]);
  });

  test('writes nothing when a file exists', async () => {
    const { cwd, folder } = await init();
    writeFileSync(join(folder, 'suite.yaml'), 'mine');
    const before = readdirSync(folder);
    const options = ['suite', '--openapi', join(descriptions, 'todo.yaml')];
    const { code, stderr } = await runCommand('init', options, {}, cwd);
    expect(stderr).toMatch(
      /^touchstone init: suite\/suite\.yaml exists already, and \d+ other files with it; nothing was written\.\n$/,
    );
    expect(code).toBe(2);
    expect(readFileSync(join(folder, 'suite.yaml'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('a new suite', () => {
  test('takes the parameters of nested paths from earlier answers', async () => {
    const { read } = await init('bookstore.yaml');
    const id = 'delete-authors-author-id-books-isbn.response.status';
    expect(scenarioOf(read('features/books.feature'), id).slice(2)).toEqual([
      'Given what POST /authors creates is cleaned up with DELETE /authors/${$.id}',
      'And all scenarios share the next request',
      'And I send POST /authors with {"name":"${unique}","born":0}',
      'And I remember $.id as "authorId"',
      'And what POST /authors/${authorId}/books creates is cleaned up with DELETE /authors/${authorId}/books/${$.data.isbn}',
      'And all scenarios share the next request',
      'And I send POST /authors/${authorId}/books with',
      'And I remember $.data.isbn as "isbn"',
      'When all scenarios share the next request',
      'And I send DELETE /authors/${authorId}/books/${isbn}',
      'Then the status is 204',
    ]);
    const { requirements } = parse(read('requirements.yaml'));
    const deletion = requirements.find((one: { id: string }) => one.id === id);
    const preparing = ['post-authors', 'post-authors-author-id-books'];
    expect(deletion.needs).toEqual(
      expect.arrayContaining(preparing.map((name) => `${name}.response.status`)),
    );
  });

  test('creates by PUT what the client names, with the headers and queries that requests need', async () => {
    const text = { type: 'string' };
    const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
    const parameter = (place: string, name: string, example: string) => ({
      ...{ name, in: place, required: true, schema: { ...text, example } },
    });
    const answers = (...statuses: readonly number[]) =>
      Object.fromEntries(statuses.map((status) => [status, { description: 'x' }]));
    const put = {
      requestBody: json({ type: 'object', properties: { size: { type: 'integer' } } }),
    };
    const { read, folder, stdout } = await init(
      describeApi({
        '/rooms/{room}': {
          parameters: [inPath('room'), parameter('header', 'Api-Version', '2')],
          put: { ...put, responses: answers(200, 201) },
          delete: { parameters: [parameter('query', 'plan', 'a&b')], responses: answers(204) },
        },
        '/rooms/{room}/lamps/{lamp}': {
          parameters: [inPath('room'), inPath('lamp')],
          put: { ...put, responses: answers(201) },
          get: { responses: answers(200, 404) },
        },
      }),
    );
    expect(stdout).not.toContain('unfinished');
    const feature = read('features/rooms.feature');
    for (const line of [
      'what PUT /rooms/${unique} creates is cleaned up with DELETE /rooms/${unique}?plan=a%26b',
      'I set the header Api-Version to "2"',
      'I send PUT /rooms/${unique} with {"size":1}',
      'I send PUT /rooms/${unique}/lamps/${unique} with {"size":1}',
      'I send GET /rooms/${unique}/lamps/${unique}\n',
    ]) {
      expect(feature).toContain(line);
    }
    expect(await lint(folder)).toBe('No problems found.\n');
  });
});

describe('a new suite with unusual requests', () => {
  test('accepts each success among which the description lets a server choose', async () => {
    const lamp = {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    };
    const gone = { 200: { description: 'gone', ...json(lamp) }, 204: { description: 'gone, too' } };
    const lampId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const { read, folder } = await init(
      describeApi({
        '/lamps': post(lamp),
        '/lamps/{id}': {
          parameters: [lampId],
          get: { responses: { 200: { description: 'the lamp' } } },
          put: { responses: { ...gone, 201: { description: 'new' } } },
          delete: { responses: gone },
        },
      }),
    );
    const stepsOf = (id: string) => scenarioOf(read('features/lamps.feature'), id);
    expect(stepsOf('delete-lamps-id.response.status').at(-1)).toBe('Then the status is 200 or 204');
    expect(stepsOf('delete-lamps-id.response.body').slice(-2)).toEqual([
      'Then the requirement applies only if the status is 200 or 204',
      'And the answer conforms to the OpenAPI description',
    ]);
    expect(read('requirements.yaml')).toContain('DELETE /lamps/{id} answers 200 or 204: gone.');
    expect(await lint(folder)).toBe('No problems found.\n');
  });

  test('sends a request without a credential to an existing resource', async () => {
    const { read } = await init('todo.yaml');
    const steps = scenarioOf(read('features/todos.feature'), 'delete-todo.security.none');
    expect(steps.filter((one) => !/shared? |POST /.test(one)).slice(3)).toEqual([
      'And I remember $.id as "id"',
      'And I use no credential',
      'And I send DELETE /todos/${id}',
      'Then the status is 401',
      'When I use the credential token',
      'And I send GET /todos/${id}',
      'Then the status is a success',
    ]);
  });

  test('has unfinished scenarios for answers that the description does not explain', async () => {
    const { read, stdout } = await init('articles.yaml');
    expect(stdout).toContain('unfinished (@todo).');
    const feature = read('features/user-and-authentication.feature');
    expect(feature).toContain(
      '# To be finished: the description does not show what makes a server answer 401.',
    );
  });

  test('sends forms', async () => {
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const content = { 'application/x-www-form-urlencoded': { schema } };
    const responses = { 201: { description: 'made' }, 400: { description: 'invalid' } };
    const { read } = await init(
      describeApi({ '/lamps': { post: { requestBody: { content }, responses } } }),
    );
    expect(read('features/lamps.feature')).toContain(
      '    And I send POST /lamps with the form\n      | name | ${unique} |\n',
    );
  });
});

describe('a new suite with requests without a source of ids', () => {
  test('has options for existing resources, for requests that change nothing or create', async () => {
    const id = (name: string) => ({ name, in: 'path', schema: { type: 'string' } });
    const responses = { 200: { description: 'one' } };
    const body = { type: 'object', properties: { name: { type: 'string' } } };
    const note = { type: 'object', properties: { id: { type: 'string' } } };
    const { read, folder } = await init(
      describeApi({
        '/lamps/{id}': {
          parameters: [id('id')],
          ...{ get: { responses }, delete: { responses } },
        },
        '/lamps/{id}/off': { parameters: [id('id')], post: { responses } },
        '/lamps/{id}/shape.{format}': {
          parameters: [id('id'), id('format')],
          get: { responses },
        },
        '/lamps/{id}/notes': {
          parameters: [id('id')],
          get: { responses },
          post: {
            requestBody: json(body),
            responses: { 201: { description: 'x', ...json(note) } },
          },
        },
        '/lamps/{id}/notes/{seed}': {
          parameters: [id('id'), id('seed')],
          ...{ get: { responses }, delete: { responses } },
        },
        '/plants/{seed}': { parameters: [id('seed')], get: { responses } },
      }),
    );
    expect(Object.keys(parse(read('suite.yaml')).parameters)).toEqual([
      'lamp-id',
      'format-value',
      'seed-value',
    ]);
    const lamps = read('features/lamps.feature');
    const requestsOf = (name: string) =>
      scenarioOf(lamps, `${name}.response.status`).filter((line) => / send /.test(line));
    expect(requestsOf('get-lamps-id')).toEqual(['And I send GET /lamps/${parameter:lamp-id}']);
    expect(requestsOf('get-lamps-id-shape-format')).toEqual([
      'And I send GET /lamps/${parameter:lamp-id}/shape.${parameter:format-value}',
    ]);
    expect(requestsOf('post-lamps-id-notes')).toEqual([
      'And I send POST /lamps/${parameter:lamp-id}/notes with {"name":"${unique}"}',
    ]);
    expect(scenarioOf(lamps, 'delete-lamps-id.response.status')[0]).toContain('@todo');
    expect(scenarioOf(lamps, 'post-lamps-id-off.response.status')[0]).toContain('@todo');
    expect(await lint(folder)).toBe('No problems found.\n');
  });
});

describe('a new suite from an unusual description', () => {
  test('sends readable bodies', async () => {
    const text = { type: 'string' };
    const wide = (schema: object) => ({
      type: 'object',
      required: ['needed'],
      properties: Object.fromEntries(
        ['needed', ...'abcdefgh'].map((name) => [name, structuredClone(schema)]),
      ),
    });
    const { read } = await init(describeApi({ '/lamps': post(wide(wide(wide(text)))) }));
    const feature = read('features/lamps.feature');
    expect(Math.max(...feature.split('\n\n').map((one) => one.split('\n').length))).toBeLessThan(
      120,
    );
    expect(feature).toContain('"needed": "${unique}"');
  });

  test('excludes answers that depend on no request', async () => {
    const responses = { 200: { description: 'all' }, '5XX': { description: 'a fault' } };
    const limited = { ...responses, 429: { description: 'too many' } };
    const { read, folder } = await init(
      describeApi({ '/a': { get: { responses } }, '/b': { get: { responses: limited } } }),
    );
    const { requirements, exclusions } = parse(read('requirements.yaml'));
    expect(requirements.map(({ id }: { id: string }) => id)).toEqual([
      'get-a.response.status',
      'get-b.response.status',
    ]);
    expect(exclusions).toMatchObject([{ answers: ['* 429', '* 5XX'] }]);
    expect(await lint(folder)).toBe('No problems found.\n');
  });

  test('uses the credential of the request after that of its preparation', async () => {
    const lamp = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    };
    const named = { type: 'object', properties: { name: { type: 'string' } } };
    const maker = {
      requestBody: json(named),
      responses: { 201: { description: 'Made', ...json(lamp) } },
      security: [{ maker: [] }],
    };
    const read = (scheme: string) => ({
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { security: [{ [scheme]: [] }], responses: { 200: { description: 'Seen' } } },
    });
    const bearer = { type: 'http', scheme: 'bearer' };
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const components = { securitySchemes: { maker: bearer, reader: bearer, key } };
    const paths = { '/lamps': { post: maker }, '/lamps/{id}': read('reader') };
    const { read: file } = await init(describeApi(paths, { components }));
    const steps = scenarioOf(file('features/lamps.feature'), 'get-lamps-id.response.status');
    const used = steps.filter((one) => /I (?:use the credential|send) /.test(one));
    expect(used).toEqual([
      'And I send POST /lamps with {"name":"${unique}"}',
      'And I use the credential reader',
      'And I send GET /lamps/${id}',
    ]);
    const other = { ...paths, '/lamps/{id}': read('key') };
    const { read: otherFile } = await init(describeApi(other, { components }));
    const both = scenarioOf(otherFile('features/lamps.feature'), 'get-lamps-id.response.status');
    expect(both.filter((one) => /credential/.test(one))).toEqual([
      'And I use no credential',
      'And I use the credential key',
    ]);
  });

  test('makes credentials of the schemes that operations need', async () => {
    const operation = (scheme: string) => ({
      get: { security: [{ [scheme]: [] }], responses: { 200: { description: 'Seen' } } },
    });
    const securitySchemes = {
      token: { type: 'http', scheme: 'bearer' },
      BasicAuth: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      unused: { type: 'http', scheme: 'bearer' },
    };
    const paths = Object.fromEntries(
      ['token', 'BasicAuth', 'header', 'inQuery'].map((name) => [`/${name}`, operation(name)]),
    );
    const { folder, read } = await init(describeApi(paths, { components: { securitySchemes } }));
    expect(parse(read('suite.yaml')).credentials).toEqual({
      token: { help: 'a valid token', header: 'Authorization: Bearer ${value}' },
      'basic-auth': { help: 'user:password in Base64', header: 'Authorization: Basic ${value}' },
      // The option --header belongs to every check.
      'header-credential': {
        help: 'the whole value of the header X-Key',
        header: 'X-Key: ${value}',
      },
      'in-query': { help: 'a valid key', query: 'key' },
    });
    expect(read('features/in-query.feature')).toContain('I use the credential in-query');
    expect(await lint(folder)).toBe('No problems found.\n');
  });
});

test.each([
  [
    'password',
    '/token',
    { username: '${credential:o-auth-user}', password: '${credential:o-auth-password}' },
  ],
  [
    'clientCredentials',
    'https://api.example/v1/token?x=1',
    {
      client_id: '${credential:o-auth-client-id}',
      client_secret: '${credential:o-auth-client-secret}',
    },
  ],
])('a flow of OAuth 2 becomes a login: %s', async (flow, tokenUrl, fields) => {
  const secured = (name: string) => ({ security: [{ [name]: [] }] });
  const answers = { responses: { '200': { description: 'ok' } } };
  const paths = {
    '/lamps': { get: { ...answers, ...secured('OAuth') } },
    '/switches': { get: { ...answers, ...secured('Elsewhere') } },
    '/token': { post: answers },
  };
  const flows = { [flow]: { tokenUrl, scopes: {} } };
  const elsewhere = { [flow]: { tokenUrl: 'https://login.example/', scopes: {} } };
  const securitySchemes = {
    OAuth: { type: 'oauth2', flows },
    Elsewhere: { type: 'oauth2', flows: elsewhere },
  };
  const { folder, read, stdout } = await init(
    describeApi(paths, { components: { securitySchemes } }),
  );
  const { 'o-auth': token, elsewhere: other } = parse(read('suite.yaml')).credentials;
  expect(token).toEqual({
    help: 'a valid access token',
    header: 'Authorization: Bearer ${value}',
    login: {
      request: 'POST /token',
      form: { grant_type: expect.stringMatching(/^(password|client_credentials)$/), ...fields },
      token: '$.access_token',
    },
  });
  expect(other).not.toHaveProperty('login');
  expect(stdout).not.toContain('--o-auth VALUE');
  expect(read('features/lamps.feature')).toContain('I use the credential o-auth\n');
  expect(await lint(folder)).toBe('No problems found.\n');
});
