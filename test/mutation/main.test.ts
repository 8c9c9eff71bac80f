/** End-to-end tests of the compiled command, since the suite's steps import compiled modules. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { runCommand } from '../reference-server/support/command.js';
import { readEquivalences } from './equivalents.js';
import type { main } from './main.js';
import { listMutants } from './mutants.js';
import { listScripts } from './projects.js';

async function runMutation(...argv: string[]) {
  const load = createRequire(import.meta.url);
  const command = load(packageFile('dist', 'test', 'mutation', 'main.js')) as { main: typeof main };
  return await runCommand(command.main, argv, process.cwd());
}

it('gives each mutant a unique id', () => {
  const ids = listScripts().flatMap((file) => listMutants(file).map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(1000);
  expect(new Set(ids).size).toBe(ids.length);
});

it('lists mutants as lines of a diff without trying them', async () => {
  const { code, stdout } = await runMutation('--list', '--filter', 'route/*number+1');
  expect(code).toBe(0);
  expect(stdout).toContain('number+1\n  - if (Request.route(0) ==');
  expect(stdout).toContain('  + if (Request.route(1) ==');
});

it('draws the same sample for the same seed', async () => {
  const sample = (seed: string) => runMutation('--list', '--sample', '5', '--seed', seed);
  const [first, again, other] = [await sample('1'), await sample('1'), await sample('2')];
  expect(first.stdout.match(/^\S/gm)).toHaveLength(5);
  expect(again.stdout).toBe(first.stdout);
  expect(other.stdout).not.toBe(first.stdout);
});

it('exits with 2 for wrong usage', async () => {
  expect(await runMutation('--sample', 'none')).toMatchObject({ code: 2 });
  expect(await runMutation('--filter', 'nothing')).toMatchObject({ code: 2 });
});

it('has a reason for each equivalence', () => {
  const entries = readEquivalences(packageFile('test', 'mutation', 'equivalent.yaml'));
  expect(entries.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
