/**
 * Descriptions of what a create or an update has stored, in the words of `reports/README.md`. They do
 * not depend on the answer.
 */

import { isDeepStrictEqual } from 'node:util';
import { Blocked, compare, type Exchange, isObject, render } from '../../../conformance/index.js';
import { isId, isSuccess } from '../../world/answers.js';
import { contentOf, idOf } from '../../world/contents.js';
import { findFirstListed } from '../../world/lists.js';
import { requestRow } from '../../world/requests.js';
import type { JsonObject, Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownMembers } from './adopted-rows.js';
import { discardRow, expectedRow, readRow } from './rows.js';

const isUnknown = 'unknown whether stored';

/**
 * Describes what the latest request has stored, and deletes it, since unusual values may break lists.
 * Undefined for a request that creates and updates nothing, or without a unique text.
 */
export async function describeEffect(world: ServiceWorld): Promise<string | undefined> {
  const { answer } = world;
  const { method, url } = answer.request;
  if (!/\/api\/(users|products)$/.test(new URL(url).pathname)) return undefined;
  try {
    if (method === 'POST') return await describeCreate(world, answer);
    if (method === 'PUT' && world.hasChange) return await describeUpdate(world, answer);
  } catch (error) {
    if (error instanceof Blocked) return isUnknown;
    throw error;
  }
  return undefined;
}

/** The body of a request, if it is a JSON object. */
function sentBy({ request: { body = '' } }: Exchange): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function idAskedFor({ request }: Exchange): string | null {
  return new URL(request.url).searchParams.get('id');
}

// Creates

async function describeCreate(world: ServiceWorld, answer: Exchange): Promise<string | undefined> {
  const { resource } = world;
  const sent = sentBy(answer);
  const mark = sent && findOwnText(sent, world.run.marker);
  if (mark === undefined) return undefined;
  const [member, text] = mark;
  const isMarked = (one: JsonObject) => String(one[member]).toLowerCase() === text;
  const item = await findMarked(world, answer, isMarked);
  const isNamed = !isSuccess(answer) || idOf(answer) === String(item?.id);
  const changed = (await hasChangedNamedRow(world, answer)) ? ', the row with that id changed' : '';
  if (item === undefined) return `not stored${changed}`;
  const words = describeValues(world, { sent, stored: item });
  await discardItem(world, resource, item);
  return `${words}${isNamed ? '' : ' under another id'}${changed}`;
}

/** A member of the body with a unique text, and that text. */
type OwnText = readonly [member: string, text: string];

function findOwnText(sent: JsonObject, marker: string): OwnText | undefined {
  const texts = ['name', 'email', 'description'].flatMap((member): OwnText[] => {
    const value = sent[member];
    return typeof value === 'string' ? [[member, value.toLowerCase()]] : [];
  });
  return texts.find(([, text]) => text.includes(marker));
}

/**
 * The number of walks in search of an accepted row: the order of products with the same time may vary,
 * so one walk can miss a product.
 */
const walks = { users: 1, products: 3 };

/** The row that a create has stored: the one under the answered id, or else one in the list. */
async function findMarked(
  world: ServiceWorld,
  answer: Exchange,
  isMarked: (item: JsonObject) => boolean,
): Promise<JsonObject | undefined> {
  const { resource } = world;
  const id = isSuccess(answer) ? idOf(answer) : undefined;
  const named = id === undefined ? undefined : contentOf(await requestRow(world, { resource, id }));
  if (isObject(named) && isId(named.id) && isMarked(named)) return named;
  const mostWalks = isSuccess(answer) ? walks[resource] : 1;
  const [known] = world.remainingRows;
  const isBounded = resource === 'products' && known !== undefined;
  const oldest = isBounded ? async () => (await readRow(world, known)).created_at : undefined;
  for (let walk = 0; walk < mostWalks; walk += 1) {
    const item = await findFirstListed(world, resource, isMarked, oldest);
    if (item !== undefined) return item;
  }
  return undefined;
}

/** Whether a create has changed the row whose id was in its query string. */
async function hasChangedNamedRow(world: ServiceWorld, answer: Exchange): Promise<boolean> {
  const row = world.rows.find(({ id }) => id === idAskedFor(answer));
  if (row === undefined) return false;
  return compare(expectedRow(row), contentOf(await requestRow(world, row))).length > 0;
}

/** Deletes an item, which belongs to the run, since it has a text of the run. */
async function discardItem(
  world: ServiceWorld,
  resource: Resource,
  { id }: JsonObject,
): Promise<void> {
  if (!isId(id)) return;
  const row = { resource, id: String(id), members: {} };
  world.ownRows.adopt(row);
  await discardRow(world, row);
}

// Updates

async function describeUpdate(world: ServiceWorld, answer: Exchange): Promise<string> {
  const { before, resource, row } = world;
  const read = await requestRow(world, row);
  const stored = contentOf(read);
  if (!isSuccess(read) || !isObject(stored)) return isUnknown;
  const isKept = (name: string) => compare(before[name], stored[name]).length === 0;
  const sent = sentBy(answer);
  if (ownMembers[resource].every(isKept)) return 'unchanged';
  await discardRow(world, row);
  return sent === undefined ? 'changed' : describeValues(world, { sent, stored, before });
}

// Values

interface Values {
  readonly sent: JsonObject | undefined;
  readonly stored: JsonObject;
  /** The values before an update. */
  readonly before?: JsonObject;
}

function describeValues(world: ServiceWorld, values: Values): string {
  const { resource, run } = world;
  const deviations = ownMembers[resource].flatMap((name) =>
    describeDeviation(name, values, resource, run.marker),
  );
  return deviations.length === 0 ? 'stored' : `stored with ${deviations.join(' and ')}`;
}

/** Products keep the fields that an update omits (§4.2 rule 3), so only users can differ in them. */
function describeDeviation(
  name: string,
  { sent = {}, stored, before }: Values,
  resource: Resource,
  marker: string,
): string[] {
  const value = stored[name] ?? null;
  const isKept = before !== undefined && compare(before[name], value).length === 0;
  const isExpected = name in sent ? isDeepStrictEqual(sent[name], value) : before === undefined;
  if (isExpected || (isKept && resource === 'products' && !(name in sent))) return [];
  if (isKept) return [`the ${name} that it had`];
  const isOwn = typeof value === 'string' && value.toLowerCase().includes(marker);
  return [isOwn ? `another ${name}` : `${name} ${render(value)}`];
}
