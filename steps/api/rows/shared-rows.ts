/**
 * Rows that many scenarios need and none changes: each is created once in a run. Before a request that
 * could change one on a faulty target, the row is read like any other.
 */
import { requireSuccess } from '../../world/answers.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownName } from '../requests/bodies.js';
import {
  attemptCreation,
  type CreateResult,
  createAndRemove,
  createRow,
  requireCreated,
} from './rows.js';

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
  const row = await world.run.shared.use(key, () => world.preserveAnswer(make));
  noteShared(world, row);
  if (purpose === 'removed') world.noteRemoval(row.id);
  return row;
}

function noteShared(world: ServiceWorld, row: ScenarioRow): void {
  if (world.rows.includes(row)) return;
  world.addRow(row, true);
  world.ownRows.expectShared(row);
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

/** A name for the members of a row, and a function that makes them. */
type Trait = readonly [name: string, members: () => JsonObject];

export function traitOf(member: string, value: unknown): Trait {
  const name = value === undefined ? `no ${member}` : `${member} ${JSON.stringify(value)}`;
  return [name, () => ({ [member]: value })];
}

export function nameEndingIn({ run }: ServiceWorld, ending: string): Trait {
  return [`a name that ends in ${ending}`, () => ({ name: `${ownName(run)} ${ending}` })];
}

/**
 * Creates a row once in a run, for all scenarios that judge the answer to its create or look at the
 * row. The answer becomes the scenario's latest one.
 */
export async function shareCreation(
  world: ServiceWorld,
  resource: Resource,
  ...[trait, members]: Trait
): Promise<CreateResult> {
  const { creation, sent } = await world.run.shared.use(`${resource} with ${trait}`, async () => {
    const made = await attemptCreation(world, resource, members());
    return { creation: made, sent: world.sentMembers };
  });
  world.adoptExchange(creation.exchange, resource);
  world.sentMembers = sent;
  if (creation.row !== undefined) noteShared(world, creation.row);
  return creation;
}

/** A row of `shareCreation` that must exist. */
export async function takeRowWith(
  world: ServiceWorld,
  resource: Resource,
  ...trait: Trait
): Promise<void> {
  if (world.run.readOnly) {
    await createRow(world, resource, trait[1]());
    return;
  }
  const creation = await shareCreation(world, resource, ...trait);
  requireSuccess(creation.exchange, `${resource}.create.status`);
  requireCreated(creation, resource);
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
