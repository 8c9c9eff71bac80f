/** A copy of the projects in which scripts are changed, and served with a database in memory. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbedded } from '../../conformance/target/embedded.js';
import type { Target } from '../../conformance/target/target.js';
import { applyEdit } from './edit.js';
import { type Mutant, profileOf, projectsFolder, readScript } from './mutants.js';

/** The copy; projects build on one another in it as they do in the original. */
export class Workspace {
  readonly #folder = mkdtempSync(join(tmpdir(), 'touchstone-mutation-'));

  constructor() {
    const isPart = (path: string) => !basename(path).startsWith('_db.');
    cpSync(projectsFolder, this.#folder, { recursive: true, filter: isPart });
  }

  /**
   * Serves a project as it is.
   *
   * @throws Error when it cannot be served
   */
  serve(project: string): Promise<Target> {
    return startEmbedded(profileOf(project), join(this.#folder, project));
  }

  /** Calls an action while a script is mutated. */
  async withMutant<T>({ file, edit }: Mutant, action: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, file);
    const text = readScript(file);
    writeFileSync(path, applyEdit(text, edit), 'latin1');
    try {
      return await action();
    } finally {
      writeFileSync(path, text, 'latin1');
    }
  }

  /** Removes the copy. */
  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
