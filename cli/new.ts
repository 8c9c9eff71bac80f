/** `touchstone new <folder>`: a project to start from. */
import { relative, resolve } from 'node:path';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { createProject } from '../reference-server/index.js';

const description =
  'Makes a small project that runs: two endpoints, a table, and a README that says what is what. ' +
  'Ends with code 0, 2 when the folder has something in it or cannot be written.';

const examples = `
Examples:
  touchstone new ./shop
  touchstone serve ./shop --dev
`;

/** A name as a shell takes it. */
function quote(name: string): string {
  return /^[\w./\-\u0080-\uffff]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const { cwd, stdout } = environment;
  const command = createCommand('touchstone new', environment)
    .description(description)
    .argument('<folder>', 'where to make it; a new folder or an empty one')
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
