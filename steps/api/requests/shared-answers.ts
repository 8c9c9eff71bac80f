/**
 * Answers to requests that change nothing, each of which is sent once for the scenarios of a run.
 */
import type { Exchange } from '../../../conformance/index.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/**
 * Makes the answer to a request the scenario's latest one. Scenarios with the same rows share it,
 * since the answer may have to show them.
 *
 * @param name describes the request among those for the resource
 */
export async function shareAnswer(
  world: ServiceWorld,
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
