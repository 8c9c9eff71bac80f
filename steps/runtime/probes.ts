/** Requests to the probes, the scripts of `spec/probes`, and what their answers hold. */

import { isDeepStrictEqual } from 'node:util';
import {
  Blocked,
  type Client,
  compare,
  type Exchange,
  isObject,
  type Leftover,
  type Mismatch,
  mismatch,
  NotTested,
  type RequestSpecification,
  render,
  TargetFailure,
} from '../../conformance/index.js';
import { bodyOf, isSuccess, requestLine } from '../answers.js';
import type { ScenarioWorld } from '../world.js';

/** The probe to whose lists scenarios add entries, as the ledger and the path name it. */
const lists = 'lists';

/** What a request has beside method and path. */
export type RequestParts = Pick<RequestSpecification, 'headers' | 'body'>;

/** A body with its content type. */
export function bodyOfType(body: string, type: string): RequestParts {
  return { body, headers: { 'Content-Type': type } };
}

/** The content type of a form in HTML. */
export const formType = 'application/x-www-form-urlencoded';

/**
 * Sends a request that is written as in HTTP: `GET /api/request-get?name=x`. The query string goes
 * out as it is; `{list}` in it stands for the id of the scenario's own list of entries.
 */
export async function callProbe(
  world: ScenarioWorld,
  line: string,
  parts: RequestParts = {},
): Promise<Exchange> {
  const space = line.indexOf(' ');
  const target = line.slice(space + 1);
  const path = target.includes('{list}') ? target.replace('{list}', ownList(world)) : target;
  return await world.exchange({ method: line.slice(0, space), path, ...parts });
}

/**
 * The id of the list that the scenario may add entries to; the run removes it in the end.
 *
 * @throws NotTested when nothing may be changed.
 */
function ownList(world: ScenarioWorld): string {
  const { run } = world;
  if (run.readOnly) throw new NotTested(undefined, '--read-only: needs a list of its own');
  world.list ??= `${run.marker}-${run.nextNumber()}`;
  run.ledger.add({ resource: lists, id: world.list });
  return world.list;
}

/**
 * Deletes the entries of all lists that the run has added to. The id of a list is this run's own
 * choice and has its marker, so that nobody else's entries are in it.
 */
export async function removeLists(world: ScenarioWorld): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = [];
  const { ledger, client } = world.run;
  for (const { resource, id } of ledger.rows) {
    if (resource !== lists) continue;
    const reason = await removeList(client, id);
    if (reason !== undefined) leftovers.push({ resource, id, reason });
  }
  return leftovers;
}

/** @returns why the list is not empty; undefined when it is */
async function removeList(client: Client, id: string): Promise<string | undefined> {
  try {
    const exchange = await client.send({
      method: 'DELETE',
      path: `/api/${lists}`,
      query: [['id', id]],
    });
    const { status } = exchange.response;
    const isGone = isSuccess(exchange) || status === 404;
    return isGone ? undefined : `DELETE was answered with ${status}`;
  } catch (error) {
    if (error instanceof TargetFailure) return error.message;
    throw error;
  }
}

/**
 * Makes sure of what a scenario builds on.
 *
 * @throws Blocked naming the requirement when the answer does not hold what it has to.
 */
export function requireAnswer(exchange: Exchange, expected: unknown, requirement: string): void {
  const mismatches = compare(expected, bodyOf(exchange));
  if (mismatches.length === 0) return;
  const found = render(bodyOf(exchange));
  throw new Blocked(requirement, `${requestLine(exchange)} was answered with ${found}.`);
}

/** An entry of a list, as `api/lists.wren` shows it. */
interface Entry {
  readonly id: unknown;
  readonly text: unknown;
}

/** The list's entries from the first to the last. */
export async function readList(world: ScenarioWorld): Promise<readonly Entry[]> {
  const exchange = await callProbe(world, 'GET /api/lists?id={list}');
  const body = bodyOf(exchange);
  const entries = isObject(body) ? body.entries : undefined;
  if (Array.isArray(entries) && entries.every(isObject)) {
    return entries.map(({ id, text }) => ({ id, text }));
  }
  throw new Blocked('runtime.query.fetch', `${requestLine(exchange)} gave no list of entries.`);
}

/** The names in the rows of an answer, or undefined when it has no rows. */
export function namesOf(exchange: Exchange): readonly unknown[] | undefined {
  const body = bodyOf(exchange);
  const rows = isObject(body) ? body.rows : undefined;
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isObject(row) ? row.name : row))
    : undefined;
}

/** All differences between two JSON values, types and further members included. */
export function compareExactly(expected: unknown, observed: unknown, path = 'body'): Mismatch[] {
  if (isObject(expected) && isObject(observed)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(observed)]);
    return [...names].flatMap((name) =>
      compareExactly(expected[name], observed[name], `${path}.${name}`),
    );
  }
  return isDeepStrictEqual(expected, observed) ? [] : [mismatch(path, render(expected), observed)];
}
