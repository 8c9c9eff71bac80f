/**
 * Requests with a name, each with the status that the specification gives it and the requirement
 * that says so. Scenarios about what all answers have in common run through them.
 */
import { Blocked, type Exchange, isSafe } from '../../../conformance/index.js';
import { isSuccess, nameRequest } from '../../answers.js';
import type { JsonObject, Resource, ServiceRequest } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { acceptanceOf } from '../auth/credentials.js';
import { bodyWith, replacementBody } from '../requests/bodies.js';
import { createAndRemove, createRow } from '../rows/rows.js';
import { takeChangingRow, takeRemovedRow, takeRow } from '../rows/shared-rows.js';

interface Situation {
  readonly method: string;
  readonly resource: Resource;
  /** The id in the query string: of a row that is there, or of one that was removed. */
  readonly id?: 'present' | 'removed';
  readonly body?: 'complete' | 'replacement' | { readonly without: string };
  /** A success has any status of its class here: the exact one is a matter of `requirement`. */
  readonly status: 'success' | 400 | 404;
  readonly requirement: string;
}

/** One line of the table below; `rule` is the rest of the requirement's id. */
type Entry = [name: string, method: string, rule: string, parts?: Pick<Situation, 'id' | 'body'>];

/** What both resources have, apart from deleting what is not there. */
function describeRequests(resource: Resource, one: string): Record<string, Situation> {
  const required = resource === 'users' ? ['name', 'email'] : ['name', 'price'];
  const build = (status: Situation['status'], entries: readonly Entry[]) =>
    entries.map(([name, method, rule, parts]) => {
      const requirement = `${resource}.${rule}`;
      return [name, { method, resource, status, requirement, ...parts }] as const;
    });
  return Object.fromEntries([
    ...build('success', [
      [`creating a ${one}`, 'POST', 'create.status', { body: 'complete' }],
      [`reading a ${one}`, 'GET', 'read.status', { id: 'present' }],
      [`listing ${resource}`, 'GET', 'list.status'],
      [`updating a ${one}`, 'PUT', 'update.status', { id: 'present', body: 'replacement' }],
      [`deleting a ${one}`, 'DELETE', 'delete.status', { id: 'present' }],
    ]),
    ...build(
      400,
      required.map((member) => [
        `creating a ${one} without ${member}`,
        'POST',
        `create.${member}-required`,
        { body: { without: member } },
      ]),
    ),
    ...build(404, [
      [`reading an unknown ${one}`, 'GET', 'read.unknown', { id: 'removed' }],
      [
        `updating an unknown ${one}`,
        'PUT',
        'update.unknown',
        { id: 'removed', body: 'replacement' },
      ],
      [
        `sending PUT without an id to ${resource}`,
        'PUT',
        'fallback.put-without-id',
        { body: 'replacement' },
      ],
      [`sending DELETE without an id to ${resource}`, 'DELETE', 'fallback.delete-without-id'],
      [`sending PATCH to ${resource}`, 'PATCH', 'fallback.patch', { body: 'replacement' }],
      [
        `sending PATCH with an id to ${resource}`,
        'PATCH',
        'fallback.patch',
        { id: 'present', body: 'replacement' },
      ],
    ]),
  ]);
}

const situations: Readonly<Record<string, Situation>> = {
  ...describeRequests('users', 'user'),
  ...describeRequests('products', 'product'),
  'deleting an unknown product': {
    method: 'DELETE',
    resource: 'products',
    id: 'removed',
    status: 404,
    requirement: 'products.delete.unknown',
  },
};

/** The names under which features know the requests. */
export const situationNames: readonly string[] = Object.keys(situations);

function situationOf(name: string): Situation {
  const situation = situations[name];
  if (situation === undefined) throw new Error(`There is no request called "${name}".`);
  return situation;
}

/** What may differ from the request as it should be. */
type Deviation = Pick<ServiceRequest, 'credential' | 'headers'>;

/** Sends the request of that name, about a row made for it, with a valid credential or another. */
export async function trySituation(
  world: ServiceWorld,
  name: string,
  parts: Deviation = {},
): Promise<Exchange> {
  const { resource, id: kind } = situationOf(name);
  return await sendSituation(world, name, await makeId(world, resource, kind), parts);
}

/**
 * The same, once in a run: other scenarios judge the same exchange. For those that look at nothing
 * but the answer. A row that is only read becomes the scenario's latest one.
 *
 * @param variant tells requests apart whose `parts` differ
 */
export async function shareSituation(
  world: ServiceWorld,
  name: string,
  variant = '',
  parts: Deviation = {},
): Promise<Exchange> {
  const { resource, method } = situationOf(name);
  const read = isSafe(method) ? { id: await takeId(world, name) } : undefined;
  const exchange = await world.run.shared.use(`${name}, ${variant}`, async () => {
    const { id } = read ?? { id: await takeId(world, name) };
    return await sendSituation(world, name, id, parts);
  });
  world.adoptExchange(exchange, resource);
  return exchange;
}

async function sendSituation(
  world: ServiceWorld,
  name: string,
  id: string | undefined,
  parts: Deviation,
): Promise<Exchange> {
  const { method, resource, body } = situationOf(name);
  const exchange = await world.send({
    method,
    resource,
    ...(id === undefined ? {} : { query: [['id', id]] }),
    ...(body === undefined ? {} : { json: makeBody(world, resource, body) }),
    ...parts,
  });
  if (method === 'DELETE' && id !== undefined && isSuccess(exchange)) world.noteRemoval(id);
  return exchange;
}

async function makeId(world: ServiceWorld, resource: Resource, kind: Situation['id']) {
  if (kind === undefined) return undefined;
  const row = kind === 'present' ? createRow(world, resource) : createAndRemove(world, resource);
  return (await row).id;
}

/** As `makeId`, of a row that others use, too. */
async function takeId(world: ServiceWorld, name: string): Promise<string | undefined> {
  const { method, resource, id: kind } = situationOf(name);
  if (kind === undefined) return undefined;
  if (kind === 'removed') return (await takeRemovedRow(world, resource)).id;
  // An answer to a DELETE is judged once only, and the row may be gone after it.
  if (method === 'DELETE') return (await createRow(world, resource)).id;
  const take = isSafe(method) ? takeRow : takeChangingRow;
  return (await take(world, resource)).id;
}

function makeBody(
  { run }: ServiceWorld,
  resource: Resource,
  body: NonNullable<Situation['body']>,
): JsonObject {
  if (body === 'replacement') return replacementBody(run, resource);
  return bodyWith(run, resource, body === 'complete' ? {} : { [body.without]: undefined });
}

/**
 * Sends the request with a valid credential and makes sure of its status.
 *
 * @throws Blocked naming what explains it when the status is another one.
 */
export async function requireSituation(world: ServiceWorld, name: string): Promise<void> {
  requireStatus(world, name, await trySituation(world, name));
}

/** The same, once in a run; throws what `requireSituation` throws. */
export async function requireSharedSituation(world: ServiceWorld, name: string): Promise<void> {
  requireStatus(world, name, await shareSituation(world, name));
}

function requireStatus(world: ServiceWorld, name: string, exchange: Exchange): void {
  const { resource, status, requirement } = situationOf(name);
  const actual = exchange.response.status;
  if (status === 'success' ? isSuccess(exchange) : actual === status) return;
  const isTurnedAway = actual === 401 || actual === 403;
  throw new Blocked(
    isTurnedAway ? acceptanceOf(world.run, resource) : requirement,
    `${nameRequest(exchange)} was answered with ${actual}.`,
  );
}
