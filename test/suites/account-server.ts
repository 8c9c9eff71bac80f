/** A server whose tokens come from a registration and a login, and a suite for it. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import express from 'express';
import { afterAll, afterEach, beforeEach } from 'vitest';
import {
  type CheckRunResult,
  makeFolder,
  removeFolders,
  runCheck,
} from '../conformance/run-check.js';
import { type ListeningServer, listen } from '../faulty/listen.js';

/** A token whose characters are escaped in JSON and URLs. */
const tokenOf = (name: string, number: number) => `s3cr/et+"${name.length}-${number}~tok&n=`;

/** The token of the account `jane-doe`: a JWT that names it. */
export const janesToken = [{ alg: 'HS256' }, { sub: 'jane-doe' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('dGhlIHNpZ25hdHVyZSBvZiBpdA')
  .join('.');

export interface AccountServer extends ListeningServer {
  /** The requests in their order: `POST /login`. */
  readonly requests: readonly string[];
  /** The tokens in the order of their issue. */
  readonly tokens: readonly string[];
  /** The names of the accounts. */
  readonly names: readonly string[];
}

/**
 * Starts a server with the account `ada`, whose password is `p4ssw0rd!`, and who always gets the
 * same token.
 */
async function startAccountServer(): Promise<AccountServer> {
  const requests: string[] = [];
  const accounts = new Map([['ada', 'p4ssw0rd!']]);
  const sessions = new Map<string, string>();
  const app = express();
  app.use((request, _response, next) => {
    requests.push(`${request.method} ${request.path}`);
    next();
  });
  app.use(express.json(), express.urlencoded());
  app.post('/users', ({ body }, response) => {
    accounts.set(body.name, body.password);
    response.status(201).json({ name: body.name });
  });
  app.post('/login', ({ body }, response) => {
    const isKnown = accounts.has(body.name) && accounts.get(body.name) === body.password;
    if (!isKnown) return void response.status(401).json({ error: `wrong: ${body.password}` });
    const number = body.name === 'ada' ? 0 : sessions.size + 1;
    const token = body.name === 'jane-doe' ? janesToken : tokenOf(body.name, number);
    sessions.set(token, body.name);
    response.set('X-Auth-Token', token);
    response.cookie('session', token, { path: '/', httpOnly: true });
    response.json({ session: { token } });
  });
  app.get('/version', (_request, response) => void response.json({ version: 1 }));
  app.use((request, response, next) => {
    const { authorization, cookie, 'x-api-key': key } = request.headers;
    const [, session = ''] = /session=([^;]*)/.exec(cookie ?? '') ?? [];
    const token =
      authorization?.replace('Bearer ', '') ?? String(key ?? decodeURIComponent(session));
    response.locals.token = token;
    if (sessions.has(token)) next();
    else response.status(401).json({});
  });
  app.get('/whoami', (_request, response) => {
    const { token } = response.locals;
    const base64 = Buffer.from(token).toString('base64');
    response.json({ token, base64, url: `/sessions?token=${encodeURIComponent(token)}` });
  });
  app.get('/users/:name', ({ params }, response) => {
    response.status(accounts.has(params.name) ? 200 : 404).json(params);
  });
  app.delete('/users/:name', ({ params }, response) => {
    response.status(accounts.delete(params.name) ? 204 : 404).end();
  });
  const server = await listen(createServer(app));
  return {
    ...server,
    requests,
    get tokens() {
      return [...sessions.keys()];
    },
    get names() {
      return [...accounts.keys()];
    },
  };
}

/** The account server of the current test: each test of the file has a new one. */
export function startForEachTest(): Omit<AccountServer, 'close'> {
  let server: AccountServer;
  beforeEach(async () => {
    server = await startAccountServer();
  });
  afterEach(() => server.close());
  afterAll(removeFolders);
  return {
    get url() {
      return server.url;
    },
    get requests() {
      return server.requests;
    },
    get tokens() {
      return server.tokens;
    },
    get names() {
      return server.names;
    },
  };
}

/** Checks an account server by a suite, and writes every report. */
export async function checkAccounts(
  { url }: Pick<AccountServer, 'url'>,
  suite: string,
  argv: readonly string[],
  cwd: string,
): Promise<CheckRunResult> {
  const options = ['--suite', suite, '--base-url', url, '--format', 'ctrf,cucumber', ...argv];
  return await runCheck(options, {}, cwd);
}

/** The forms of a token in which no report may contain it. */
export function formsOf(token: string): readonly string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const base64 = Buffer.from(token).toString('base64');
  return [token, json, encodeURIComponent(token), base64, base64.replace(/=+$/, '')];
}

/** All texts that a run has written. */
export function textsOf({ stdout, stderr, file }: CheckRunResult, cwd: string): readonly string[] {
  const names = readdirSync(join(cwd, 'reports'), { recursive: true, encoding: 'utf8' });
  return [stdout, stderr, ...names.filter((name) => name.includes('.')).map(file)];
}

const requirements = `requirements:
  - id: api.version
    statement: The version is public.
  - id: api.whoami
    statement: A session names itself.
  - id: api.whoami.again
    needs: [api.version]
    statement: It does so again.
`;

/** Writes a suite with this text for the credentials, and these scenarios. */
export function writeAccountSuite(
  credentials: string,
  scenarios: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const folder = makeFolder();
  const files = {
    'suite.yaml': `name: account\ntitle: Account\nrequirements: r.yaml\nfeatures: features\n${credentials}`,
    'r.yaml': requirements,
    'features/account.feature': `Feature: Account\n${scenarios}`,
    ...more,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
