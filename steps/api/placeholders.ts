/** Ids and paths as features write them, with words in braces for what only a run knows. */
import type { ScenarioWorld } from '../world.js';

const replacements: Readonly<Record<string, (world: ScenarioWorld) => string>> = {
  /** The id of the row that the scenario speaks of. */
  id: ({ row }) => row.id,
  /** The one that likely follows it. */
  next: ({ row }) => String(BigInt(row.id) + 1n),
  /** The id of its first row. */
  first: ({ firstRow }) => firstRow.id,
  /** A number that is the first row's id to those who count with 32 bits. */
  'first wrapped': ({ firstRow }) => String(BigInt(firstRow.id) + 2n ** 32n),
  /** A word that is in no other run. */
  marker: ({ run }) => run.marker,
};

/** An id or a path with all of its placeholders filled in: `{id} OR 1=1`, `/{marker}/users`. */
export function fillIn(world: ScenarioWorld, template: string): string {
  return template.replace(/\{([^}]+)\}/g, (placeholder, name) => {
    const replacement = replacements[name];
    if (replacement === undefined) throw new Error(`Nothing is called "${placeholder}".`);
    return replacement(world);
  });
}
