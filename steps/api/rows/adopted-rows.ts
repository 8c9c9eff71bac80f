/** Existing rows, which a read-only check uses in place of its own. */
import { NotTested } from '../../../conformance/index.js';
import { isId } from '../../world/answers.js';
import { listUsers } from '../../world/lists.js';
import { listProducts } from '../../world/pages.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/** The members of a row that the client sets; the target sets the others. */
export const ownMembers = {
  users: ['name', 'email'],
  products: ['name', 'description', 'price', 'stock'],
} as const;

/**
 * Uses an existing row as a row of the scenario.
 *
 * @throws NotTested when the scenario needs certain members, or all rows are in use
 */
export async function adoptRow(
  world: ServiceWorld,
  resource: Resource,
  members: JsonObject,
): Promise<ScenarioRow> {
  if (Object.keys(members).length > 0) demandOwnRow(world);
  const isTaken = ({ id }: JsonObject) =>
    world.rows.some((row) => row.resource === resource && row.id === String(id));
  const listed =
    resource === 'users' ? await listUsers(world) : (await listProducts(world, {})).rows;
  const found = listed.find((item) => isId(item.id) && isFilled(item, resource) && !isTaken(item));
  if (found === undefined) {
    throw new NotTested(undefined, `--read-only: needs one more row among the ${resource}`);
  }
  const shown = ownMembers[resource].map((name) => [name, found[name]] as const);
  world.addRow({ resource, id: String(found.id), members: Object.fromEntries(shown) });
  return world.row;
}

/** Other rows may lack optional members, and members that an update has emptied. */
function isFilled(item: JsonObject, resource: Resource): boolean {
  return ownMembers[resource].every((name) => (item[name] ?? '') !== '');
}

/**
 * Requires a row whose creation is known.
 *
 * @throws NotTested in a read-only check
 */
export function demandOwnRow({ run }: ServiceWorld): void {
  if (run.readOnly) throw new NotTested(undefined, '--read-only: needs its own row');
}
