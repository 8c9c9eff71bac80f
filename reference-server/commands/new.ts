import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createCommand, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { packageFile } from '../../kit/package-root.js';
import { messageOf } from '../message-of.js';
import { ProjectError } from '../project-error.js';

const template = packageFile('reference-server', 'template');

const description =
  'Makes a small project that runs: two endpoints, a table, and a README that says what is what. ' +
  'Ends with code 0, 2 when the folder has something in it or cannot be written.';

const examples = `
Examples:
  touchstone new ./shop
  touchstone serve ./shop --dev
`;

/**
 * Copies the template into a folder, which is made if need be.
 *
 * @throws ProjectError when the folder is not empty or cannot be written
 */
function makeProject(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) {
      throw new ProjectError(`The folder "${folder}" is not empty; nothing was written.`);
    }
    cpSync(template, folder, { recursive: true });
    // npm packs no file with the name that it has to get here.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    throw new ProjectError(`The folder "${folder}" cannot be made: ${messageOf(error)}.`);
  }
}

/** A name as a shell takes it. */
function quote(name: string): string {
  return /^[\w./\-\u0080-\uffff]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** `touchstone new <folder>`: a project to start from. */
export function createProject(environment: Environment): Promise<number> {
  const { cwd, stdout } = environment;
  const command = createCommand('touchstone new', environment)
    .description(description)
    .argument('<folder>', 'where to make it; a new folder or an empty one')
    .addHelpText('after', examples)
    .action((argument: string) => {
      const folder = resolve(cwd, argument);
      makeProject(folder);
      const name = relative(cwd, folder) || '.';
      stdout.write(
        `The project is in ${name}. Serve it with:\n  npx touchstone serve ${quote(name)} --dev\n`,
      );
    });
  return runCommand(command, environment);
}
