import {
  Blocked,
  compare,
  type Exchange,
  isObject,
  NotTested,
  type RequestSpecification,
  render,
} from '../../conformance/index.js';
import { jsonBodyOf, nameRequest } from '../world/answers.js';
import type { ServiceWorld } from '../world/world.js';

/** The headers and the body of a request. */
export type RequestParts = Pick<RequestSpecification, 'headers' | 'body'>;

/** The parts of a request with a body. */
export function bodyOfType(body: string, type: string): RequestParts {
  return { body, headers: { 'Content-Type': type } };
}

/** The content type of an HTML form. */
export const formType = 'application/x-www-form-urlencoded';

/**
 * Sends the request of a request line: `GET /api/request-get?name=x`. The query string is sent
 * unchanged; `{list}` in it is replaced by the id of the scenario's list of entries.
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
 * The id of the scenario's list of entries; the run removes it at its end.
 *
 * @throws NotTested in a read-only check
 */
function ownList(world: ServiceWorld): string {
  const { run } = world;
  if (run.readOnly) throw new NotTested(undefined, '--read-only: needs its own list');
  world.list ??= `${run.marker}-${run.nextNumber()}`;
  run.owned.add({ deletion: { method: 'DELETE', path: `/api/lists?id=${world.list}` } });
  return world.list;
}

/**
 * Requires the content of an answer in a preparation.
 *
 * @throws Blocked by the requirement when the answer has another content
 */
export function requireAnswer(exchange: Exchange, expected: unknown, requirement: string): void {
  const mismatches = compare(expected, jsonBodyOf(exchange));
  if (mismatches.length === 0) return;
  const found = render(jsonBodyOf(exchange));
  throw new Blocked(
    requirement,
    `${nameRequest(exchange)} was answered with ${found}.`,
    exchange,
    mismatches,
  );
}

/** An entry of a list, as in the answers of `api/lists.wren`. */
interface Entry {
  readonly id: unknown;
  readonly text: unknown;
}

/** The entries of the list in order. */
export async function readList(world: ServiceWorld): Promise<readonly Entry[]> {
  const exchange = await callProbe(world, 'GET /api/lists?id={list}');
  const body = jsonBodyOf(exchange);
  const entries = isObject(body) ? body.entries : undefined;
  if (Array.isArray(entries) && entries.every(isObject)) {
    return entries.map(({ id, text }) => ({ id, text }));
  }
  const explanation = `${nameRequest(exchange)} gave no list of entries.`;
  throw new Blocked('runtime.query.fetch', explanation, exchange);
}

/** The names in the rows of an answer; undefined without rows. */
export function namesOf(exchange: Exchange): readonly unknown[] | undefined {
  const body = jsonBodyOf(exchange);
  const rows = isObject(body) ? body.rows : undefined;
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (isObject(row) ? row.name : row))
    : undefined;
}
