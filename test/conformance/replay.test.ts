import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { main as Main } from '../../cli/replay.js';
import type { Report } from '../../conformance/report/model.js';
import { packageFile } from '../../kit/package-root.js';
import { type RunningServer, startConformingServer } from '../faulty/conforming-server.js';
import { answering, changeBody } from '../faulty/faults/fault.js';
import { makeFolder, removeFolders, runCheck } from './run-check.js';

const moreFaults = [
  'an update stores a price that is zero',
  'an inactive key is answered with 403',
  'PATCH is taken for PUT',
];
const only = 'products.update.falsey-keeps-stored,auth.api-key.inactive,users.fallback.patch';

// The compiled program loads the steps, as in a real run.
const { main } = createRequire(import.meta.url)(packageFile('dist', 'cli', 'replay.js')) as {
  main: typeof Main;
};

const folder = makeFolder();
let faulty: RunningServer;
let good: RunningServer;

beforeAll(async () => {
  faulty = await startConformingServer({ moreFaults });
  good = await startConformingServer();
  await runCheck(['--base-url', faulty.url, ...keysOf(faulty), '--only', only], {}, folder);
});
afterAll(async () => {
  await faulty.close();
  await good.close();
  removeFolders();
});

/** Runs the command. Default: no environment variables. */
async function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = folder,
) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main({ argv, env, cwd, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

const replay = (...argv: string[]) => run(argv);

function keysOf({ credentials }: RunningServer): string[] {
  const { 'api-key': key, 'inactive-api-key': inactive } = credentials;
  return ['--api-key', key, '--inactive-api-key', inactive];
}

describe('touchstone replay', () => {
  it('recognizes a failure that persists', async () => {
    for (const id of ['products.update.falsey-keeps-stored', 'users.fallback.patch']) {
      const { code, out } = await replay(id, ...keysOf(faulty));
      expect(out).toMatch(/: fail, was fail\n/);
      expect(out).toMatch(/\nStill broken, in the same way\.\n$/);
      expect(code).toBe(1);
    }
  });

  it('recognizes a fixed failure, and shows the requests', async () => {
    const { code, out } = await replay('users.fallback.patch', '--base-url', good.url);
    expect(out).toMatch(/: pass, was fail\n(.*\n)* {2}PATCH \/api\/users\?id=\d+ → 404\n/);
    expect(out).toMatch(/\nFixed: every case passes\.\n$/);
    expect(code).toBe(0);
  });

  it('distinguishes another failure from the recorded one', async () => {
    const other = await startConformingServer({ fault: 'an inactive key is accepted' });
    try {
      const given = ['--base-url', other.url, ...keysOf(other)];
      const { code, out } = await replay('auth.api-key.inactive', ...given);
      expect(out).toMatch(/status: expected 401, observed 200/);
      expect(code).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('deletes its own rows and no others', async () => {
    const rows = () => JSON.stringify([good.store.users, good.store.products]);
    const before = rows();
    await replay('users.fallback.patch', '--base-url', good.url);
    await replay('products.update.falsey-keeps-stored', '--base-url', good.url, ...keysOf(good));
    expect(rows()).toBe(before);
  });

  it('does not change rows without proof, and cannot say then', async () => {
    const liar = await startConformingServer({
      plant: answering('createProduct', (answer, _request, { store }) =>
        changeBody(answer, (body) => ({ ...body, id: store.products[0]?.id })),
      ),
    });
    try {
      const others = JSON.stringify(liar.store.products);
      const id = 'products.update.falsey-keeps-stored';
      const { code, out } = await replay(id, '--base-url', liar.url, ...keysOf(liar));
      expect(out).toMatch(/\nCannot say: /);
      expect(code).toBe(3);
      expect(JSON.stringify(liar.store.products.slice(0, 3))).toBe(others);
    } finally {
      await liar.close();
    }
  });

  it('cannot say anything without a needed credential', async () => {
    const { code, out } = await replay('products.update.falsey-keeps-stored');
    expect(code).toBe(3);
    expect(out).toMatch(/\nCannot say: needs --api-key\n$/);
  });

  it('cannot say anything about a server that does not answer', async () => {
    const { code, out } = await replay('users.fallback.patch', '--base-url', 'http://127.0.0.1:9');
    expect(out).toContain('no answer');
    expect(code).toBe(3);
  });
});

describe('the options of touchstone replay', () => {
  it('send the credentials and show none', async () => {
    const given = ['--base-url', good.url, ...keysOf(good)];
    const { code, out } = await replay('auth.api-key.inactive', ...given);
    expect(code).toBe(0);
    for (const secret of Object.values(good.credentials)) expect(out).not.toContain(secret);
  });

  it('read credentials from the environment, and the help shows none', async () => {
    const { 'api-key': key, 'inactive-api-key': inactive } = good.credentials;
    const env = { TOUCHSTONE_API_KEY: key, TOUCHSTONE_INACTIVE_API_KEY: inactive };
    const { code } = await run(['auth.api-key.inactive', '--base-url', good.url], env);
    expect(code).toBe(0);
    const help = await run(['--help'], env);
    expect(help.out).toContain('touchstone replay todos.create.status');
    expect(help.out).not.toContain(key);
  });

  it('take address, timeout and headers from the environment, as a check does', async () => {
    const env = { TOUCHSTONE_BASE_URL: good.url, TOUCHSTONE_HEADER: 'X-Gateway: open' };
    const { code } = await run(['users.fallback.patch'], env);
    expect(code).toBe(0);
    const refused = await run(['users.fallback.patch'], { ...env, TOUCHSTONE_TIMEOUT: '0' });
    expect(refused.err).toMatch(
      /^touchstone replay: TOUCHSTONE_TIMEOUT: "0" is not a whole number/,
    );
  });

  it('take address, credentials and the folder of reports from the configuration file', async () => {
    const cwd = makeFolder();
    cpSync(join(folder, 'reports'), join(cwd, 'results'), { recursive: true });
    const { 'api-key': key, 'inactive-api-key': inactive } = good.credentials;
    writeFileSync(
      join(cwd, 'touchstone.config.yaml'),
      `base-url: ${good.url}\napi-key: ${key}\ninactive-api-key: ${inactive}\nreports: results\nonly: users.*\n`,
    );
    const { code } = await run(['auth.api-key.inactive'], {}, cwd);
    expect(code).toBe(0);
  });
});

describe('touchstone replay refuses', () => {
  const file = join(folder, 'reports', 'report.json');

  async function refusal(content: string, id = 'users.fallback.patch'): Promise<string> {
    writeFileSync(join(folder, 'other.json'), content);
    const { code, err } = await replay(id, '--report', 'other.json');
    expect(code).toBe(2);
    return err;
  }

  const recorded = (): Report => JSON.parse(readFileSync(file, 'utf8')) as Report;

  it('a file that is not a report of the known version', async () => {
    expect(await refusal('{"a":')).toMatch(/other\.json is not JSON/);
    expect(await refusal('[]')).toMatch(/is not a result of "touchstone check"/);
    expect(await refusal('{"schemaVersion":99}')).toMatch(/has version 99 of the report format/);
  });

  it('no report of a run that did not finish', async () => {
    const content = JSON.stringify({ ...recorded(), complete: false });
    expect(await refusal(content, 'users.nothing')).toMatch(/has no requirement "users\.nothing"/);
  });

  it('an id that is unknown, and one without a failure', async () => {
    const content = JSON.stringify(recorded());
    expect(await refusal(content, 'users.nothing')).toMatch(/has no requirement "users\.nothing"/);
    expect(await refusal(content, 'users.create.status')).toMatch(/has no failure to repeat/);
  });

  it('a result of the reference server without a URL', async () => {
    const report = recorded();
    const servers = report.target.servers.map((server) => ({ ...server, url: null }));
    const target = { ...report.target, url: null, servers };
    expect(await refusal(JSON.stringify({ ...report, target }), 'users.fallback.patch')).toMatch(
      /Give --base-url/,
    );
  });

  it('an invalid value, with the name of its option', async () => {
    const { code, err } = await replay('users.fallback.patch', '--base-url', 'localhost');
    expect(code).toBe(2);
    expect(err).toBe(
      'touchstone replay: --base-url: "localhost" has no scheme: write http://localhost.\n',
    );
  });

  it('an empty address, as a check does', async () => {
    const { code, err } = await run(['users.fallback.patch'], { TOUCHSTONE_BASE_URL: '' });
    expect([code, err]).toEqual([
      2,
      'touchstone replay: TOUCHSTONE_BASE_URL: must not be empty.\n',
    ]);
  });

  it('a mistyped option, without showing its value', async () => {
    const { code, err } = await replay('users.create.status', '--api-kee=secret-value');
    expect(code).toBe(2);
    expect(err).not.toContain('secret-value');
  });
});
