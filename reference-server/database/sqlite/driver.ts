/**
 * The driver of SQLite, in the release of better-sqlite3 that suits the Node.js that runs. Release 13
 * contains its binaries, but ends a process without Node-API 10 by a segmentation fault; it comes with
 * Touchstone. Release 12 is for those processes, and npm compiles it. In a late Node.js 24 it aborts
 * the process when a statement is collected as garbage while no script runs. So neither release takes
 * the place of the other one.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { packageFile } from '../../../kit/package-root.js';
import { messageOf } from '../../message-of.js';
import { ProjectError } from '../../project-error.js';

export type Driver = typeof BetterSqlite3;

/** Where release 13 is in a checkout, put there by bin/prepare.js, and in a package. */
const currentRelease: readonly string[] = [
  packageFile('node_modules', '.sqlite-driver', 'node_modules', 'better-sqlite3'),
  packageFile('dist', 'sqlite-driver'),
];

/** The name under which npm installs release 12. */
const olderRelease = 'better-sqlite3-12';

/** What release 13 needs: Node.js 22.14 or newer. */
const neededNodeApi = 10;

/**
 * Loads the driver.
 *
 * @param require loads a package by its name or folder
 * @param nodeApi the version of Node-API that the process has
 * @param folders where release 13 may be
 * @throws ProjectError that says what is missing and how to get it
 */
export function loadDriver(
  require: (name: string) => Driver,
  nodeApi: number,
  folders: readonly string[] = currentRelease,
): Driver {
  const isOlder = nodeApi < neededNodeApi;
  const place = isOlder ? olderRelease : folders.find((folder) => existsSync(folder));
  try {
    if (place !== undefined) return require(place);
  } catch (error) {
    throw unusable(isOlder ? adviseOnOlder(error) : adviseOnCurrent(error));
  }
  throw unusable('it was not fetched, as "npm run prepare" does. Run that in Touchstone\'s folder');
}

function unusable(reason: string): ProjectError {
  return new ProjectError(`The driver of SQLite cannot be used: ${reason}.`);
}

function adviseOnCurrent(error: unknown): string {
  const platform = `${process.platform}-${process.arch}`;
  return `it has no binary for ${platform} (${firstLine(error)}). Serve from PostgreSQL, or use Node.js 20, for which npm compiles one`;
}

function adviseOnOlder(error: unknown): string {
  const other = 'Either use Node.js 22.14 or newer, which needs no compiler, or';
  const compiler = 'with a C++ compiler, make and Python on the machine';
  const message = messageOf(error);
  if (message.startsWith(`Cannot find module '${olderRelease}'`)) {
    return `the package ${olderRelease} could not be compiled, or was left out. ${other}, ${compiler}, install the packages again and omit nothing optional`;
  }
  const reason = message.startsWith('Could not locate the bindings file')
    ? `npm was not allowed to compile the package ${olderRelease}`
    : `the package ${olderRelease} was compiled for another Node.js (${firstLine(error)})`;
  return `${reason}. ${other}, ${compiler}, run "npm rebuild ${olderRelease} --ignore-scripts=false"`;
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n', 1)[0] ?? '';
}

const require = createRequire(import.meta.url);

let loaded: Driver | undefined;

/**
 * The driver for this process: a connection's class, with `SqliteError`, which its errors are
 * instances of. It is loaded on first use, since a check of another server does without.
 *
 * @throws ProjectError as `loadDriver` does
 */
export function sqliteDriver(): Driver {
  loaded ??= loadDriver(require, Number(process.versions.napi));
  return loaded;
}
