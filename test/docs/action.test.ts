/** Runs the shell steps of the composite action, as in GitHub Actions, against a faulty server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageFile } from '../../kit/package-root.js';
import { type RunningServer, startConformingServer } from '../faulty/conforming-server.js';
import { type CommandResult, Workplace } from './workplace.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly if?: string;
      readonly uses?: string;
      readonly shell?: string;
      readonly run?: string;
      readonly with?: Readonly<Record<string, string>>;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const action = parse(readFileSync(packageFile('action.yml'), 'utf8')) as Action;
const { steps } = action.runs;

const workplace = new Workplace();
let server: RunningServer;
let credentials = '';

beforeAll(async () => {
  server = await startConformingServer({ fault: 'deleting an unknown user is rejected' });
  credentials = Object.entries(server.credentials)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('\n');
});
afterAll(async () => {
  await server.close();
  workplace.remove();
});

/** Files whose paths GitHub passes to each step. */
const files = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'step-summary.md' };
const written = (name: keyof typeof files): string =>
  readFileSync(join(workplace.folder, files[name]), 'utf8');

/** Runs the step `check` with the inputs in place of their expressions. */
function check(inputs: Readonly<Record<string, string>>): Promise<CommandResult> {
  const step = steps.find(({ id }) => id === 'check');
  const value = (name = ''): string => inputs[name] ?? action.inputs[name]?.default ?? '';
  const entries = Object.entries(step?.env ?? {}).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input) => value(input)),
  ]);
  const paths = Object.entries(files).map(([name, file]) => {
    writeFileSync(join(workplace.folder, file), '');
    return [name, join(workplace.folder, file)];
  });
  return workplace.run(step?.run ?? '', {
    ...Object.fromEntries([...entries, ...paths]),
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: packageFile(),
  });
}

describe('the check step of the action', () => {
  it('checks the server and writes a summary, annotations and an output', async () => {
    const inputs = { 'base-url': server.url, credentials };
    const { code, output } = await check({ ...inputs, arguments: "--only 'users.delete.*'" });
    expect(output).toContain('::error title=users.delete.unknown::');
    expect(code).toBe(1);
    expect(written('GITHUB_STEP_SUMMARY')).toContain('users.delete.unknown');
    expect(written('GITHUB_OUTPUT')).toBe('exit-code=1\n');
  });

  it('passes credentials to the check and keeps them out of the log', async () => {
    const inputs = { 'base-url': server.url, credentials, reports: 'kept' };
    const { code, output } = await check({
      ...inputs,
      arguments: '--only auth.api-key.inactive',
    });
    expect([code, output]).toEqual([0, expect.stringContaining('1 requirement')]);
    for (const value of Object.values(server.credentials)) {
      expect(output.replaceAll(`::add-mask::${value}`, '')).not.toContain(value);
    }
    expect(readFileSync(join(workplace.folder, 'kept', 'junit.xml'), 'utf8')).toContain('<test');
  });

  it('accepts another suite, and quoted arguments with spaces', async () => {
    const inputs = { suite: 'suites/todo', arguments: '--list --only "no such"' };
    const { code, output } = await check(inputs);
    expect([code, output]).toEqual([2, expect.stringContaining('"no such"')]);
  });

  it('exits with 2 without a suite and a base URL', async () => {
    const { code, output } = await check({ 'base-url': ' ' });
    expect([code, output]).toEqual([2, expect.stringContaining('The input base-url is empty')]);
  });

  it('exits with 2 for a credential line without a name, and does not print it', async () => {
    const { code, output } = await check({ 'base-url': server.url, credentials: 'secret' });
    expect([code, output]).toEqual([2, expect.stringContaining('must be "name = value"')]);
    expect(output).not.toContain('secret');
  });
});

describe('the definition of the action', () => {
  it('installs the dependencies, and always keeps the reports', () => {
    expect(steps.map(({ run }) => run)).toContain(
      'npm ci --prefix "$GITHUB_ACTION_PATH" --omit=dev',
    );
    expect(steps.at(-1)).toMatchObject({
      if: expect.stringContaining('always()'),
      with: { path: '${{ inputs.reports }}' },
    });
  });

  it('declares exactly the inputs that it uses', () => {
    const texts = JSON.stringify(action.runs);
    const used = [...texts.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
    const passed = steps.flatMap(({ env = {} }) => Object.keys(env));
    const read = readFileSync(packageFile('bin', 'action.js'), 'utf8');
    for (const name of passed) {
      expect(read).toContain(`'${name.replace('INPUT_', '').toLowerCase().replaceAll('_', '-')}'`);
    }
  });
});
