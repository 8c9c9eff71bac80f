/**
 * Creating, reading and removing rows of scenarios. These are preparations: a failure blocks the
 * scenario by the requirement that explains it.
 */
import { Blocked, type Exchange, isObject, present } from '../../../conformance/index.js';
import { isId, isSuccess, nameRequest, requireSuccess } from '../../world/answers.js';
import { contentOf, idOf } from '../../world/contents.js';
import { findNamed } from '../../world/lists.js';
import { requestRemoval, requestRow, requestUpdate } from '../../world/requests.js';
import type { JsonObject, QueryPairs, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { bodyWith, completeBody } from '../requests/bodies.js';
import { adoptRow } from './adopted-rows.js';
import { takeReserved } from './row-reserve.js';

/** The members of a fetched product (§2). */
export const productColumns: JsonObject = {
  id: present,
  name: present,
  description: present,
  price: present,
  stock: present,
  created_at: present,
  updated_at: present,
};

/** The expected members of the row in an answer. */
export function expectedRow({ id, members }: ScenarioRow): JsonObject {
  return { id, ...members };
}

/** The answer to a create, and the new row if it is known. */
export interface CreateResult {
  readonly exchange: Exchange;
  readonly row: ScenarioRow | undefined;
}

/**
 * Tries to create a row, which becomes the latest row when the target accepts it. When the answer lacks
 * the id, the list provides it by the unique name.
 */
export async function attemptCreation(
  world: ServiceWorld,
  resource: Resource,
  members: JsonObject = {},
  query: QueryPairs = [],
): Promise<CreateResult> {
  const sent = bodyWith(world.run, resource, members);
  world.sentMembers = sent;
  const exchange = await world.request({ method: 'POST', resource, query, json: sent });
  const id = idOf(exchange);
  if (id === undefined) {
    const isHidden = isSuccess(exchange);
    const row = isHidden
      ? await world.preserveAnswer(() => findCreated(world, resource, sent))
      : undefined;
    return { exchange, row };
  }
  const row = { resource, id, members: sent };
  world.addRow(row);
  return { exchange, row };
}

/** Like `attemptCreation`; returns only the answer. */
export async function tryToCreate(
  world: ServiceWorld,
  resource: Resource,
  members: JsonObject = {},
  query: QueryPairs = [],
): Promise<Exchange> {
  return (await attemptCreation(world, resource, members, query)).exchange;
}

/**
 * Creates a row with a complete body, of which `members` replace some. A read-only check uses an
 * existing row.
 */
export async function createRow(
  world: ServiceWorld,
  resource: Resource,
  members: JsonObject = {},
): Promise<ScenarioRow> {
  if (world.run.readOnly) return await adoptRow(world, resource, members);
  const creation = await attemptCreation(world, resource, members);
  requireSuccess(creation.exchange, `${resource}.create.status`);
  return requireCreated(creation, resource);
}

/**
 * An ordinary row of the scenario, which may be made in advance, with the answer to its create as
 * the latest one.
 */
export async function makeRow(world: ServiceWorld, resource: Resource): Promise<ScenarioRow> {
  const made = await takeReserved(world, resource);
  if (made === undefined) return await createRow(world, resource);
  const { row, exchange, isProved } = made;
  world.sentMembers = row.members;
  world.adoptExchange(exchange, resource);
  world.addRow(row);
  world.ownRows.receive(row, isProved);
  return row;
}

/** @throws Blocked when neither the answer to a create nor the list contains the id */
export function requireCreated({ exchange, row }: CreateResult, resource: Resource): ScenarioRow {
  if (row !== undefined) return row;
  throw lacksId(exchange, resource);
}

async function findCreated(
  world: ServiceWorld,
  resource: Resource,
  sent: JsonObject,
): Promise<ScenarioRow | undefined> {
  if (!world.ownRows.isMarked(resource, { name: sent.name })) return undefined;
  const item = await findNamed(world, resource, sent.name).catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error;
  });
  if (!isId(item?.id)) return undefined;
  const row = { resource, id: String(item.id), members: sent };
  world.ownRows.adopt(row);
  world.addRow(row);
  return row;
}

/** Creates rows concurrently; a target may reject some of the requests. */
export async function createRowsAtOnce(
  world: ServiceWorld,
  resource: Resource,
  count: number,
): Promise<void> {
  const places = Array.from({ length: count });
  if (world.run.readOnly) {
    for (const _place of places) await adoptRow(world, resource, {});
    return;
  }
  const exchanges = await world.scenario.atOnce(() =>
    Promise.all(places.map(() => tryToCreate(world, resource))),
  );
  for (const exchange of exchanges) {
    if (isSuccess(exchange)) requireId(exchange, resource);
    else if (!exchanges.some(isSuccess)) requireSuccess(exchange, `${resource}.create.status`);
  }
}

