import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../conformance/replay/main.js';
import type { Report } from '../../../conformance/report/model.js';
import { type RunningServer, startConformingServer } from '../../faulty/conforming-server.js';
import { answering, changeBody } from '../../faulty/faults/fault.js';
import { sampleReport } from '../report/sample.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

const moreFaults = [
  'an update stores a price that is zero',
  'an inactive key is answered with 403',
  'PATCH is taken for PUT',
];
const only = 'products.update.falsey-keeps-stored,auth.api-key.inactive,users.fallback.patch';

const folder = makeFolder();
let faulty: RunningServer;
let good: RunningServer;

beforeAll(async () => {
  faulty = await startConformingServer({ moreFaults });
  good = await startConformingServer();
  const { apiKey, inactiveApiKey } = faulty.credentials;
  const keys = ['--api-key', apiKey, '--inactive-api-key', inactiveApiKey];
  await runCheck(['--base-url', faulty.url, ...keys, '--only', only], {}, folder);
});
afterAll(async () => {
  await faulty.close();
  await good.close();
  removeFolders();
});

/** Runs the command with these arguments and, unless others are given, without variables. */
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
  const { apiKey, inactiveApiKey } = credentials;
  return ['--api-key', apiKey, '--inactive-api-key', inactiveApiKey];
}

