import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { ProjectError } from '../project-error.js';

const template = packageFile('reference-server', 'template');

/**
 * Makes a small project that runs in a folder, which is made if need be.
 *
 * @throws ProjectError when the folder is not empty or cannot be written
 */
export function createProject(folder: string): void {
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
