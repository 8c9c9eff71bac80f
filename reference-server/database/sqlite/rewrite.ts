import type { Database } from 'better-sqlite3';

/**
 * Rewrites the file of a database so that it contains the present rows only. Without this, deleted
 * and overwritten values remain in free space of the file and in old frames of the WAL. Takes some
 * ten seconds for a gigabyte, and free disk space for two copies meanwhile.
 *
 * @throws Error when another connection prevents it, or the disk is full
 */
export function rewriteFile(database: Database): void {
  database.exec('VACUUM');
  if (database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) {
    throw new Error('another process is using it');
  }
}
