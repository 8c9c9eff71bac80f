/** A library whose members register themselves and see nothing of each other. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** What the server does differently. */
export interface MembersOptions {
  /** Whether the registration answers with a token, or a login of its own does. Default: true */
  readonly issuesToken?: boolean;
  /** Whether there is no request that deletes a member. */
  readonly isForGood?: boolean;
  /** Whether members are deleted by their tokens alone: `DELETE /me` */
  readonly isByToken?: boolean;
  /** Whether a DELETE of an unknown member says that it deletes. */
  readonly forgivesUnknown?: boolean;
  /** Whether a DELETE of a member only says that it deletes. */
  readonly keepsMembers?: boolean;
  /** Whether a DELETE of a member needs no token. */
  readonly deletesForAll?: boolean;
}

const text = { type: 'string', minLength: 1 };
const account = { type: 'object', required: ['name', 'password'] };
const member = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: text },
};
const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer', readOnly: true }, title: text },
};

const answer = (schema: object) => ({
  description: 'done',
  content: { 'application/json': { schema } },
});
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((one) => [one, { description: 'refused' }]));
const gone = { description: 'gone' };
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** The description of the server. */
export function describeMembers(options: MembersOptions = {}) {
  const { issuesToken = true, isForGood = false, isByToken = false } = options;
  const credentials = { ...account, properties: { name: text, password: text } };
  const session = { type: 'object', required: ['token'], properties: { token: text, member } };
  const login = {
    operationId: 'login',
    security: [],
    requestBody: body(credentials),
    responses: { 200: answer(session), ...refusals(401, 422) },
  };
  const item = (name: string, schema: object, isDeletable = true) => ({
    parameters: id,
    get: {
      operationId: `get-${name}`,
      responses: { 200: answer(schema), ...refusals(401, 403, 404) },
    },
    ...(isDeletable && {
      delete: {
        operationId: `delete-${name}`,
        responses: { 204: gone, ...refusals(401, 403, 404) },
      },
    }),
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    security: [{ token: [] }],
    paths: {
      '/members': {
        post: {
          operationId: 'register',
          security: [],
          requestBody: body(credentials),
          responses: {
            201: {
              ...answer(issuesToken ? session : member),
              headers: { Location: { schema: text } },
            },
            ...refusals(409, 422),
          },
        },
      },
      ...(issuesToken ? {} : { '/login': { post: login } }),
      '/members/{id}': item('member', member, !isForGood && !isByToken),
      ...(isByToken && {
        '/me': {
          get: { operationId: 'get-me', responses: { 200: answer(member), ...refusals(401) } },
          delete: { operationId: 'leave', responses: { 204: gone, ...refusals(401) } },
        },
      }),
      '/books': {
        post: {
          operationId: 'add-book',
          requestBody: body(book),
          responses: { 201: answer(book), ...refusals(401, 422) },
        },
      },
      '/books/{id}': item('book', book),
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

interface Row {
  readonly id: number;
  readonly owner: number;
  readonly shown: object;
}

interface Member {
  readonly name: string;
  readonly password: string;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  try {
    return Object(JSON.parse(Buffer.concat(await request.toArray()).toString()));
  } catch {
    return undefined;
  }
}

/** @returns the server, and what it has stored */
export function membersServer(options: MembersOptions = {}) {
  const { issuesToken = true, keepsMembers = false, deletesForAll = false } = options;
  const [members, tokens] = [new Map<number, Member>(), new Map<string, number>()];
  const rows = new Map<string, Row>();
  let last = 0;
  const issue = (owner: number) => {
    const token = randomUUID();
    tokens.set(token, owner);
    return token;
  };

  const register = (sent: Record<string, unknown> | undefined): [number, object?] => {
    const { name, password } = sent ?? {};
    if (typeof name !== 'string' || !isText(name) || typeof password !== 'string' || !password)
      return [422];
    if ([...members.values()].some((one) => one.name === name)) return [409];
    last += 1;
    members.set(last, { name, password });
    const shown = { id: last, name };
    rows.set(`/members/${last}`, { id: last, owner: last, shown });
    return [201, issuesToken ? { token: issue(last), member: shown } : shown];
  };

  const logIn = (sent: Record<string, unknown> | undefined): [number, object?] => {
    const { name, password } = sent ?? {};
    if (!isText(name) || !isText(password)) return [422];
    const found = [...members].find(([, one]) => one.name === name && one.password === password);
    return found === undefined ? [401] : [200, { token: issue(found[0]) }];
  };

  const addBook = (sent: Record<string, unknown> | undefined, owner: number): [number, object?] => {
    if (!isText(sent?.title)) return [422];
    last += 1;
    const shown = { id: last, title: sent?.title };
    rows.set(`/books/${last}`, { id: last, owner, shown });
    return [201, shown];
  };

  const answerItem = (
    method: string,
    path: string,
    owner: number | undefined,
  ): [number, object?] => {
    const row = rows.get(path);
    const isMember = path.startsWith('/members/');
    const isOpen = deletesForAll && isMember && method === 'DELETE';
    if (owner === undefined && !isOpen) return [401];
    if (row === undefined) return [options.forgivesUnknown && method === 'DELETE' ? 204 : 404];
    if (row.owner !== owner && !isOpen) return [403];
    if (method === 'GET') return [200, row.shown];
    if (isMember && keepsMembers) return [204];
    rows.delete(path);
    if (isMember) members.delete(row.id);
    return [204];
  };

  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const sent = method === 'POST' ? await readJson(request) : undefined;
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const owner = [tokens.get(token)].find((one) => one !== undefined && members.has(one));
    const route = (): [number, object?] => {
      if (method === 'POST' && url === '/members') return register(sent);
      if (method === 'POST' && url === '/login') return logIn(sent);
      if (method === 'POST') return owner === undefined ? [401] : addBook(sent, owner);
      return answerItem(method, url === '/me' ? `/members/${owner}` : url, owner);
    };
    const [status, shown] = route();
    const location = status === 201 && url === '/members' ? { location: `/members/${last}` } : {};
    response.writeHead(status, shown && { 'content-type': 'application/json', ...location });
    response.end(shown && JSON.stringify(shown));
  });
  return { server, rows };
}
