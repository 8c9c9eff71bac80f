/** Serves a copy of the projects, with or without a changed script, from a database in memory. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { StartedTarget } from '../../conformance/servers/target.js';
import { startProject } from '../../spec/start.js';
import { applyEdit } from './edit.js';
import type { Mutant } from './mutants.js';
import { profileOf, projectsFolder, readScript } from './projects.js';

/**
 * Starts a server; closing it removes the copy. Projects build on one another in it as they do in
 * the original.
 *
 * @throws Error when it cannot be started
 */
export async function serveProject(project: string, mutant?: Mutant): Promise<StartedTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mutation-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const isPart = (path: string) => !basename(path).startsWith('_db.');
    cpSync(projectsFolder, folder, { recursive: true, filter: isPart });
    if (mutant !== undefined) writeMutant(folder, mutant);
    const subject = { name: project, class: 'api', profile: profileOf(project) };
    const server = await startProject(subject, join(folder, project));
    const { url: baseUrl, credentials = {} } = server;
    const close = () => server.close().finally(remove);
    return { ...subject, baseUrl, credentials, isDisposable: true, close };
  } catch (error) {
    remove();
    throw error;
  }
}

function writeMutant(folder: string, { file, edit }: Mutant): void {
  writeFileSync(join(folder, file), applyEdit(readScript(file), edit), 'latin1');
}
