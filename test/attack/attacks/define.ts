/** Short notations for the tables of attacks. */
import type { ServerLimits } from '../../../reference-server/index.js';
import type { Attack, AttackClient, Bounds, OtherRequest, Outcome } from '../attack.js';

/** Depending on the machine's speed, the script answers, ends without an answer, fails or is stopped. */
export const anyEnd: readonly Outcome[] = [200, 404, 500, 503];

/** Memory of an idle server plus four times `scriptMemory`, in MiB. */
export const mostMemory = 1_024;

const health: OtherRequest = { target: '/__health' };
const other: OtherRequest = { target: '/api/other' };
const otherScript = { 'api/other.wren': 'Response.json("served")' };

/** Writes a request as bytes, one character per byte, with `Connection: close`. */
export function write(method: string, target: string, body = '', headers: string[] = []): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: a', 'Connection: close'];
  return `${[...lines, ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

interface Common {
  readonly limits?: Partial<ServerLimits>;
  readonly bounds?: Partial<Bounds>;
  /** Default: true. */
  readonly isShort?: boolean;
}

/** An attack by a hostile script, or by a hostile request to an ordinary script. */
export interface ScriptAttack extends Common {
  readonly script: string;
  readonly migration?: string;
  /** Further files of the project, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Default: 503 only. */
  readonly outcomes?: readonly Outcome[];
  /** The bytes of the request with this index, sent to the script. Default: a GET request. */
  readonly request?: string | ((index: number) => string);
  /** Number of requests. Default: 1. */
  readonly connections?: number;
  /** Milliseconds between two requests. Default: all are sent at the same time. */
  readonly interval?: number;
}

/** A script that may end in any way within the bounds; only in the long form by default. */
export function bounded(script: string, more: Partial<ScriptAttack> = {}): ScriptAttack {
  return { script, outcomes: anyEnd, isShort: false, ...more };
}

/** Creates attacks with scripts from a table by name. */
export function attackWithScripts(
  kind: string,
  scripts: Readonly<Record<string, ScriptAttack>>,
): Attack[] {
  return Object.entries(scripts).map(([name, attack]) => {
    const { script, migration, files, outcomes = [503], connections = 1 } = attack;
    const { request = write('GET', '/api/attack') } = attack;
    const send = typeof request === 'string' ? () => request : request;
    const tables = migration === undefined ? {} : { '_migration.wren': migration };
    return {
      kind,
      name,
      project: { ...otherScript, ...tables, ...files, 'api/attack.wren': script },
      limits: attack.limits ?? {},
      workers: 1,
      client: { connections, interval: attack.interval ?? 0, send },
      others: [health, other],
      bounds: {
        outcomes,
        endedBy: ['scriptTime'],
        othersWait: ['scriptTime'],
        memory: mostMemory,
        mayReplace: false,
        mayFail: false,
        ...attack.bounds,
      },
      isShort: attack.isShort ?? true,
    };
  });
}

/** An attack by the behaviour of a client. */
export interface ClientAttack extends Common, AttackClient {
  readonly outcomes: readonly Outcome[];
  /** Default: the project `basic` instead of a script. */
  readonly script?: string;
  readonly others?: readonly OtherRequest[];
}

const othersOfBasic: readonly OtherRequest[] = [
  health,
  { target: '/api/users' },
  { target: '/api/products', hasKey: true },
];

/** Creates attacks with clients from a table by name. */
export function attackWithClients(
  kind: string,
  clients: Readonly<Record<string, ClientAttack>>,
): Attack[] {
  return Object.entries(clients).map(([name, attack]) => {
    const { script, outcomes, others, limits, bounds, isShort = true, ...client } = attack;
    const ofProject = script === undefined ? othersOfBasic : [health, other];
    return {
      kind,
      name,
      project: script === undefined ? 'basic' : { ...otherScript, 'api/attack.wren': script },
      limits: limits ?? {},
      workers: 1,
      client,
      others: others ?? ofProject,
      bounds: {
        outcomes,
        endedBy: ['requestTime'],
        othersWait: [],
        memory: mostMemory,
        mayReplace: false,
        mayFail: false,
        ...bounds,
      },
      isShort,
    };
  });
}
