/**
 * Named requests, each with its specified status and the requirement that states it. Scenarios about
 * all answers use them.
 */
import { Blocked, type Exchange, isSafe } from '../../../conformance/index.js';
import { isSuccess, nameRequest } from '../../world/answers.js';
import { acceptanceOf } from '../../world/credentials.js';
import type { JsonObject, Resource, ServiceRequest } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { bodyWith, replacementBody } from '../requests/bodies.js';
import { createAndRemove, makeRow } from '../rows/rows.js';
import { takeChangingRow, takeRemovedRow, takeRow } from '../rows/shared-rows.js';

interface Situation {
  readonly method: string;
  readonly resource: Resource;
  /** The id in the query string: of an existing row, or of a removed one. */
  readonly id?: 'present' | 'removed';
  readonly body?: 'complete' | 'replacement' | { readonly without: string };
  /** `success` is any 2XX; `requirement` judges the exact status. */
  readonly status: 'success' | 400 | 404;
  readonly requirement: string;
}

/** One line of the table below; `rule` is the rest of the requirement's id. */
type Entry = [name: string, method: string, rule: string, parts?: Pick<Situation, 'id' | 'body'>];

/** The requests of both resources, except the deletion of an unknown row. */
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

/** The names of the requests in features. */
export const situationNames: readonly string[] = Object.keys(situations);

function situationOf(name: string): Situation {
  const situation = situations[name];
  if (situation === undefined) throw new Error(`Unknown request: ${name}`);
  return situation;
}

/** Possible deviations from the named request. */
type Deviation = Pick<ServiceRequest, 'credential' | 'headers'>;

/** Sends the named request for a new row, with a valid credential by default. */
export async function trySituation(
  world: ServiceWorld,
  name: string,
  parts: Deviation = {},
): Promise<Exchange> {
  const { resource, id: kind } = situationOf(name);
  return await sendSituation(world, name, await makeId(world, resource, kind), parts);
}

/**
 * Sends the named request once in a run; other scenarios that judge only the answer share the
 * exchange. A row that is only read becomes the scenario's latest one.
 *
 * @param variant distinguishes requests with different `parts`
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
  const exchange = await world.request({
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
  const row = kind === 'present' ? makeRow(world, resource) : createAndRemove(world, resource);
  return (await row).id;
}

/** The id of a shared row. */
async function takeId(world: ServiceWorld, name: string): Promise<string | undefined> {
  const { method, resource, id: kind } = situationOf(name);
  if (kind === undefined) return undefined;
  if (kind === 'removed') return (await takeRemovedRow(world, resource)).id;
  // A DELETE is judged only once, and its row may be deleted afterwards.
  if (method === 'DELETE') return (await makeRow(world, resource)).id;
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
 * Sends the request with a valid credential and requires its specified status.
 *
 * @throws Blocked by the requirement that explains another status
 */
export async function requireSituation(world: ServiceWorld, name: string): Promise<void> {
  requireStatus(world, name, await trySituation(world, name));
}

/** Like `requireSituation`, once in a run. */
export async function requireSharedSituation(world: ServiceWorld, name: string): Promise<void> {
  requireStatus(world, name, await shareSituation(world, name));
}

function requireStatus(world: ServiceWorld, name: string, exchange: Exchange): void {
  const { resource, status, requirement } = situationOf(name);
  const actual = exchange.response.status;
  if (status === 'success' ? isSuccess(exchange) : actual === status) return;
  const isRejected = actual === 401 || actual === 403;
  throw new Blocked(
    isRejected ? acceptanceOf(world.run, resource) : requirement,
    `${nameRequest(exchange)} was answered with ${actual}.`,
    exchange,
  );
}
