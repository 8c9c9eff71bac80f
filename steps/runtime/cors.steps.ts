/** Steps about the three variants of `Response.cors`. */
import {
  atHeader,
  demand,
  type Exchange,
  headerOf,
  mismatch,
  Then,
  When,
} from '../../conformance/index.js';
import { allowedOriginOf, requireSuccess } from '../world/answers.js';
import type { ServiceWorld } from '../world/world.js';
import { callProbe } from './probes.js';

const originHeader = 'access-control-allow-origin';

/** Sends a request like a browser; OPTIONS is a preflight for PUT. */
async function callFromPage(world: ServiceWorld, origin: string, line: string): Promise<Exchange> {
  const preflight = {
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'x-probe',
  };
  const headers = { Origin: origin, ...(line.startsWith('OPTIONS') ? preflight : {}) };
  return await callProbe(world, line, { headers });
}

When(
  'a page at {string} requests {string}',
  async function (this: ServiceWorld, origin: string, line: string) {
    await callFromPage(this, origin, line);
  },
);

Then('the answer allows the origin {string}', function (this: ServiceWorld, origin: string) {
  const value = allowedOriginOf(this.answer);
  if (value !== '*' && value !== origin) {
    demand([mismatch(atHeader(originHeader), `* or ${origin}`, value)]);
  }
});

/** The answer to another origin may name the allowed one, or none. */
Then(
  'the answer allows no other origin than {string}',
  function (this: ServiceWorld, origin: string) {
    const value = allowedOriginOf(this.answer);
    const isOwn = this.answer.request.headers.Origin === origin;
    if (value === origin || (value === undefined && !isOwn)) return;
    demand([mismatch(atHeader(originHeader), origin, value)]);
  },
);

/**
 * Browsers read the lists of a preflight that succeeds. Methods are upper case and header names are
 * case-insensitive, so case is ignored.
 */
Then(
  '{string} lists {string} and not {string}',
  function (this: ServiceWorld, header: string, names: string, other: string) {
    requireSuccess(this.answer, 'runtime.cors.answers-preflight');
    const value = headerOf(this.answer.response, header);
    const listed = splitList(value ?? '');
    const isMissing = splitList(names).some((name) => !listed.includes(name));
    if (!isMissing && ![other.toLowerCase(), '*'].some((name) => listed.includes(name))) return;
    demand([mismatch(atHeader(header), `${names} and not ${other}`, value)]);
  },
);

function splitList(text: string): string[] {
  return text.split(',').map((name) => name.trim().toLowerCase());
}
