/**
 * Lints after every change, each time in a new process, because Node never reloads a module. By hand:
 * `watch` of Node is recursive on every system since Node 20, and a list of the changes is not needed.
 */
import { spawn } from 'node:child_process';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { untilStopped } from '../../kit/stop.js';
import { findSuiteFile, loadSuite } from '../suite/load-suite.js';

/** Editors write a file in several steps. */
const quietMs = 100;

/**
 * Lints whenever a file of the suite changes, until it is stopped.
 *
 * @returns the exit code
 * @throws UsageError when there is no such folder
 */
export async function watchSuite(
  folder: string,
  format: string | undefined,
  environment: Environment,
): Promise<number> {
  findSuiteFile(folder);
  const stopped = untilStopped(environment.signal);
  let watchers: readonly FSWatcher[] = [];
  let waiting: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    for (const one of watchers) one.close();
    // Watches before the files are read, so that no change is missed.
    watchers = foldersOf(folder).map((one) => watch(one, { recursive: true }, note));
    running = running.then(() => lintOnce(folder, format, environment));
  };
  const note = (_event: string, name: string | null): void => {
    if (name !== null && /(^|[\\/])(node_modules|reports|\.git)([\\/]|$)/.test(name)) return;
    clearTimeout(waiting);
    waiting = setTimeout(look, quietMs);
  };
  look();
  await stopped;
  clearTimeout(waiting);
  for (const one of watchers) one.close();
  await running;
  return 0;
}

/** The suite's folder, and the folders outside it that the suite names, if it can be loaded. */
function foldersOf(folder: string): readonly string[] {
  const folders = [folder];
  try {
    const { features, steps, requirements, openapi, specification } = loadSuite(folder);
    if (features !== undefined) folders.push(features);
    if (steps !== undefined) folders.push(steps);
    const files = [...requirements, openapi ?? [], specification.text ?? []].flat();
    folders.push(...files.map((file) => dirname(file)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  const isOutside = (one: string) => one !== folder && !one.startsWith(`${folder}/`);
  return [folder, ...new Set(folders.filter(isOutside))].filter((one) => existsSync(one));
}

/** Resolves when the output is written. */
function lintOnce(
  folder: string,
  format: string | undefined,
  { stdout, stderr, env, cwd }: Environment,
): Promise<void> {
  const options = format === undefined ? [] : ['--format', format];
  const argv = [packageFile('bin', 'touchstone.js'), 'lint', folder, ...options];
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => stdout.write(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.write(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
