/** Requests to the probes, the scripts of `spec/probes`, and what their answers hold. */

import { isDeepStrictEqual } from 'node:util';
import {
  Blocked,
  compare,
  type Exchange,
  isObject,
  type Mismatch,
  mismatch,
  NotTested,
  type RequestSpecification,
  render,
} from '../../conformance/index.js';
import { jsonBodyOf, nameRequest } from '../answers.js';
import type { ServiceWorld } from '../world.js';
import { lists } from './lists.js';

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
  world: ServiceWorld,
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
function ownList(world: ServiceWorld): string {
  const { run } = world;
  if (run.readOnly) throw new NotTested(undefined, '--read-only: needs a list of its own');
  world.list ??= `${run.marker}-${run.nextNumber()}`;
  run.ledger.add({ resource: lists, id: world.list });
  return world.list;
}

/**
 * Makes sure of what a scenario builds on.
 *
 * @throws Blocked naming the requirement when the answer does not hold what it has to.
 */
export function requireAnswer(exchange: Exchange, expected: unknown, requirement: string): void {
  const mismatches = compare(expected, jsonBodyOf(exchange));
  if (mismatches.length === 0) return;
  const found = render(jsonBodyOf(exchange));
  throw new Blocked(requirement, `${nameRequest(exchange)} was answered with ${found}.`);
}

/** An entry of a list, as `api/lists.wren` shows it. */
interface Entry {
  readonly id: unknown;
  readonly text: unknown;
}

/** The list's entries from the first to the last. */
export async function readList(world: ServiceWorld): Promise<readonly Entry[]> {
  const exchange = await callProbe(world, 'GET /api/lists?id={list}');
  const body = jsonBodyOf(exchange);
  const entries = isObject(body) ? body.entries : undefined;
  if (Array.isArray(entries) && entries.every(isObject)) {
    return entries.map(({ id, text }) => ({ id, text }));
  }
  throw new Blocked('runtime.query.fetch', `${nameRequest(exchange)} gave no list of entries.`);
}

/** The names in the rows of an answer, or undefined when it has no rows. */
export function namesOf(exchange: Exchange): readonly unknown[] | undefined {
  const body = jsonBodyOf(exchange);
  const rows = isObject(body) ? body.rows : undefined;
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isObject(row) ? row.name : row))
    : undefined;
}

/** All differences between two JSON values, types and further members included. */
export function compareDeeply(expected: unknown, observed: unknown, path = 'body'): Mismatch[] {
  if (isObject(expected) && isObject(observed)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(observed)]);
    return [...names].flatMap((name) =>
      compareDeeply(expected[name], observed[name], `${path}.${name}`),
    );
  }
  return isDeepStrictEqual(expected, observed) ? [] : [mismatch(path, render(expected), observed)];
}
