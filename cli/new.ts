/** `touchstone new <folder>`: creates a small project of scripts. */
import { relative, resolve } from 'node:path';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { commandOf, usualCall } from '../kit/program.js';
import { quoteWord } from '../kit/words.js';
import { createProject } from '../reference-server/index.js';

const description =
  'Creates a small project that can be served immediately: two endpoints, a table, and a README ' +
  'that explains them. Exit code 0, or 2 when the folder is not empty or cannot be written.';

const examples = `
Examples:
  touchstone new ./shop
  touchstone serve ./shop --dev
`;

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const { cwd, stdout, call = usualCall } = environment;
  const command = createCommand('touchstone new', environment)
    .description(description)
    .argument('<folder>', 'a new or empty folder')
    .addHelpText('after', examples)
    .action((argument: string) => {
      const folder = resolve(cwd, argument);
      createProject(folder);
      const name = relative(cwd, folder) || '.';
      stdout.write(
        `The project is in ${name}. Serve it with:\n  ${commandOf(call, 'serve', `${quoteWord(name)} --dev`)}\n`,
      );
    });
  return runCommand(command, environment);
}
