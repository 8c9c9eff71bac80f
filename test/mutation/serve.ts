/** Serves a copy of the projects, with or without a mutant, from a database in memory. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { StartedTarget } from '../../conformance/servers/target.js';
import { startProject } from '../../spec/start.js';
import type { Mutant } from './mutants.js';
import { applyEdit } from './mutations/edit.js';
import { profileOf, projectsFolder, readScript } from './projects.js';

/**
 * Copies all projects, so that base projects are found, and starts a server on the copy. Closing
 * the server removes the copy.
 *
 * @throws Error if the server does not start
 */
export async function serveProject(project: string, mutant?: Mutant): Promise<StartedTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mutation-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const isPart = (path: string) => !basename(path).startsWith('_db.');
    cpSync(projectsFolder, folder, { recursive: true, filter: isPart });
    if (mutant !== undefined) writeMutant(folder, mutant);
    const target = { name: project, class: 'api', profile: profileOf(project) };
    const server = await startProject(target, join(folder, project));
    const { url: baseUrl, credentials = {} } = server;
    const close = () => server.close().finally(remove);
    return { ...target, baseUrl, credentials, isDisposable: true, close };
  } catch (error) {
    remove();
    throw error;
  }
}

function writeMutant(folder: string, { file, edit }: Mutant): void {
  writeFileSync(join(folder, file), applyEdit(readScript(file), edit), 'latin1');
}
