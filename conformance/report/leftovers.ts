/** How reports and commands speak of rows that a run has left behind. */
import type { Leftover } from '../scenarios/ledger.js';

/** A row that is left, or several without an id, of which nothing but their number can be said. */
export interface LeftoverGroup {
  /** `todos 7`, `43 of the todos, whose ids are not known` */
  readonly name: string;
  readonly reason: string;
}

/** In the order of the rows. */
export function groupLeftovers(leftovers: readonly Leftover[]): LeftoverGroup[] {
  const groups = new Map<string, Leftover[]>();
  for (const row of leftovers) {
    const key = JSON.stringify([row.resource, row.id, row.reason]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => describe(rows) ?? []);
}

function describe([row, ...others]: readonly Leftover[]): LeftoverGroup | undefined {
  if (row === undefined) return undefined;
  const { resource, id, reason } = row;
  if (id !== null) return { name: `${resource} ${id}`, reason };
  const count = others.length + 1;
  const ids = count === 1 ? 'whose id is' : 'whose ids are';
  return { name: `${count} of the ${resource}, ${ids} not known`, reason };
}
