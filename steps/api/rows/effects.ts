/**
 * Effects that a rejected request or a preflight must not have: a row with the unique texts of its
 * body, and a changed or missing row.
 */
import {
  Blocked,
  compare,
  condition,
  demand,
  differing,
  type Exchange,
  inRow,
  isObject,
  type Mismatch,
  render,
  seenAfter,
} from '../../../conformance/index.js';
import { isId, isSuccess } from '../../world/answers.js';
import { contentOf } from '../../world/contents.js';
import { findListed, mostWalks, notListed } from '../../world/lists.js';
import { requestRow } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { addressless } from '../requests/bodies.js';
import { expectedRow } from './rows.js';

/**
 * @param view the view of the row in words: `the row read`
 * @param change the change whose effect is looked at. Default: none in particular
 * @throws Violation when a read does not return the row with its values
 */
export async function demandUnchanged(
  world: ServiceWorld,
  row: ScenarioRow,
  view: string,
  change?: Exchange,
): Promise<void> {
  const read = contentOf(await requestRow(world, row));
  const differences = compare(expectedRow(row), read, inRow(view));
  demand(change === undefined ? differences : seenAfter(change, differences));
}

/** An exchange, and the members of its request body. */
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

/** Whether an item of the list has a unique text of the request. */
function hasText({ members }: Sent, item: JsonObject, marker: string): boolean {
  return textMembers.some((name) => {
    const text = members[name];
    return typeof text === 'string' && text.includes(marker) && item[name] === text;
  });
}

/**
 * Whether an item is a user of this run with the same value in place of an e-mail address. The target
 * may have rejected the request only because that value is taken.
 */
function isNamesake({ members }: Sent, { name, email }: JsonObject, marker: string): boolean {
  const isSentWithout = !members.email && String(members.name).endsWith(addressless);
  if (!isSentWithout || typeof name !== 'string') return false;
  const isOwn = name.includes(marker) && name.endsWith(addressless);
  return isOwn && (email ?? null) === (members.email ?? null);
}

/**
 * Searches the list for values of the requests. The list must show the known row, unless that is
 * deleted.
 *
 * @throws Violation when a row has a value of a request
 * @throws Blocked when the list lacks the known row
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

/** @throws Blocked when another scenario of the run has stored a user without an e-mail address */
function requireNoNamesake(item: JsonObject, namesake: Sent | undefined): void {
  if (namesake === undefined) return;
  const reason = `A user without an e-mail address was stored before: ${render(item)}.`;
  throw new Blocked(requirementsToReject('users', namesake.members), reason);
}

/** @throws Blocked by the requirement to reject an incomplete row, when one was accepted */
export function requireRejected(resource: Resource, exchanges: readonly Exchange[]): void {
  for (const { exchange, members } of exchanges.filter(isSuccess).flatMap(sentIn)) {
    const answered = `answered with ${exchange.response.status}`;
    throw new Blocked(
      requirementsToReject(resource, members),
      `${render(members)} was ${answered}.`,
    );
  }
}

const requiredMembers = { users: ['name', 'email'], products: ['name', 'price'] } as const;

/** The requirements to reject an incomplete row, starting with those of the missing member. */
function requirementsToReject(resource: Resource, members: JsonObject): readonly string[] {
  const names = [...requiredMembers[resource]].sort(
    (a, b) => Number(Boolean(members[a])) - Number(Boolean(members[b])),
  );
  const [lacking] = names.map((name) => members[name]);
  const rules = lacking === undefined || lacking === '' ? missingFirst : falseyFirst;
  return names.flatMap((name) =>
    rules[resource].map((rule) => `${resource}.create.${name}-${rule}`),
  );
}

/** For users, missing or empty values and other falsey values are separate requirements. */
const missingFirst = { users: ['required', 'falsey'], products: ['required'] } as const;
const falseyFirst = { users: ['falsey', 'required'], products: ['required'] } as const;

function describeFinding(
  world: ServiceWorld,
  resource: Resource,
  item: JsonObject,
  origin: Sent | undefined,
): Mismatch[] {
  if (origin === undefined) return [];
  if (isId(item.id)) world.ownRows.record({ resource, id: String(item.id) });
  const { exchange, members } = origin;
  const expected = condition(`nothing of ${render(members)}`);
  const found = { is: 'value', value: item } as const;
  return seenAfter(exchange, [differing(inRow('the list'), expected, found, 'extra')]);
}

/**
 * The items of the list that meet a condition, and the item of the known row. It may take several
 * walks, since the order of products with the same time may vary.
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
  const oldest = async () => (isObject(row) ? row.created_at : undefined);
  for (let walk = 0; walk < mostWalks; walk += 1) {
    const listed = await findListed(world, resource, isWanted, oldest);
    if (listed.length > 0 || !isSuccess(read)) return listed;
  }
  throw notListed(known);
}
