/** Thousands of hostile requests to a server, while an ordinary client sends others. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createApiKey } from '../../../reference-server/database/credentials/api-keys.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { isFull, seed } from '../../extent.js';
import { endSharedPostgres } from '../support/postgres.js';
import { schemaOfTest } from '../support/serve.js';
import { startServerProcess } from '../support/server-process.js';
import { temporaryFolder } from '../support/temporary.js';
import { hostileRequests } from './hostile-requests.js';

afterAll(endSharedPostgres);

const requestCount = isFull ? 5_500 : 1_000;
const lanes = 16;

/** Share of requests with an answer: some bytes are not even the beginning of a request. */
const answeredShare = 0.995;

/** Longest waiting time of the ordinary client for an answer, in milliseconds. */
const patience = 2_000;

/** Sends bytes, half-closes the connection, and resolves with all received bytes. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port: Number(port), host: hostname });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // The server may close the connection before it has read everything.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
    socket.end(bytes, 'latin1');
  });
}

/** Texts that no answer may contain. */
const secrets = /import "_app"|Db\.migrate|CREATE TABLE|SQLite format|root:|node:internal|\.js:\d/;

/** The fault in an answer; undefined without one. */
function findFault(answer: string): string | undefined {
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  if (statuses.some((status) => status >= 500)) return 'a fault of the server';
  if (/^X-Injected/im.test(answer)) return 'an injected header';
  if (secrets.test(answer)) return 'something that is not for clients';
  return undefined;
}

class HonestClient {
  readonly waits: number[] = [];
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #isDone = false;

  constructor(url: string, apiKey: string) {
    this.#url = `${url}/api/products`;
    this.#headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  }

  /** Creates products and reads them back until `stop` is called. */
  async work(): Promise<void> {
    for (let n = 1; !this.#isDone; n++) {
      const product = { name: `Lamp ${n}`, description: null, price: n + 0.5, stock: n };
      const created = await this.#send('', { method: 'POST', body: JSON.stringify(product) });
      expect(created).toEqual({ ...product, id: expect.any(Number) });
      expect(await this.#send(`?id=${idOf(created)}`)).toMatchObject(product);
    }
  }

  stop(): void {
    this.#isDone = true;
  }

  async #send(query: string, init: RequestInit = {}): Promise<unknown> {
    const start = performance.now();
    const response = await fetch(this.#url + query, { ...init, headers: this.#headers });
    const body: unknown = await response.json();
    this.waits.push(performance.now() - start);
    return body;
  }
}

function idOf(product: unknown): unknown {
  return typeof product === 'object' && product !== null && 'id' in product ? product.id : 0;
}

test('thousands of hostile requests do no harm', async () => {
  const name = (await schemaOfTest()) ?? join(temporaryFolder(), 'db.sqlite3');
  const server = await startServerProcess('basic', '--db', name);
  const database = await openDatabase(name);
  const apiKey = await createApiKey(database);
  await database.close();
  const client = new HonestClient(server.url, apiKey);
  const working = client.work();

  const requests = hostileRequests(requestCount, seed, apiKey).entries();
  const faults: string[] = [];
  let answered = 0;
  const attack = async (): Promise<void> => {
    for (const [index, bytes] of requests) {
      const answer = await exchange(server.url, bytes);
      if (answer !== '') answered++;
      const fault = findFault(answer);
      if (fault !== undefined) faults.push(`${fault}, request ${index}: ${bytes.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, attack));
  client.stop();
  await working;

  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(answeredShare * requestCount);
  expect(server.isRunning).toBe(true);
  expect(client.waits.length).toBeGreaterThan(10);
  if (isFull) expect(Math.max(...client.waits)).toBeLessThan(patience);
  expect(server.logged).not.toContain('"fault"');
  expect(server.logged).not.toContain(apiKey);
});
