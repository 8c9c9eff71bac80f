/** Groups attacks so that they share a server, which is faster than one server per attack. */
import type { ServerLimits } from '../../reference-server/index.js';
import type { Attack } from './attack.js';

/** Attacks that run in sequence against one server. */
export interface AttackGroup extends Pick<Attack, 'kind' | 'project' | 'limits' | 'workers'> {
  readonly attacks: readonly Attack[];
}

const script = 'api/attack.wren';
const target = '/api/attack';

/** Peak memory of a second process that an earlier attack started, in MiB. */
const earlierMemory = 1_024;

/** Gives the script of an attack a path that no other attack of the group has. */
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
 * Groups attacks of the same kind with the same limits. Their other files, such as migrations, must
 * be equal if they have the same path. Attacks that may replace a process come last: the replacement
 * takes time, which would count against the next attack.
 *
 * @param limitsOf limits that an attack overrides by its own
 */
export function shareServers(
  attacks: readonly Attack[],
  limitsOf: (attack: Attack) => Partial<ServerLimits>,
): AttackGroup[] {
  const groups = new Map<string, Attack[]>();
  const ordered = attacks.toSorted(
    (a, b) => Number(a.bounds.mayReplace) - Number(b.bounds.mayReplace),
  );
  for (const [index, attack] of ordered.entries()) {
    const memory = attack.bounds.memory + earlierMemory;
    const bounds = { ...attack.bounds, memory };
    const limits = { ...limitsOf(attack), ...attack.limits };
    const changed = rename({ ...attack, bounds, limits }, index);
    const group = groups.get(groupOf(changed)) ?? [];
    groups.set(groupOf(changed), [...group, changed]);
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
