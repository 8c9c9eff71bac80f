/** Steps about requests that a scripting service answers at the same time. */
import {
  atStatus,
  Blocked,
  compare,
  type Exchange,
  Given,
  type Mismatch,
  render,
  Then,
} from '../../conformance/index.js';
import { jsonBodyOf, nameRequest } from '../world/answers.js';
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

/** The facilities that the script uses, by the members of its answer that show them. */
const facilities: Readonly<Record<string, string>> = {
  parameter: 'runtime.request.get',
  method: 'runtime.request.method',
  field: 'runtime.request.post',
  header: 'runtime.request.header',
  row: 'runtime.query.placeholders',
};

/** The facilities that an answer shows broken: those of its wrong members, or any, when it has none. */
function facilitiesBehind(mismatches: readonly Mismatch[]): readonly string[] {
  const places = mismatches.map(({ place }) => place);
  const isOtherAnswer = places.some(({ part, location }) => part === 'body' && !location.length);
  const all = Object.values(facilities);
  // Without its own path, the script is not served.
  if (isOtherAnswer) return ['runtime.routing.script-path', ...all, 'runtime.response.status'];
  return places.flatMap(({ part, location }) =>
    part === 'status' ? 'runtime.response.status' : (facilities[String(location[0])] ?? all),
  );
}

const methods = ['GET', 'POST', 'PUT', 'GET', 'POST', 'PUT'];

function differencesOf({ status, body }: Kind, exchange: Exchange): readonly Mismatch[] {
  return [
    ...compare(status, exchange.response.status, atStatus),
    ...compare(body, jsonBodyOf(exchange)),
  ];
}

Given('a script that reads its request', async function (this: ServiceWorld) {
  for (const kind of methods.slice(0, 3).map(makeKind)) {
    const exchange = await callProbe(this, kind.line, kind.parts);
    const mismatches = differencesOf(kind, exchange);
    if (mismatches.length === 0) continue;
    const found = render(jsonBodyOf(exchange));
    throw new Blocked(
      facilitiesBehind(mismatches),
      `${nameRequest(exchange)} was answered with ${found}.`,
      exchange,
    );
  }
});

Then(
  'different requests to the script at the same time are answered as alone',
  async function (this: ServiceWorld) {
    const send = async ({ line, parts }: Kind) => await callProbe(this, line, parts);
    await demandOwnAnswers(this, methods.map(makeKind), send, differencesOf);
  },
);
