/**
 * Rows that many scenarios need and none changes: each is created once in a run. Before a request that
 * could change one on a faulty target, the row is read like any other.
 */
import type { Resource, ScenarioRow } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { createAndRemove, createRow } from './rows.js';

/** The purpose of a shared row. */
type Purpose =
  /** No request changes it, so its members are known. */
  | 'to look at'
  /** Updates are sent for it, so its members are unknown. */
  | 'to update'
  /** It was removed, so its id is unknown to the target. */
  | 'removed';

async function takeShared(
  world: ServiceWorld,
  resource: Resource,
  purpose: Purpose,
  make: () => Promise<ScenarioRow>,
  index = 1,
): Promise<ScenarioRow> {
  // A read-only check uses existing rows, which must differ within a scenario.
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

/** Adds shared rows to the scenario, which only reads them. */
export async function takeRows(
  world: ServiceWorld,
  resource: Resource,
  count: number,
): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await takeShared(world, resource, 'to look at', () => createRow(world, resource), index);
  }
}

/** A shared row that the scenario only reads. */
export async function takeRow(world: ServiceWorld, resource: Resource): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'to look at', () => createRow(world, resource));
}

/** A shared row for updates, with any members. */
export async function takeChangingRow(
  world: ServiceWorld,
  resource: Resource,
): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'to update', () => createRow(world, resource));
}

/** A shared row that was deleted: its id is unknown to the target. */
export async function takeRemovedRow(
  world: ServiceWorld,
  resource: Resource,
): Promise<ScenarioRow> {
  return await takeShared(world, resource, 'removed', () => createAndRemove(world, resource));
}
