/** Acknowledged writes survive the kill of a server. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../reference-server/database/sqlite/file.js';
import { isFull } from '../../extent.js';
import { startServerProcess } from '../support/server-process.js';
import { temporaryProject } from '../support/temporary.js';

const files = {
  '_migration.wren':
    'Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)',
  'api/notes.wren': [
    '`INSERT INTO notes (text) VALUES (?)`.query([Request.body])',
    'Response.status(201)',
  ].join('\n'),
};

const kills = isFull ? 50 : 6;
/** Servers at a time, each with its own database. */
const lanes = 2;
const writers = 4;
/** Number of acknowledged writes before a kill, which happens during the following writes. */
const writesPerLife = 10;

class Lane {
  readonly acknowledged: string[] = [];
  readonly #project = temporaryProject(files);
  #sent = 0;

  async liveAndDie(): Promise<void> {
    const server = await startServerProcess(this.#project);
    const enough = this.acknowledged.length + writesPerLife;
    let killed: Promise<void> | undefined;
    const write = async (): Promise<void> => {
      while (killed === undefined) {
        await this.#writeNote(server.url);
        if (this.acknowledged.length >= enough) killed ??= server.killAll();
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    await killed;
  }

  /** The row of a request without an answer may or may not be stored. */
  async #writeNote(url: string): Promise<void> {
    this.#sent++;
    const text = `note ${this.#sent}`;
    const request = fetch(`${url}/api/notes`, { method: 'POST', body: text });
    const response = await request.catch(() => undefined);
    if (response?.status === 201) this.acknowledged.push(text);
  }

  /** The content of the database, and whether it is undamaged. */
  read(): { stored: Set<unknown>; integrity: unknown } {
    const database = openFile(join(this.#project, '_db.sqlite3'));
    const stored = new Set(database.prepare('SELECT text FROM notes').pluck().all());
    const integrity = database.pragma('integrity_check', { simple: true });
    database.close();
    return { stored, integrity };
  }
}

test(`every acknowledged write survives ${kills} kills during writes`, async () => {
  const all = Array.from({ length: lanes }, () => new Lane());
  const lives = all.map(async (lane) => {
    for (let life = 0; life < kills / lanes; life++) await lane.liveAndDie();
  });
  await Promise.all(lives);
  for (const lane of all) {
    const { stored, integrity } = lane.read();
    expect(lane.acknowledged.length).toBeGreaterThanOrEqual((writesPerLife * kills) / lanes);
    expect(lane.acknowledged.filter((text) => !stored.has(text))).toEqual([]);
    expect(integrity).toBe('ok');
  }
});
