/** Runs the shipped examples for CI. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFreePort } from '../../kit/free-port.js';
import { packageFile } from '../../kit/package-root.js';
import { Workplace } from './workplace.js';

const workplace = new Workplace();
afterAll(() => workplace.remove());

describe('check-server.sh', () => {
  it('starts a server, checks it and keeps the reports', async () => {
    const env = { BASE_URL: `http://127.0.0.1:${await findFreePort()}`, KEEP: 'kept' };
    const { code, output } = await workplace.run('./check-server.sh --only "users.delete.*"', env);
    expect([code, output]).toEqual([0, expect.stringContaining('The server conforms')]);
    const [kept = ''] = readdirSync(join(workplace.folder, 'kept'));
    expect(readdirSync(join(workplace.folder, 'kept', kept))).toContain('report.html');
  });

  it('exits with the code of the check', async () => {
    const env = { BASE_URL: 'http://127.0.0.1:9', START: 'exit 7', KEEP: 'broken' };
    const { code, output } = await workplace.run('./check-server.sh', env);
    expect([code, output]).toEqual([2, expect.stringContaining('ended with code 7')]);
  });
});

describe('the GitHub workflow', () => {
  interface Step {
    readonly uses?: string;
    readonly if?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }
  const text = readFileSync(packageFile('examples', 'github-workflow.yml'), 'utf8');
  const { steps } = parse(text).jobs.check as { steps: readonly Step[] };

  it('checks the server that it starts', async () => {
    const command = steps.find(({ run }) => run?.includes('touchstone check'))?.run ?? '';
    const port = await findFreePort();
    const script = `${command.replaceAll('7001', String(port))} --only 'users.delete.*'`;
    const { code, output } = await workplace.run(script);
    expect([code, output]).toEqual([0, expect.stringContaining('The server conforms')]);
    expect(readdirSync(join(workplace.folder, 'reports'))).toContain('report.html');
  });

  it('always keeps the reports', () => {
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    expect(upload).toMatchObject({ if: 'always()', with: { path: 'reports/' } });
  });
});

describe('the GitLab job', () => {
  interface Job {
    readonly script: readonly string[];
    readonly artifacts: { readonly when: string; readonly reports: { readonly junit: string } };
  }
  const text = readFileSync(packageFile('examples', 'gitlab-ci.yml'), 'utf8');
  const { script, artifacts } = parse(text).conformance as Job;

  it('checks the server that it starts, and writes the JUnit report to the declared path', async () => {
    const port = await findFreePort();
    const command = (script.at(-1) ?? '').replaceAll('7001', String(port));
    const { code, output } = await workplace.run(`${command} --only 'users.delete.*'`);
    expect([code, output]).toEqual([0, expect.stringContaining('The server conforms')]);
    const report = readFileSync(join(workplace.folder, artifacts.reports.junit), 'utf8');
    expect(report).toContain('users.delete.unknown');
    expect(artifacts.when).toBe('always');
  });
});

it('the tests run on all supported systems and versions of Node.js', () => {
  const text = readFileSync(packageFile('.github', 'workflows', 'tests.yml'), 'utf8');
  const { strategy, steps } = parse(text).jobs.test;
  expect(strategy.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    'node-version': [22, 24],
    include: [{ os: 'ubuntu-latest', 'node-version': 20 }],
  });
  const { scripts } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  const commands = steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(commands).toEqual(['npm ci', 'npm run conformance', 'npm test', 'npm run test:e2e']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['test', 'test:e2e']));
});

it('the workflow of all tests runs every shard on a schedule', () => {
  const text = readFileSync(packageFile('examples', 'full-tests-workflow.yml'), 'utf8');
  const { on, jobs } = parse(text);
  const { strategy, steps } = jobs.test;
  expect(on.schedule).toHaveLength(1);
  const { shard } = strategy.matrix;
  expect(shard).toEqual(shard.map((_: unknown, index: number) => index + 1));
  expect(steps.at(-1).run).toContain(
    `npm run test:full -- --shard \${{ matrix.shard }}/${shard.length}`,
  );
});
