/** The options by which commands reach a server, and by which a check starts and prepares one. */
import type { ClientSettings } from '../http/client.js';
import type { Connection } from '../http/connection-options.js';
import type { Credentials } from '../suite/suite.js';

/** How requests are sent, which is the same for every suite. */
export interface ClientOptions {
  /** In milliseconds, for one answer. */
  readonly timeout: number;
  /** Sent with every request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly insecure: Connection['insecure'];
  readonly cert: Connection['cert'];
  readonly key: Connection['key'];
  readonly proxy: Connection['proxy'];
}

/** The options of every command that sends requests: addresses, credentials and limits. */
export interface TargetOptions extends ClientOptions {
  /** The address of the suite's first server; undefined when the suite starts its own. */
  readonly baseUrl: string | undefined;
  /** The given addresses by their options, with `base-url`. */
  readonly urls: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  /** Values of the suite's parameters, by their names in `suite.yaml`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** How a check starts and prepares a server. */
export interface ServerOptions {
  /** Commands that start the server, prepare it, and undo the preparation. */
  readonly start: string | undefined;
  readonly setup: string | undefined;
  readonly teardown: string | undefined;
  /** The data of the server end with the check. */
  readonly disposable: boolean;
  /** In seconds, until the server's first answer. */
  readonly wait: number;
}

/**
 * Returns the settings of every client of a run. Not in `http/client.ts`, because a plan needs it
 * before the HTTP library is loaded.
 */
export function clientSettings(options: ClientOptions): ClientSettings {
  return {
    headers: Object.fromEntries(options.headers),
    connection: connectionOf(options),
    timeoutMs: options.timeout,
  };
}

/** How a run connects to its servers. */
export function connectionOf({ insecure, cert, key, proxy }: ClientOptions): Connection {
  return { insecure, cert, key, proxy };
}
