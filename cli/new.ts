/** `touchstone new <folder>`: creates a small project of scripts. */
import { relative, resolve } from 'node:path';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { createProject } from '../reference-server/index.js';

const description =
  'Creates a small project that can be served at once: two endpoints, a table, and a README that ' +
  'explains them. Exit code 0, or 2 when the folder is not empty or cannot be written.';

const examples = `
Examples:
  touchstone new ./shop
  touchstone serve ./shop --dev
`;

/** Quotes a name for a POSIX shell, where needed. */
function quote(name: string): string {
  return /^[\w./\-\u0080-\uffff]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const { cwd, stdout } = environment;
  const command = createCommand('touchstone new', environment)
    .description(description)
    .argument('<folder>', 'a new or empty folder')
    .addHelpText('after', examples)
    .action((argument: string) => {
      const folder = resolve(cwd, argument);
      createProject(folder);
      const name = relative(cwd, folder) || '.';
      stdout.write(
        `The project is in ${name}. Serve it with:\n  npx touchstone serve ${quote(name)} --dev\n`,
      );
    });
  return runCommand(command, environment);
}
