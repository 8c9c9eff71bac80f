/**
 * The driver of SQLite, in the release that suits the Node.js that runs. Release 12 of better-sqlite3
 * is the last one for Node.js 20. Where it was built for a late Node.js 24, the process is aborted
 * when a statement is collected as garbage while no script runs. Release 13, which needs
 * Node.js 22, brings no such danger, and needs not be built.
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

type Driver = typeof BetterSqlite3;

const require = createRequire(import.meta.url);

/** Release 13, which npm installs under this name where it can be used, and only there. */
const laterRelease = 'better-sqlite3-13';

function loadDriver(): Driver {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) return require('better-sqlite3');
  try {
    return require(laterRelease);
  } catch {
    return require('better-sqlite3');
  }
}

/** A connection to a database; with `SqliteError`, which its errors are instances of. */
export const Database: Driver = loadDriver();
