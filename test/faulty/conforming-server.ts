/** Serves the conforming application, optionally with planted faults or variations. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Application } from './application.js';
import { readRequest } from './exchange.js';
import type { Fault, Plant } from './faults/fault.js';
import { faultNamed } from './faults.js';
import { type ListeningServer, listen } from './listen.js';
import type { Profile } from './profile.js';
import { atOneTime, type Store } from './store.js';
import { Twins } from './twins.js';
import type { Variation } from './variations/variation.js';
import { type VariationName, variations } from './variations.js';

/** Options of the server. */
export interface ConformingServerOptions {
  /** Default: the profile of the fault, or else `basic`. */
  readonly profile?: Profile;
  readonly variations?: readonly VariationName[];
  /** The name of one of `faults`. */
  readonly fault?: string;
  /** Names of further faults. */
  readonly moreFaults?: readonly string[];
  /** A further change of the application. */
  readonly plant?: Plant;
  /** Initial users and products of other clients. Default: those of the fault or variation. */
  readonly rows?: number;
  /** Default: a free port. */
  readonly port?: number;
}

/** A running server, with its credentials. */
export interface RunningServer extends ListeningServer {
  /** Credentials by the names of their options. */
  readonly credentials: Credentials;
  /** The rows of the server. */
  readonly store: Store;
  /** The names of `moreFaults` that an answer has shown so far. */
  readonly shown: ReadonlySet<string>;
}

/** Starts a server on this machine, with rows of other clients. */
export async function startConformingServer(
  options: ConformingServerOptions = {},
): Promise<RunningServer> {
  const credentials = createCredentials();
  const { moreFaults = [] } = options;
  const create = (names: readonly string[]): Application =>
    createApplication({ ...options, moreFaults: names }, credentials);
  const [application, twins] = atOneTime(() => [create(moreFaults), new Twins(moreFaults, create)]);
  const server = createServer(async (request, response) => {
    const received = await readRequest(request);
    const answer = atOneTime(() => {
      const own = application.handle(received);
      twins.compare(received, own);
      return own;
    });
    application.transmit(answer, response);
  });
  const listening = await listen(server, options.port);
  return { ...listening, credentials, store: application.store, shown: twins.shown };
}

function createApplication(
  options: ConformingServerOptions,
  credentials: Credentials,
): Application {
  const application = new Application(options.profile ?? faultOf(options)?.profile ?? 'basic');
  seedCredentials(application.store, credentials);
  const planted = (options.variations ?? []).map((name): Variation => variations[name]);
  const { fault, moreFaults = [] } = options;
  const names = [...(fault === undefined ? [] : [fault]), ...moreFaults];
  const faults = names.map(faultNamed);
  for (const { plant } of planted) plant(application);
  const given = [...faults, ...planted].find(({ rows }) => rows !== undefined);
  seedRows(application.store, given?.rows ?? options.rows ?? usualRows);
  for (const { plant } of faults) plant(application);
  options.plant?.(application);
  return application;
}

function faultOf({ fault }: ConformingServerOptions): Fault | undefined {
  return fault === undefined ? undefined : faultNamed(fault);
}

type CredentialName = 'api-key' | 'inactive-api-key' | 'bearer-token' | 'expired-bearer-token';

type Credentials = Readonly<Record<CredentialName, string>>;

function createCredentials(): Credentials {
  return {
    'api-key': secret(),
    'inactive-api-key': secret(),
    'bearer-token': secret(),
    'expired-bearer-token': secret(),
  };
}

function seedCredentials(store: Store, credentials: Credentials): void {
  store.keys.push({ key: credentials['api-key'], active: 1 });
  store.keys.push({ key: credentials['inactive-api-key'], active: 0 });
  store.sessions.push({ token: credentials['bearer-token'], expires_at: '2999-01-01 00:00:00' });
  store.sessions.push({
    token: credentials['expired-bearer-token'],
    expires_at: '2001-01-01 00:00:00',
  });
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
