/**
 * What a request must not leave behind that was refused, or that is no more than a preflight: rows
 * with the texts of its body, which are this run's own, and a changed or missing row.
 */
import {
  Blocked,
  compare,
  demand,
  type Exchange,
  isObject,
  type Mismatch,
  mismatch,
  render,
} from '../../../conformance/index.js';
import { isId, isSuccess, nameRequest } from '../../answers.js';
import type { JsonObject, Resource, ScenarioRow } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { addressless } from '../requests/bodies.js';
import { contentOf } from '../requests/contents.js';
import { findListed, mostWalks, notListed } from '../requests/lists.js';
import { requestRow } from '../requests/requests.js';
import { expectedRow } from '../rows/rows.js';

/**
 * Judges a row by a read.
 *
 * @throws Violation when the target does not give it with the values that it had.
 */
export async function demandUnchanged(
  world: ServiceWorld,
  row: ScenarioRow,
  place: string,
): Promise<void> {
  demand(compare(expectedRow(row), contentOf(await requestRow(world, row)), place));
}

/** A request, and the members that it sent. */
interface Sent {
  readonly exchange: Exchange;
  readonly members: JsonObject;
}

function sentIn(exchange: Exchange): readonly Sent[] {
  const { body } = exchange.request;
  const members: unknown = body === undefined ? undefined : JSON.parse(body);
  return isObject(members) ? [{ exchange, members }] : [];
}

const textMembers = ['name', 'email', 'description'];

/** Whether an item of the list has a text that the request sent, and that no other row has. */
function hasText({ members }: Sent, item: JsonObject, marker: string): boolean {
  return textMembers.some((name) => {
    const text = members[name];
    return typeof text === 'string' && text.includes(marker) && item[name] === text;
  });
}

/**
 * Whether an item is a user that this run has sent with the same in place of an e-mail address. Such
 * a value is not the scenario's own: the target may refuse it here only because it is taken there.
 */
function isNamesake({ members }: Sent, { name, email }: JsonObject, marker: string): boolean {
  const isSentWithout = !members.email && String(members.name).endsWith(addressless);
  if (!isSentWithout || typeof name !== 'string') return false;
  const isOwn = name.includes(marker) && name.endsWith(addressless);
  return isOwn && (email ?? null) === (members.email ?? null);
}

/**
 * Looks in the list for what the requests sent. The list has to show a row that is known to be
 * there, unless that one is gone.
 *
 * @throws Violation when a row holds what one of them sent.
 * @throws Blocked when the list lacks the known row.
 */
export async function demandNothingStored(
  world: ServiceWorld,
  known: ScenarioRow,
  exchanges: readonly Exchange[],
): Promise<void> {
  const { marker } = world.run;
  const sent = exchanges.flatMap(sentIn);
  if (sent.length === 0) return;
  const origin = (item: JsonObject) => sent.find((one) => hasText(one, item, marker));
  const namesake = (item: JsonObject) => sent.find((one) => isNamesake(one, item, marker));
  const listed = await listBeside(
    world,
    known,
    (item) => origin(item) !== undefined || namesake(item) !== undefined,
  );
  demand(listed.flatMap((item) => describeFinding(world, known.resource, item, origin(item))));
  for (const item of listed) requireNoNamesake(item, namesake(item));
}

/** @throws Blocked when another scenario of the run has left a user without an e-mail address */
function requireNoNamesake(item: JsonObject, namesake: Sent | undefined): void {
  if (namesake === undefined) return;
  const reason = `A user without an e-mail address was stored before: ${render(item)}.`;
  throw new Blocked(refusalsOf('users', namesake.members), reason);
}

/**
 * Makes sure that incomplete rows were refused.
 *
 * @throws Blocked naming what refuses one that was accepted
 */
export function requireRefused(resource: Resource, exchanges: readonly Exchange[]): void {
  for (const { exchange, members } of exchanges.filter(isSuccess).flatMap(sentIn)) {
    const answered = `answered with ${exchange.response.status}`;
    throw new Blocked(refusalsOf(resource, members), `${render(members)} was ${answered}.`);
  }
}

const requiredMembers = { users: ['name', 'email'], products: ['name', 'price'] } as const;

/** The requirements that refuse an incomplete row, first those of the member that it lacks. */
function refusalsOf(resource: Resource, members: JsonObject): readonly string[] {
  const names = [...requiredMembers[resource]].sort(
    (a, b) => Number(Boolean(members[a])) - Number(Boolean(members[b])),
  );
  const lacking = members[names[0] ?? ''];
  const rules = lacking === undefined || lacking === '' ? missingFirst : falseyFirst;
  return names.flatMap((name) =>
    rules[resource].map((rule) => `${resource}.create.${name}-${rule}`),
  );
}

/** Of users, what is missing or empty and what is falsey otherwise are two requirements. */
const missingFirst = { users: ['required', 'falsey'], products: ['required'] } as const;
const falseyFirst = { users: ['falsey', 'required'], products: ['required'] } as const;

function describeFinding(
  world: ServiceWorld,
  resource: Resource,
  item: JsonObject,
  origin: Sent | undefined,
): Mismatch[] {
  if (origin === undefined) return [];
  if (isId(item.id)) world.run.ledger.add({ resource, id: String(item.id) });
  const { exchange, members } = origin;
  const place = `the list after ${nameRequest(exchange)} → ${exchange.response.status}`;
  return [mismatch(place, `nothing of ${render(members)}`, item)];
}

/**
 * The items of the list that meet a condition, and the known row's own. Products of the same time
 * may come in another order each time, so that it takes several walks to find any.
 */
async function listBeside(
  world: ServiceWorld,
  known: ScenarioRow,
  condition: (item: JsonObject) => boolean,
): Promise<readonly JsonObject[]> {
  const { resource, id } = known;
  const isWanted = (item: JsonObject) => String(item.id) === id || condition(item);
  const read = await requestRow(world, known);
  const row = contentOf(read);
  const oldest = resource === 'products' && isObject(row) ? row.created_at : undefined;
  for (let walk = 0; walk < mostWalks; walk += 1) {
    const listed = await findListed(world, resource, isWanted, oldest);
    if (listed.length > 0 || !isSuccess(read)) return listed;
  }
  throw notListed(known);
}
