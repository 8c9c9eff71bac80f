/** An API whose names are also those of members that every object of JavaScript has. */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main as docs } from '../../../cli/docs.js';
import { listen } from '../../faulty/listen.js';
import { runCommand as runIn } from '../../reference-server/support/command.js';
import { makeFolder, removeFolders, runCheck, runCommand } from '../run-check.js';

afterAll(removeFolders);

const title = { type: 'string', minLength: 1, maxLength: 60, pattern: '^[^ ]' };
const team = {
  type: 'object',
  required: ['constructor', 'toString'],
  properties: { constructor: title, toString: { type: 'integer', minimum: 0, maximum: 9 } },
};
const stored = {
  type: 'object',
  required: ['valueOf', ...team.required],
  // A keyword that JSON Schema does not know.
  constructor: false,
  properties: { valueOf: { type: 'integer', format: 'toString' }, ...team.properties },
};
const json = (schema: object) => ({ 'application/json': { schema } });
const answer = (schema: object) => ({ description: 'done', content: json(schema) });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((one) => [one, { description: 'refused' }]));
const ref = { $ref: '#/components/schemas/valueOf' };
const header = { constructor: { required: true, schema: { type: 'string' } } };

const description = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  tags: [{ name: 'constructor' }],
  security: [{ constructor: [] }],
  paths: {
    '/constructors': {
      post: {
        ...{ operationId: 'constructor', tags: ['constructor'] },
        requestBody: { required: true, content: json(team) },
        responses: { 201: { ...answer(ref), headers: header }, ...refusals(400, 401) },
      },
      get: {
        operationId: 'toString',
        parameters: [{ name: 'constructor', in: 'query', schema: { type: 'string' } }],
        responses: { 200: answer({ type: 'array', items: ref }), ...refusals(401) },
      },
    },
    '/constructors/{valueOf}': {
      parameters: [{ name: 'valueOf', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'valueOf', responses: { 200: answer(ref), ...refusals(400, 401, 404) } },
      delete: {
        operationId: 'hasOwnProperty',
        responses: { 204: { description: 'gone' }, ...refusals(400, 401, 404) },
      },
    },
  },
  components: {
    securitySchemes: { constructor: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: { valueOf: stored },
  },
};

interface Team {
  readonly valueOf: number;
  readonly constructor: string;
  readonly toString: number;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

const isTeam = (value: unknown): value is Omit<Team, 'valueOf'> => {
  const { constructor: name, toString: rank } = { ...(value as Partial<Team> | undefined) };
  const isName = typeof name === 'string' && /^[^ ]/.test(name) && name.length <= 60;
  return isName && Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 9;
};

function teamsServer() {
  const teams = new Map<string, Team>();
  let last = 0;
  const server = createServer(async (request, response) => {
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json', constructor: 'us' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const sent = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://teams');
    const id = /^\/constructors\/(\d+)$/.exec(pathname)?.[1];
    if (request.headers['x-key'] !== 'the-right-key') return send(401, {});
    if (pathname === '/constructors' && request.method === 'GET') {
      const wanted = searchParams.get('constructor');
      const all = [...teams.values()];
      return send(200, wanted === null ? all : all.filter((one) => one.constructor === wanted));
    }
    if (pathname === '/constructors') {
      if (!isTeam(sent)) return send(400, {});
      last += 1;
      const { constructor: name, toString: rank } = sent;
      const made = { valueOf: last, constructor: name, toString: rank };
      teams.set(String(last), made);
      return send(201, made);
    }
    if (id === undefined) return send(400, {});
    const found = teams.get(id);
    if (found === undefined) return send(404, {});
    if (request.method === 'GET') return send(200, found);
    teams.delete(id);
    response.writeHead(204).end();
  });
  return { server, teams };
}

async function checkTeams(more: readonly string[]) {
  const folder = makeFolder();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { server, teams } = teamsServer();
  const { url, close } = await listen(server);
  const argv = ['--openapi', file, '--base-url', url, ...more];
  const { code, report, stdout } = await runCheck(argv, {}, folder).finally(close);
  const having = (wanted: string) =>
    report?.requirements.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  return { code, stdout, having, rows: [...teams] };
}

test('is checked like any other', async () => {
  const { code, stdout, having, rows } = await checkTeams(['--constructor', 'the-right-key']);
  expect(code, stdout).toBe(0);
  expect(having('pass')).toContain('constructor.to-string.maximum');
  expect(rows).toEqual([]);
});

test('is not tested without its credential', async () => {
  const { code, having } = await checkTeams([]);
  expect(having('not tested')).toContain('constructor.to-string.maximum');
  expect(code).toBe(3);
});

test('has a suite and documentation like any other', async () => {
  const folder = makeFolder();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  expect(await runCommand('init', ['teams', '--openapi', file], {}, folder)).toMatchObject({
    code: 0,
  });
  const lint = await runCommand('lint', [join(folder, 'teams')], {}, folder);
  expect(lint.stdout).toBe('No problems found.\n');
  expect(await runIn(docs, ['--openapi', file], folder)).toMatchObject({ code: 0, stderr: '' });
});
