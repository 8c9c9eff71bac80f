/** Steps about requests that a scripting service answers at the same time. */
import { compare, type Exchange, Then } from '../../conformance/index.js';
import { jsonBodyOf } from '../world/answers.js';
import { demandOwnAnswers } from '../world/concurrent-actions.js';
import type { ServiceWorld } from '../world/world.js';
import { bodyOfType, callProbe, formType, type RequestParts } from './probes.js';

/** A request to `api/own-request.wren`, and what it gives. */
interface Kind {
  readonly line: string;
  readonly parts: RequestParts;
  readonly status: number;
  readonly body: unknown;
}

const methods = ['GET', 'POST', 'PUT', 'GET', 'POST', 'PUT'];

function makeKind(method: string, index: number): Kind {
  const name = `request-${index}`;
  const hasForm = method !== 'GET';
  const { headers, ...form } = hasForm ? bodyOfType(`name=${name}`, formType) : {};
  return {
    line: `${method} /api/own-request?name=${name}`,
    parts: { ...form, headers: { ...headers, 'X-Probe': name } },
    status: hasForm ? 201 : 200,
    body: { method, parameter: name, field: hasForm ? name : null, header: name, row: name },
  };
}

Then(
  'different requests to a script at the same time are answered as alone',
  async function (this: ServiceWorld) {
    const send = async ({ line, parts }: Kind): Promise<Exchange> =>
      await callProbe(this, line, parts);
    await demandOwnAnswers(this, methods.map(makeKind), send, ({ status, body }, exchange) => [
      ...compare(status, exchange.response.status, 'status'),
      ...compare(body, jsonBodyOf(exchange)),
    ]);
  },
);
