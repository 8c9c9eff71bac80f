/** All mutants of the shipped projects, as `npm run mutation` tries them. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { recordFigures } from '../figures.js';
import { runCommand } from '../reference-server/support/command.js';
import type { main } from './main.js';

test('the suite kills the mutants of the shipped projects', async (context) => {
  const load = createRequire(import.meta.url);
  const command = load(packageFile('dist', 'test', 'mutation', 'main.js')) as { main: typeof main };
  const { code, stdout, stderr } = await runCommand(command.main, [], process.cwd());
  recordFigures(context, /^The suite kills .*$/m.exec(stdout)?.[0] ?? stderr);
  expect(code).toBe(0);
});
