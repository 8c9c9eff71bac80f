/** Steps that send requests of pages, and judge or record the CORS headers of answers. */
import {
  atHeader,
  atStatus,
  Blocked,
  demand,
  inBody,
  type Mismatch,
  mismatch,
  oneOfStatuses,
  Then,
  When,
} from '../../../conformance/index.js';
import { allowedOriginOf, isSuccess, nameRequest } from '../../world/answers.js';
import { pageOrigin, type Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { trySituation } from '../errors/situations.js';

// Requests

When('a browser tries {situation}', async function (this: ServiceWorld, name: string) {
  await trySituation(this, name, { headers: { Origin: pageOrigin } });
});

When(
  'a browser at {string} lists the {resources}',
  async function (this: ServiceWorld, from: string, resource: Resource) {
    await this.request({ method: 'GET', resource, headers: { Origin: from } });
  },
);

// Answers

/** `*`, an origin or `null` (Fetch standard). */
const originForm = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/,]+)$/i;

function checkOrigin({ answer }: ServiceWorld): Mismatch[] {
  const value = allowedOriginOf(answer);
  if (value !== undefined && originForm.test(value)) return [];
  return [mismatch(atHeader('access-control-allow-origin'), '* or an origin', value)];
}

Then('the answer allows an origin', function (this: ServiceWorld) {
  demand(checkOrigin(this));
});

function checkPreflight(world: ServiceWorld): Mismatch[] {
  const { status } = world.answer.response;
  const failed = isSuccess(world.answer) ? [] : [mismatch(atStatus, oneOfStatuses('2xx'), status)];
  return [...failed, ...checkOrigin(world)];
}

Then('the preflight is answered', function (this: ServiceWorld) {
  demand(checkPreflight(this));
});

// Many servers take only requests with the headers of a browser for preflights. That is one fault,
// which has nothing to do with the credential.
Then(
  'the preflight is answered, as it is with a valid credential',
  async function (this: ServiceWorld) {
    const mismatches = checkPreflight(this);
    if (mismatches.length === 0) return;
    const { answer } = this;
    const twin = await this.request({ method: 'OPTIONS', resource: this.resource });
    if (checkPreflight(this).length === 0) demand(mismatches, answer);
    const explanation = `${nameRequest(twin)} is not answered as a preflight with a valid credential, either.`;
    throw new Blocked('cors.preflight.answered', explanation, twin);
  },
);

Then('it is recorded which origin the answer allows', function (this: ServiceWorld) {
  const value = allowedOriginOf(this.answer);
  const isEcho = value !== undefined && value === this.answer.request.headers.Origin;
  this.run.recorder.observe(isEcho ? 'the origin that asks' : (value ?? 'absent'));
});

Then('none of the answers shows the {resource}', function (this: ServiceWorld, resource: Resource) {
  const name = String(this.rowOf(resource).members.name);
  const shown = this.answers.find(({ response }) => response.body.includes(name));
  if (shown) demand([mismatch(inBody(), `nothing of "${name}"`, shown.response.body)]);
});
