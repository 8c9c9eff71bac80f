/** Short forms in which the tables of attacks are written. */
import type { ServerLimits } from '../../../reference-server/index.js';
import type { Attack, AttackClient, Bounds, OtherRequest, Outcome } from '../attack.js';

/** A script that finishes, with or without an answer, fails or is ended, as fast as the machine is. */
export const anyEnd: readonly Outcome[] = [200, 404, 500, 503];

/** Whatever a server has in memory when it is not attacked, and four times `scriptMemory`, in MiB. */
const mostMemory = 1_024;

const health: OtherRequest = { target: '/__health' };
const other: OtherRequest = { target: '/api/other' };
const otherScript = { 'api/other.wren': 'Response.json("served")' };

/** A request as bytes; its connection ends with the answer. */
export function write(method: string, target: string, body = '', headers: string[] = []): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: a', 'Connection: close'];
  return `${[...lines, ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

interface Common {
  readonly limits?: Partial<ServerLimits>;
  readonly bounds?: Partial<Bounds>;
  /** Unless given true. */
  readonly isShort?: boolean;
}

/** A script that is hostile, or that a hostile request is sent to. */
export interface ScriptAttack extends Common {
  readonly script: string;
  readonly migration?: string;
  /** How it may end; unless given with 503. */
  readonly outcomes?: readonly Outcome[];
  /** What is sent to it; GET unless given. */
  readonly request?: string;
  /** How many such requests at the same time. */
  readonly connections?: number;
}

/** Attacks with scripts, by their names. */
export function attackWithScripts(
  kind: string,
  scripts: Readonly<Record<string, ScriptAttack>>,
): Attack[] {
  return Object.entries(scripts).map(([name, attack]) => {
    const { script, migration, outcomes = [503], connections = 1 } = attack;
    const { request = write('GET', '/api/attack') } = attack;
    const tables = migration === undefined ? {} : { '_migration.wren': migration };
    return {
      kind,
      name,
      project: { ...otherScript, ...tables, 'api/attack.wren': script },
      limits: attack.limits ?? {},
      workers: 1,
      client: { connections, send: () => request },
      others: [health, other],
      bounds: {
        outcomes,
        endedBy: 'scriptTime',
        othersWait: 'scriptTime',
        memory: mostMemory,
        mayReplace: false,
        mayRefuse: false,
        ...attack.bounds,
      },
      isShort: attack.isShort ?? true,
    };
  });
}

/** Clients that are hostile by themselves. */
export interface ClientAttack extends Common, AttackClient {
  readonly outcomes: readonly Outcome[];
  /** The project `basic` unless given. */
  readonly script?: string;
  readonly others?: readonly OtherRequest[];
}

const othersOfBasic: readonly OtherRequest[] = [
  health,
  { target: '/api/users' },
  { target: '/api/products', hasKey: true },
];

/** Attacks with clients, by their names. */
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
        endedBy: 'requestTime',
        othersWait: undefined,
        memory: mostMemory,
        mayReplace: false,
        mayRefuse: false,
        ...bounds,
      },
      isShort,
    };
  });
}