/** Reads the rows that are not proved yet, so that the requests that change them can overlap. */
export async function proveRows(
  world: ServiceWorld,
  resource: Resource,
): Promise<readonly ScenarioRow[]> {
  const rows = world.rowsOf(resource);
  for (const row of rows) if (!world.ownRows.isProved(row)) await requestRow(world, row);
  return rows;
}

/** @throws Blocked when the answer to a create contains no usable id */
export function requireId(exchange: Exchange, resource: Resource): string {
  const id = idOf(exchange);
  if (id !== undefined) return id;
  throw lacksId(exchange, resource);
}

function lacksId(exchange: Exchange, resource: Resource): Blocked {
  const explanation = `${nameRequest(exchange)} was answered without an id.`;
  return new Blocked(`${resource}.create.id`, explanation, exchange);
}

/** Sends a PUT for the latest row, and records its new members regardless of the answer. */
export async function updateRow(
  world: ServiceWorld,
  resource: Resource,
  changes: JsonObject,
  others: QueryPairs = [],
): Promise<void> {
  const row = world.rowOf(resource);
  world.before = row.members;
  world.sentMembers = changes;
  await requestUpdate(world, row, changes, others);
  world.changeRow(changes);
}

/** The current row of the target. */
export async function readRow(world: ServiceWorld, row: ScenarioRow): Promise<JsonObject> {
  return rowIn(await requestRow(world, row), row);
}

/** The row as the latest request has read it, or else as a read shows it now. */
export async function lookAtRow(world: ServiceWorld, row: ScenarioRow): Promise<JsonObject> {
  return rowIn(world.latestReadOf(row) ?? (await requestRow(world, row)), row);
}

/**
 * The row in the answer to a read.
 *
 * @throws Blocked when there is none
 */
export function rowIn(exchange: Exchange, row: ScenarioRow): JsonObject {
  requireSuccess(exchange, `${row.resource}.read.status`);
  const body = contentOf(exchange);
  if (isObject(body)) return body;
  const explanation = `${nameRequest(exchange)} gave no JSON object.`;
  throw new Blocked(readRequirement[row.resource], explanation, exchange);
}

const readRequirement = { users: 'users.read.members', products: 'products.read.values' } as const;

/**
 * Whether an item with the id of a row is that row, and not a new one of another client, to which the
 * target has given the id again. A target that keeps deleted rows may have changed some of their values.
 */
export function isSameRow(
  { run }: ServiceWorld,
  { members }: ScenarioRow,
  item: JsonObject,
): boolean {
  const isUnique = (text: unknown) => typeof text === 'string' && text.includes(run.marker);
  const remains = (name: string) => isUnique(members[name]) && item[name] === members[name];
  return item.name === members.name || ['email', 'description'].some(remains);
}

/** Whether a read still returns the row, which is then recorded again. */
export async function isStillThere(world: ServiceWorld, row: ScenarioRow): Promise<boolean> {
  const body = contentOf(await requestRow(world, row));
  const found = isObject(body) && isSameRow(world, row, body);
  if (found) world.ownRows.record(row);
  return found;
}

/**
 * A deleted row: only ids of such rows are used as unknown ids. A newer row prevents databases that
 * continue from their highest id from reusing the id.
 */
export async function createAndRemove(
  world: ServiceWorld,
  resource: Resource,
): Promise<ScenarioRow> {
  const row = await makeRow(world, resource);
  if (!world.run.readOnly) await createBeside(world, resource);
  await requireRemoval(world, row);
  return row;
}

async function createBeside(world: ServiceWorld, resource: Resource): Promise<void> {
  const json = completeBody(world.run, resource);
  const exchange = await world.request({ method: 'POST', resource, json });
  requireSuccess(exchange, `${resource}.create.status`);
  requireId(exchange, resource);
}

/** Deletes a row that is no longer needed, if it is the run's own. */
export async function discardRow(world: ServiceWorld, row: ScenarioRow): Promise<void> {
  try {
    await requestRemoval(world, row);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
  }
}

/**
 * Deletes a row, and once more when it still exists: a target that removes its newest row instead
 * has then removed the row beside this one. The scenario's verdict must not depend on rows of others.
 *
 * @throws Blocked when the row cannot be deleted, or still exists
 */
export async function requireRemoval(world: ServiceWorld, row: ScenarioRow): Promise<void> {
  const { resource, id } = row;
  requireSuccess(await requestRemoval(world, row), `${resource}.delete.status`);
  if (!(await isStillThere(world, row))) return;
  await requestRemoval(world, row);
  if (!(await isStillThere(world, row))) return;
  throw new Blocked(`${resource}.delete.removes`, `The row with id ${id} still exists.`);
}
