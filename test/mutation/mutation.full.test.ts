/** Mutants of the shipped projects, as `npm run mutation` tries them: each is a run of the suite. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { recordFigures } from '../figures.js';
import { runCommand } from '../reference-server/support/command.js';
import type { main } from './main.js';

async function runMutation(...argv: string[]) {
  const load = createRequire(import.meta.url);
  const command = load(packageFile('dist', 'test', 'mutation', 'main.js')) as { main: typeof main };
  return await runCommand(command.main, argv, process.cwd());
}

test('the suite kills the mutants of the shipped projects', async (context) => {
  const { code, stdout, stderr } = await runMutation();
  recordFigures(context, /^The suite kills .*$/m.exec(stdout)?.[0] ?? stderr);
  expect(code).toBe(0);
});

test('distinguishes killed, invalid and equivalent mutants', async () => {
  const argv = ['--filter', 'bearer/_migration.wren:* sql-column-removed', '--json'];
  const { code, stdout } = await runMutation(...argv);
  const { mutants, ...tally } = JSON.parse(stdout) as { mutants: Record<string, string>[] };
  const verdicts = mutants.map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['killed', 'invalid', 'invalid', 'equivalent']);
  expect(tally).toMatchObject({ killed: 1, survived: 0, score: 1 });
  expect(code).toBe(0);
});