describe('touchstone replay', () => {
  it('gets the recorded answers from a server that still has the fault', async () => {
    for (const id of ['products.update.falsey-keeps-stored', 'users.fallback.patch']) {
      const { code, out } = await replay(id, ...keysOf(faulty));
      expect(out).toMatch(/The answers are the recorded ones\.\n$/);
      expect(code).toBe(0);
    }
  });

  it('shows how the answers of a mended server differ', async () => {
    const { code, out } = await replay('users.fallback.patch', '--base-url', good.url);
    expect(out).toMatch(
      /PATCH \/api\/users\?id=\d+ → 404, differs\n {4}status: recorded 200, now 404/,
    );
    expect(out).toMatch(/\n\d answers? differs?, also where the requirement was broken\.\n$/);
    expect(code).toBe(1);
  });

  it('says that the failure is still there when other answers differ', async () => {
    const report = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8')) as Report;
    const edited = report.requirements.map((row) => ({
      ...row,
      cases: row.cases.map((one) => ({
        ...one,
        exchanges: one.exchanges.map((exchange, index) =>
          index > 0 || exchange.response === null
            ? exchange
            : { ...exchange, response: { ...exchange.response, status: 299 } },
        ),
      })),
    }));
    const file = join(makeFolder(), 'report.json');
    writeFileSync(file, JSON.stringify({ ...report, requirements: edited }));
    const { code, out } = await replay('users.fallback.patch', '--report', file);
    expect(out).toMatch(
      /\d answers? differs?, but what was judged is still answered as recorded\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('says the same of new rows that was said of the recorded ones', async () => {
    const id = 'products.update.falsey-keeps-stored';
    const { out } = await replay(id, '--base-url', good.url, ...keysOf(good));
    expect(out).toContain('body.price: recorded 0, now ');
    expect(out).not.toContain('recorded 404');
    expect(out).not.toContain('status: recorded');
  });

  it('deletes the rows that it has made, and no others', async () => {
    const rows = () => JSON.stringify([good.store.users, good.store.products]);
    const before = rows();
    await replay('users.fallback.patch', '--base-url', good.url);
    await replay('products.update.falsey-keeps-stored', '--base-url', good.url, ...keysOf(good));
    expect(rows()).toBe(before);
  });

  it('changes no row that nothing shows to be its own', async () => {
    const liar = await startConformingServer({
      plant: answering('createProduct', (reply, _call, { store }) =>
        changeBody(reply, (body) => ({ ...body, id: store.products[0]?.id })),
      ),
    });
    try {
      const others = JSON.stringify(liar.store.products);
      const id = 'products.update.falsey-keeps-stored';
      const { code, err } = await replay(id, '--base-url', liar.url, ...keysOf(liar));
      expect(err).toMatch(
        /: PUT \/api\/products\?id=1 was not sent: nothing shows the row 1 to be made by this replay\.\n$/,
      );
      expect(code).toBe(2);
      expect(JSON.stringify(liar.store.products)).toBe(others);
    } finally {
      await liar.close();
    }
  });

  it('sends the credentials and shows none', async () => {
    const given = ['--base-url', good.url, ...keysOf(good)];
    const { out } = await replay('auth.api-key.inactive', ...given);
    expect(out).toContain('recorded 403, now 401');
    for (const secret of Object.values(good.credentials)) expect(out).not.toContain(secret);
  });

  it('reads credentials from the environment, and its help shows none', async () => {
    const { apiKey, inactiveApiKey } = good.credentials;
    const env = { TOUCHSTONE_API_KEY: apiKey, TOUCHSTONE_INACTIVE_API_KEY: inactiveApiKey };
    const { out } = await run(['auth.api-key.inactive', '--base-url', good.url], env);
    expect(out).toContain('recorded 403, now 401');
    const help = await run(['--help'], env);
    expect(help.out).toContain('touchstone replay users.create.status');
    expect(help.out).not.toContain(apiKey);
  });

  it('sends the headers of a gateway in place of those that were recorded', async () => {
    const recorded = makeFolder();
    const header = ['--header', 'X-Gateway: secret-of-then'];
    const given = ['--base-url', faulty.url, '--only', 'users.fallback.patch'];
    await runCheck([...given, ...header], {}, recorded);
    const argv = ['users.fallback.patch', '--report', join(recorded, 'reports/report.json')];
    expect((await replay(...argv)).err).toMatch(/without --header 'x-gateway: …'\.\n$/);
    const { code, out } = await replay(...argv, '--header', 'X-Gateway: secret-of-now');
    expect(code).toBe(0);
    expect(out).not.toContain('secret-of-now');
  });

  it('takes address, timeout and headers from the environment, as a check does', async () => {
    const env = { TOUCHSTONE_BASE_URL: good.url, TOUCHSTONE_HEADER: 'X-Gateway: open' };
    const { out } = await run(['users.fallback.patch'], env);
    expect(out).toContain(`against ${good.url}\n`);
    expect(out).toContain('status: recorded 200, now 404');
    const refused = await run(['users.fallback.patch'], { ...env, TOUCHSTONE_TIMEOUT: '0' });
    expect(refused.err).toMatch(
      /^touchstone replay: TOUCHSTONE_TIMEOUT: "0" is not a whole number/,
    );
  });

  it('takes address, credentials and the folder of reports from the configuration file', async () => {
    const cwd = makeFolder();
    cpSync(join(folder, 'reports'), join(cwd, 'results'), { recursive: true });
    const { apiKey, inactiveApiKey } = good.credentials;
    writeFileSync(
      join(cwd, 'touchstone.config.yaml'),
      `base-url: ${good.url}\napi-key: ${apiKey}\ninactive-api-key: ${inactiveApiKey}\nreports: results\nonly: users.*\n`,
    );
    const { out } = await run(['auth.api-key.inactive'], {}, cwd);
    expect(out).toContain(`against ${good.url}\n`);
    expect(out).toContain('recorded 403, now 401');
  });

  it('asks the server of the probes where it is told about it', async () => {
    const report = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8')) as Report;
    const servers = report.target.servers.map((one) => ({ ...one, class: 'runtime' as const }));
    const cwd = makeFolder();
    const edited = { ...report, target: { ...report.target, servers } };
    writeFileSync(join(cwd, 'report.json'), JSON.stringify(edited));
    const argv = ['users.fallback.patch', '--report', 'report.json', '--probes-url', good.url];
    const { out } = await run(argv, { TOUCHSTONE_BASE_URL: 'http://127.0.0.1:9' }, cwd);
    expect(out).toContain(`against ${good.url}\n`);
  });

  it('asks for the credential that a request needs', async () => {
    const { code, err } = await replay('products.update.falsey-keeps-stored');
    expect(code).toBe(2);
    expect(err).toMatch(/cannot be repeated without --api-key\.\n$/);
  });

  it('reports a server that does not answer, request by request', async () => {
    const { code, out } = await replay('users.fallback.patch', '--base-url', 'http://127.0.0.1:9');
    expect(out).toContain('no answer, differs');
    expect(code).toBe(1);
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

  it('what is no result of a run in the form that it reads', async () => {
    expect(await refusal('{"a":')).toMatch(/other\.json is not JSON/);
    expect(await refusal('[]')).toMatch(/is not a result of "touchstone check"/);
    expect(await refusal('{"schemaVersion":99}')).toMatch(/has the form 99 of reports/);
  });

  it('no result of a run that did not reach its end, whose failures are as good', async () => {
    const content = JSON.stringify({ ...recorded(), complete: false });
    expect(await refusal(content, 'users.nothing')).toMatch(/has no requirement "users\.nothing"/);
  });

  it('an id that is unknown, and one without a failure', async () => {
    const content = JSON.stringify(recorded());
    expect(await refusal(content, 'users.nothing')).toMatch(/has no requirement "users\.nothing"/);
    expect(await refusal(content, 'users.create.status')).toMatch(/has no failure to repeat/);
  });

  it('a result of the reference server without a URL', async () => {
    const report = sampleReport();
    const servers = report.target.servers.map((server) => ({ ...server, url: null }));
    const target = { ...report.target, url: null, servers };
    expect(await refusal(JSON.stringify({ ...report, target }), 'sample.fail.rule')).toMatch(
      /Give --base-url/,
    );
  });

  it('a request of which the report has only the start', async () => {
    const content = JSON.stringify(recorded()).replaceAll(
      /("body":"\{[^}]*changed[^}]*\})"/g,
      '$1… (9 more characters)"',
    );
    expect(await refusal(content)).toMatch(/only the start of its body/);
  });

  it('a value that an option cannot have, by the name of the option', async () => {
    const { code, err } = await replay('users.fallback.patch', '--base-url', 'localhost');
    expect(code).toBe(2);
    expect(err).toBe(
      'touchstone replay: --base-url: "localhost" is not a URL, such as http://host:7001.\n',
    );
  });

  it('an address that is left empty, as a check does', async () => {
    const { code, err } = await run(['users.fallback.patch'], { TOUCHSTONE_BASE_URL: '' });
    expect([code, err]).toEqual([
      2,
      'touchstone replay: TOUCHSTONE_BASE_URL: must not be empty.\n',
    ]);
  });

  it('the value of a mistyped option, and does not show it', async () => {
    const { code, err } = await replay('users.create.status', '--api-kee=secret-value');
    expect(code).toBe(2);
    expect(err).not.toContain('secret-value');
  });
});
