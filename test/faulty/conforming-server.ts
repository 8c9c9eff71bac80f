/** Serves the conforming application, as it is or with a fault or variations planted. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Application } from './application.js';
import { readCall } from './exchange.js';
import type { Fault, Plant } from './faults/fault.js';
import { faultNamed } from './faults.js';
import { type ListeningServer, listen } from './listen.js';
import { plantNoting } from './planting.js';
import type { Profile } from './profile.js';
import type { Store } from './store.js';
import type { Variation } from './variations/variation.js';
import { type VariationName, variations } from './variations.js';

/** Which server to start. */
export interface ConformingServerOptions {
  /** The fault's own, or else `basic`, unless given. */
  readonly profile?: Profile;
  readonly variations?: readonly VariationName[];
  /** One of `faults`, by its name. */
  readonly fault?: string;
  /** More of them, for a server with much that is wrong. */
  readonly moreFaults?: readonly string[];
  /** What else is to be changed about it. */
  readonly plant?: Plant;
  /** How many users and products of other clients there are, unless a fault or variation says. */
  readonly rows?: number;
  /** A free one unless given. */
  readonly port?: number;
}

/** A server that runs, and what a check needs to get in. */
export interface RunningServer extends ListeningServer {
  /** By the names of their options. */
  readonly credentials: Readonly<Record<CredentialName, string>>;
  /** What the server holds, for tests that look behind the interface. */
  readonly store: Store;
  /** Names of the faults that a request has met so far: another one can stand before the others. */
  readonly reached: ReadonlySet<string>;
}

/** Starts it on this machine, with rows of other clients in it. */
export async function startConformingServer(
  options: ConformingServerOptions = {},
): Promise<RunningServer> {
  const application = new Application(options.profile ?? faultOf(options)?.profile ?? 'basic');
  const credentials = seedCredentials(application.store);
  const planted = (options.variations ?? []).map((name): Variation => variations[name]);
  for (const { plant } of planted) plant(application);
  const names = [
    ...(options.fault === undefined ? [] : [options.fault]),
    ...(options.moreFaults ?? []),
  ];
  const given = [...names.map(faultNamed), ...planted].find(({ rows }) => rows !== undefined);
  seedRows(application.store, given?.rows ?? options.rows ?? usualRows);
  const reached = new Set<string>();
  for (const name of names) {
    plantNoting(faultNamed(name).plant, application, () => reached.add(name));
  }
  options.plant?.(application);
  const server = createServer(async (request, response) => {
    application.transmit(application.handle(await readCall(request)), response);
  });
  const listening = await listen(server, options.port);
  return { ...listening, credentials, store: application.store, reached };
}

function faultOf({ fault }: ConformingServerOptions): Fault | undefined {
  return fault === undefined ? undefined : faultNamed(fault);
}

type CredentialName = 'api-key' | 'inactive-api-key' | 'bearer-token' | 'expired-bearer-token';

function seedCredentials(store: Store): Record<CredentialName, string> {
  const credentials = {
    'api-key': secret(),
    'inactive-api-key': secret(),
    'bearer-token': secret(),
    'expired-bearer-token': secret(),
  };
  store.keys.push({ key: credentials['api-key'], active: 1 });
  store.keys.push({ key: credentials['inactive-api-key'], active: 0 });
  store.sessions.push({ token: credentials['bearer-token'], expires_at: '2999-01-01 00:00:00' });
  store.sessions.push({
    token: credentials['expired-bearer-token'],
    expires_at: '2001-01-01 00:00:00',
  });
  return credentials;
}

function secret(): string {
  return randomBytes(18).toString('base64url');
}

const usualRows = 3;

function seedRows(store: Store, count: number): void {
  for (let made = 1; made <= count; made += 1) {
    store.addUser(`Ada ${made}`, `ada-${made}@elsewhere.example`);
    store.addProduct({ name: `Chair ${made}`, description: 'of oak', price: 40.5, stock: made });
  }
}
