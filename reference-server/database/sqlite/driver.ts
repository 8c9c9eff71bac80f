/**
 * The driver of SQLite, in the release of better-sqlite3 that suits the Node.js that runs. Release 13
 * contains its binaries, but ends a process without Node-API 10 by a segmentation fault. Release 12 is
 * for those processes, and npm compiles it. In a late Node.js 24 it aborts the process when a statement
 * is collected as garbage while no script runs. So neither release takes the place of the other one.
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { messageOf } from '../../../kit/errors.js';
import { ProjectError } from '../../project/errors.js';

export type Driver = typeof BetterSqlite3;

/** The name under which npm installs release 13. */
const currentRelease = 'better-sqlite3';

/** The name under which npm installs release 12. */
const olderRelease = 'better-sqlite3-12';

/** What release 13 needs: Node.js 22.14 or newer. */
const neededNodeApi = 10;

/**
 * Loads the driver.
 *
 * @param require loads a package by its name
 * @param nodeApi the version of Node-API that the process has
 * @throws ProjectError that says what is missing and how to get it
 */
export function loadDriver(require: (name: string) => Driver, nodeApi: number): Driver {
  const isOlder = nodeApi < neededNodeApi;
  try {
    return tryOut(require(isOlder ? olderRelease : currentRelease));
  } catch (error) {
    throw unusable(isOlder ? adviseOnOlder(error) : adviseOnCurrent(error));
  }
}

/** The binary is not loaded before there is a connection. */
function tryOut(driver: Driver): Driver {
  new driver(':memory:').close();
  return driver;
}

function unusable(reason: string): ProjectError {
  return new ProjectError(`The driver of SQLite cannot be used: ${reason}.`);
}

function adviseOnCurrent(error: unknown): string {
  if (isMissing(error, currentRelease)) {
    return `the package ${currentRelease} is missing. Install the packages again`;
  }
  const platform = `${process.platform}-${process.arch}`;
  return `it has no binary for ${platform} (${firstLine(error)}). Serve from PostgreSQL, or use Node.js 20, for which npm compiles one`;
}

function adviseOnOlder(error: unknown): string {
  const other = 'Either use Node.js 22.14 or newer, which needs no compiler, or';
  const compiler = 'with a C++ compiler, make and Python on the machine';
  const message = messageOf(error);
  if (isMissing(error, olderRelease)) {
    return `the package ${olderRelease} could not be compiled, or was left out. ${other}, ${compiler}, install the packages again and omit nothing optional`;
  }
  const reason = message.startsWith('Could not locate the bindings file')
    ? `npm was not allowed to compile the package ${olderRelease}`
    : `the package ${olderRelease} was compiled for another Node.js (${firstLine(error)})`;
  return `${reason}. ${other}, ${compiler}, run "npm rebuild ${olderRelease} --ignore-scripts=false"`;
}

function isMissing(error: unknown, name: string): boolean {
  return messageOf(error).startsWith(`Cannot find module '${name}'`);
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
