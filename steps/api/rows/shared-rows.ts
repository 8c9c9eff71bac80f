/**
 * Rows that many scenarios need and none of them changes: each is made once in a run. A request that
 * could change one all the same, because the target is faulty, is preceded by a read as for any row.
 */
import type { Resource, ScenarioRow } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { createAndRemove, createRow } from './rows.js';

/** What a shared row is for. */
type Purpose =
  /** Nobody sends a request that is to change it, so that its members are known. */
  | 'to look at'
  /** Updates are sent for it, and nobody looks at its members. */
  | 'to update'
  /** It was removed, so that its id is that of no row. */
  | 'removed';

async function takeShared(
  world: ServiceWorld,
  resource: Resource,
  purpose: Purpose,
  make: () => Promise<ScenarioRow>,
  index = 1,
): Promise<ScenarioRow> {
  // There, rows of others are taken, which must be different ones in one scenario.
  if (world.run.readOnly) return await make();
  const key = `the row ${index} of ${resource} ${purpose}`;
  const row = await world.run.shared.use(key, () => world.aside(make));
  if (!world.rows.includes(row)) {
    world.addRow(row);
    world.ownRows.expectShared(resource, row.id);
  }
  if (purpose === 'removed') world.noteRemoval(row.id);
  return row;
}

/** Gives the scenario as many rows as it asks for, which it only looks at. */
export async function takeRows(
  world: ServiceWorld,
  resource: Resource,
  count: number,
): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await takeShared(world, resource, 'to look at', () => createRow(world, resource), index);
  }
}

/** A row that the scenario only looks at. */
export async function takeRow(world: ServiceWorld, resource: Resource): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'to look at', () => createRow(world, resource));
}

/** A row for requests that update it; its members may be any. */
export async function takeChangingRow(
  world: ServiceWorld,
  resource: Resource,
): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'to update', () => createRow(world, resource));
}

/** A row that was there and is gone: its id is unknown. */
export async function takeRemovedRow(
  world: ServiceWorld,
  resource: Resource,
): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'removed', () => createAndRemove(world, resource));
}
