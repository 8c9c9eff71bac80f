/** Rows of others, for a check that must not change anything: they are looked at and left alone. */
import { NotTested } from '../../../conformance/index.js';
import { isId } from '../../answers.js';
import type { JsonObject, Resource, ScenarioRow } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { listProducts } from '../products/pages.js';
import { listUsers } from '../requests/lists.js';

/** What a client gives a row; the other members are the target's. */
export const ownMembers = {
  users: ['name', 'email'],
  products: ['name', 'description', 'price', 'stock'],
} as const;

/**
 * Takes a row that is there for one that the scenario made.
 *
 * @throws NotTested when it needs certain members, or every row is in use.
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

/** Rows of others may lack what is optional, and what an update has set to nothing. */
function isFilled(item: JsonObject, resource: Resource): boolean {
  return ownMembers[resource].every((name) => (item[name] ?? '') !== '');
}

/**
 * To be called where it matters when and how a row was made.
 *
 * @throws NotTested when the row is one of others.
 */
export function demandOwnRow({ run }: ServiceWorld): void {
  if (run.readOnly) throw new NotTested(undefined, '--read-only: needs a row of its own');
}
