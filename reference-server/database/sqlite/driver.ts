/**
 * The SQLite driver and its errors. There are two releases of better-sqlite3, one for each range of
 * Node.js. Release 13 contains its binaries, but a process without Node-API 10 ends with a
 * segmentation fault. Release 12 is for those processes. In late releases of Node.js 24 it aborts the
 * process when a statement is collected as garbage while no script runs. So neither release can replace
 * the other. npm compiles release 12 for minutes, so a checkout installs it (`bin/package.json`), and the
 * package does not.
 */

import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { messageOf } from '../../../kit/errors.js';
import { firstLineOf } from '../../../kit/words.js';
import { ProjectError } from '../../project/errors.js';
import { DatabaseFault, type FaultKind } from '../database.js';

/** The class of connections, with the class of their errors. */
export type Driver = typeof BetterSqlite3;

/** Package name of release 13. */
const currentRelease = 'better-sqlite3';

/** Package name of release 12. */
const olderRelease = 'better-sqlite3-12';

/** Node-API version that release 13 needs: Node.js 22.14 or newer. */
const neededNodeApi = 10;

/**
 * Loads the driver.
 *
 * @param require loads a package by its name
 * @param nodeApi Node-API version of the process
 * @throws ProjectError that says what is missing and how to install it
 */
export function loadDriver(require: (name: string) => Driver, nodeApi: number): Driver {
  const isOlder = nodeApi < neededNodeApi;
  try {
    return tryOut(require(isOlder ? olderRelease : currentRelease));
  } catch (error) {
    throw unusable(isOlder ? adviseOnOlder(error) : adviseOnCurrent(error));
  }
}

/** Opens a connection: only the first one loads the binary. */
function tryOut(driver: Driver): Driver {
  new driver(':memory:').close();
  return driver;
}

function unusable(reason: string): ProjectError {
  return new ProjectError(`The SQLite driver cannot be used: ${reason}.`);
}

function adviseOnCurrent(error: unknown): string {
  if (isMissing(error, currentRelease)) {
    return `the package ${currentRelease} is missing. Install the packages again`;
  }
  const platform = `${process.platform}-${process.arch}`;
  return `it has no binary for ${platform} (${firstLine(error)}). Serve from PostgreSQL, or use Node.js 20, for which npm compiles the driver`;
}

function adviseOnOlder(error: unknown): string {
  const other = 'Either use Node.js 22.14 or newer, which needs no compiler, or';
  const compiler = 'with a C++ compiler, make and Python on the machine';
  const message = messageOf(error);
  if (isMissing(error, olderRelease)) {
    return `the package ${olderRelease} is missing. ${other}, ${compiler}, run "npm install ${olderRelease}@npm:better-sqlite3@12 --ignore-scripts=false"`;
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
  return firstLineOf(messageOf(error));
}

const require = createRequire(import.meta.url);

let loaded: Driver | undefined;

/**
 * The driver for this process. It is loaded on first use, because a check of another server does
 * not need it.
 *
 * @throws ProjectError like `loadDriver`
 */
export function sqliteDriver(): Driver {
  loaded ??= loadDriver(require, Number(process.versions.napi));
  return loaded;
}

/** Kinds of faults by result codes (https://sqlite.org/rescode.html); the first match counts. */
const faultKinds: readonly [code: RegExp, kind: FaultKind][] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN)/, 'unavailable'],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/, 'reference'],
];

/** Whether an error says that another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof sqliteDriver().SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Message of an error for the person who starts a server; the subject is the database. */
export function reasonOf(error: unknown): string {
  return isBusy(error) ? 'another process keeps it locked' : messageOf(error);
}

/** An error of SQLite as a DatabaseFault; any other error unchanged. */
export function toSqliteFault(error: unknown): unknown {
  if (!(error instanceof sqliteDriver().SqliteError)) return error;
  const { code, message } = error;
  const kind = faultKinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'statement';
  return new DatabaseFault(kind, message, code, { cause: error });
}
