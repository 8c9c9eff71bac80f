/** Attacks that share a server, which costs less than one for each. */
import type { ServerLimits } from '../../reference-server/index.js';
import type { Attack } from './attack.js';

/** What attacks one after the other have in common. */
export interface AttackGroup extends Pick<Attack, 'kind' | 'project' | 'limits' | 'workers'> {
  readonly attacks: readonly Attack[];
}

const script = 'api/attack.wren';
const target = '/api/attack';

/** What a second process may have held that an earlier attack had started, in MiB. */
const leftMemory = 1_024;

/** An attack whose script has a name of its own. */
function rename(attack: Attack, index: number): Attack {
  const { project, client } = attack;
  const code = typeof project === 'string' ? undefined : project[script];
  if (code === undefined) return attack;
  const send = (connection: number): string =>
    client.send(connection).replaceAll(target, `${target}-${index}`);
  const files = Object.entries(project).filter(([path]) => path !== script);
  const renamed = { ...Object.fromEntries(files), [`api/attack-${index}.wren`]: code };
  return { ...attack, project: renamed, client: { ...client, send } };
}

function groupOf({ kind, project, limits }: Attack): string {
  return JSON.stringify([kind, typeof project === 'string' ? project : '', limits]);
}

/**
 * Attacks in groups, each for one server: those of one kind whose limits are the same. What they
 * bring along, such as migrations, has to be the same where it has the same path. Attacks after which
 * a process may be replaced come last: the replacement takes its time, and an attack that follows
 * would be blamed for it.
 *
 * @param limits what all servers are started with, unless an attack says otherwise
 */
export function shareServers(
  attacks: readonly Attack[],
  limits: Partial<ServerLimits>,
): AttackGroup[] {
  const groups = new Map<string, Attack[]>();
  const ordered = attacks.toSorted(
    (a, b) => Number(a.bounds.mayReplace) - Number(b.bounds.mayReplace),
  );
  for (const [index, attack] of ordered.entries()) {
    const memory = attack.bounds.memory + leftMemory;
    const bounds = { ...attack.bounds, memory };
    const changed = rename({ ...attack, bounds, limits: { ...limits, ...attack.limits } }, index);
    const group = groups.get(groupOf(attack)) ?? [];
    groups.set(groupOf(attack), [...group, changed]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, project, limits, workers } = first;
    const files = Object.assign({}, ...group.map((attack) => attack.project));
    const shared = typeof project === 'string' ? project : files;
    return [{ kind, project: shared, limits, workers, attacks: group }];
  });
}
