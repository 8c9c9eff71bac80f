/** Steps that send requests of pages, and judge or record the CORS headers of answers. */
import { demand, type Mismatch, mismatch, Then, When } from '../../../conformance/index.js';
import { allowedOriginOf, isSuccess } from '../../world/answers.js';
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
    await this.send({ method: 'GET', resource, headers: { Origin: from } });
  },
);

// Answers

/** `*`, an origin or `null` (Fetch standard). */
const originForm = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/,]+)$/i;

function checkOrigin({ answer }: ServiceWorld): Mismatch[] {
  const value = allowedOriginOf(answer);
  if (value !== undefined && originForm.test(value)) return [];
  return [mismatch('header access-control-allow-origin', '* or an origin', value)];
}

Then('the answer allows an origin', function (this: ServiceWorld) {
  demand(checkOrigin(this));
});

Then('the preflight is answered', function (this: ServiceWorld) {
  const { status } = this.answer.response;
  const failed = isSuccess(this.answer) ? [] : [mismatch('status', 'a success', status)];
  demand([...failed, ...checkOrigin(this)]);
});

Then('it is recorded which origin the answer allows', function (this: ServiceWorld) {
  const value = allowedOriginOf(this.answer);
  const isEcho = value !== undefined && value === this.answer.request.headers.Origin;
  this.run.recorder.observe(isEcho ? 'the origin that asks' : (value ?? 'absent'));
});

Then('none of the answers shows the {resource}', function (this: ServiceWorld, resource: Resource) {
  const name = String(this.rowOf(resource).members.name);
  const shown = this.answers.find(({ response }) => response.body.includes(name));
  if (shown) demand([mismatch('body', `nothing of "${name}"`, shown.response.body)]);
});
