/** What an attack is: a project that is served, clients that attack it, and what must still hold. */
import type { ServerLimits } from '../../reference-server/index.js';

/** What each connection of an attack does. */
export interface AttackClient {
  /** How many connections, all at the same time; one unless given. */
  readonly connections?: number;
  /** The bytes that a connection begins with, one character each. */
  readonly send: (index: number) => string;
  /** What it goes on with, again and again until the connection is closed. */
  readonly trickle?: { readonly bytes: string; readonly milliseconds: number };
  /** How it reads what comes back: 64 KiB every tenth of a second when slowly; all unless given. */
  readonly reading?: 'all' | 'slowly' | 'nothing';
  /** Whether it closes its own direction after it has sent its bytes. */
  readonly halfCloses?: boolean;
}

/** A request of somebody else, sent again and again during an attack. It is answered with 200. */
export interface OtherRequest {
  readonly method?: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
  /** Whether it brings the API key that was made before the attack. */
  readonly hasKey?: boolean;
}

/** A connection's status; `closed` for one that was closed without an answer. */
export type Outcome = number | 'closed' | 'open';

/** The limits that are times. */
export type TimeLimit = 'scriptTime' | 'headerTime' | 'requestTime' | 'idleTime' | 'databaseWait';

/** What holds of an attack that a server withstands. */
export interface Bounds {
  /** How the connections may end. */
  readonly outcomes: readonly Outcome[];
  /**
   * The limit that ends the attack, the last connection being closed within a second more; without one
   * all are closed within a second.
   */
  readonly endedBy: TimeLimit | undefined;
  /**
   * The limit that also ends the wait of others, within a second more; without one they wait for a
   * second at most, as they always do when several processes serve.
   */
  readonly othersWait: TimeLimit | undefined;
  /** MiB that all processes of the server hold together. */
  readonly memory: number;
  /** Whether a process of the server may be replaced: it is for SQL statements without end. */
  readonly mayReplace: boolean;
  /** Whether requests of others may be refused, as long as they are served in time. */
  readonly mayRefuse: boolean;
}

export interface Attack {
  /** What is attacked; attacks of one kind are summed up together. */
  readonly kind: string;
  readonly name: string;
  /** The files of the project, or the name of one that is shipped. */
  readonly project: Readonly<Record<string, string>> | string;
  readonly limits: Partial<ServerLimits>;
  readonly workers: number;
  readonly client: AttackClient;
  readonly others: readonly OtherRequest[];
  readonly bounds: Bounds;
  /** Whether it is part of the short form. */
  readonly isShort: boolean;
}
