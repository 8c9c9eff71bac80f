/**
 * Requests that read, update and delete rows (§4.1, §4.2), and answers that several scenarios share;
 * rows.ts creates rows.
 */
import type { Exchange } from '../../conformance/index.js';
import type { JsonObject, QueryPairs, Resource, RowKey, Sender } from './service.js';

/** Sends a GET for one row; its id is the last parameter. */
export async function requestRow(
  world: Sender,
  { resource, id }: RowKey,
  others: QueryPairs = [],
): Promise<Exchange> {
  return await world.request({ method: 'GET', resource, query: [...others, ['id', id]] });
}

/** Sends a GET for a list. */
export async function requestList(
  world: Sender,
  resource: Resource,
  query: QueryPairs = [],
): Promise<Exchange> {
  return await world.request({ method: 'GET', resource, query });
}

/** Sends a PUT for one row. */
export async function requestUpdate(
  world: Sender,
  { resource, id }: RowKey,
  json: JsonObject,
  others: QueryPairs = [],
): Promise<Exchange> {
  return await world.request({ method: 'PUT', resource, query: [['id', id], ...others], json });
}

/** Sends a DELETE for one row. */
export async function requestRemoval(world: Sender, { resource, id }: RowKey): Promise<Exchange> {
  world.noteRemoval(id);
  return await world.request({ method: 'DELETE', resource, query: [['id', id]] });
}

/** A scenario that takes over answers of others. */
interface AnswerTaker extends Sender {
  readonly rows: readonly RowKey[];
  adoptExchange(exchange: Exchange, resource: Resource): void;
}

/**
 * Makes the answer to a request that changes nothing the scenario's latest one. The request is sent
 * once in a run for all scenarios with the same rows, since the answer may have to show them.
 *
 * @param name describes the request among those for the resource
 */
export async function shareAnswer(
  world: AnswerTaker,
  name: string,
  resource: Resource,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const rows = world.rows.map(({ id }) => id).join(', ');
  const key = `${resource}: ${name}, with the rows ${rows}`;
  const exchange = await world.run.shared.use(key, send);
  world.adoptExchange(exchange, resource);
  return exchange;
}
