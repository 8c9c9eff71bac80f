/** Results that claim to belong to a suite whose requirements they do not have. */
import type { Catalogue, Run } from './run.js';

/**
 * Finds the runs of other suites than a certain one, and those most of whose ids it does not have.
 *
 * @returns a sentence for each such run
 */
export function findOthers(
  runs: readonly Run[],
  { suite: { name }, places }: Catalogue,
): ReadonlyMap<Run, string> {
  const found = new Map<Run, string>();
  for (const run of runs) {
    const { suite, entries } = run.catalogue;
    const unknown = entries.filter(({ id }) => !places.has(id));
    if (suite.name !== name) {
      found.set(run, `${run.file.name} is a result of the suite ${suite.name}, not of ${name}.`);
    } else if (2 * unknown.length > entries.length) {
      const reason = `claims to be a result of the suite ${name}, which does not have most of its requirements, such as ${unknown[0]?.id}`;
      found.set(run, `${run.file.name} ${reason}.`);
    }
  }
  return found;
}

/** How many witnesses of a suite have which requirements. */
interface Ownership {
  readonly witnesses: number;
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Finds the runs whose requirements are rather those of another suite: most of their ids are in a
 * greater share of its results.
 *
 * @param groups the runs of each implementation: many that state the same are one witness
 * @returns a sentence for each such run
 */
export function findForeign(groups: readonly (readonly Run[])[]): ReadonlyMap<Run, string> {
  const witnesses = groups.flatMap((runs) => [...new Set(runs.map(({ catalogue }) => catalogue))]);
  const owners = countOwners(witnesses);
  const reasons = new Map(
    [...new Set(witnesses)].map((catalogue) => [catalogue, reasonAgainst(catalogue, owners)]),
  );
  const found = new Map<Run, string>();
  for (const run of groups.flat()) {
    const reason = reasons.get(run.catalogue);
    if (reason !== undefined) found.set(run, `${run.file.name} ${reason}`);
  }
  return found;
}

function countOwners(witnesses: readonly Catalogue[]): ReadonlyMap<string, Ownership> {
  const owners = new Map<string, { witnesses: number; counts: Map<string, number> }>();
  for (const { suite, entries } of witnesses) {
    const owner = owners.get(suite.name) ?? { witnesses: 0, counts: new Map() };
    owners.set(suite.name, owner);
    owner.witnesses += 1;
    for (const { id } of entries) owner.counts.set(id, (owner.counts.get(id) ?? 0) + 1);
  }
  return owners;
}

function reasonAgainst(
  { suite, entries }: Catalogue,
  owners: ReadonlyMap<string, Ownership>,
): string | undefined {
  const shareOf = (owner: Ownership | undefined, id: string) =>
    owner === undefined ? 0 : (owner.counts.get(id) ?? 0) / owner.witnesses;
  const own = owners.get(suite.name);
  for (const [name, owner] of owners) {
    if (name === suite.name) continue;
    const foreign = entries.filter(({ id }) => shareOf(owner, id) > shareOf(own, id));
    if (2 * foreign.length <= entries.length) continue;
    return `claims to be a result of the suite ${suite.name}, but has the requirements of the suite ${name}, such as ${foreign[0]?.id}.`;
  }
  return undefined;
}
