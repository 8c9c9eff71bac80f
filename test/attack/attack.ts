/** An attack: the project that is served, the attacking clients and the bounds that must hold. */
import type { ServerLimits } from '../../reference-server/index.js';

/** Behaviour of each connection of an attack. */
export interface AttackClient {
  /** Number of simultaneous connections. Default: 1. */
  readonly connections?: number;
  /** Milliseconds between the starts of two connections. Default: all start at the same time. */
  readonly interval?: number;
  /** First bytes of the connection with this index, one character per byte. */
  readonly send: (index: number) => string;
  /** Bytes sent repeatedly after that, until the connection is closed. */
  readonly trickle?: { readonly bytes: string; readonly milliseconds: number };
  /** How the client reads; `slowly` means 64 KiB every 100 ms. Default: `all`. */
  readonly reading?: 'all' | 'slowly' | 'nothing';
  /** Whether the client closes its sending direction after the first bytes. */
  readonly halfCloses?: boolean;
  /** Time after which the client resets the connection, in milliseconds. Default: never. */
  readonly leaves?: number;
}

/** A request of another client, sent repeatedly during an attack. The correct status is 200. */
export interface OtherRequest {
  readonly method?: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
  /** Whether the request has the API key that was created before the attack. */
  readonly hasKey?: boolean;
}

/**
 * A status; `closed` without an answer; `open` if the server has not closed the connection;
 * `not JSON` for an error whose answer is not JSON; `disclosed` if an answer shows a stack of the
 * server.
 */
export type Outcome = number | 'closed' | 'open' | 'not JSON' | 'disclosed';

/** A server limit that is a duration. */
export type TimeLimit = 'scriptTime' | 'headerTime' | 'requestTime' | 'idleTime' | 'databaseWait';

/** Bounds within which a server withstands an attack. */
export interface Bounds {
  /** Allowed outcomes of the connections. */
  readonly outcomes: readonly Outcome[];
  /**
   * The limits that end the attack, one after the other: all connections are closed after the sum of
   * these times plus one second.
   */
  readonly endedBy: readonly TimeLimit[];
  /**
   * The limits for the wait of other requests, which is at most the sum of these times plus one
   * second. If the server has several workers, they wait for at most one second.
   */
  readonly othersWait: readonly TimeLimit[];
  /** Largest total memory of all processes of the server, in MiB. */
  readonly memory: number;
  /** Whether a process of the server may be replaced, as endless SQL statements require. */
  readonly mayReplace: boolean;
  /** Whether other requests may fail, if a later one is served in time. */
  readonly mayFail: boolean;
}

export interface Attack {
  /** The attacked part; the report has one row per kind. */
  readonly kind: string;
  readonly name: string;
  /** The files of the project by their paths, or the name of a shipped project. */
  readonly project: Readonly<Record<string, string>> | string;
  readonly limits: Partial<ServerLimits>;
  readonly workers: number;
  readonly client: AttackClient;
  readonly others: readonly OtherRequest[];
  readonly bounds: Bounds;
  /** Whether the attack is part of the short form. */
  readonly isShort: boolean;
}
