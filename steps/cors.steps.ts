/** Steps that judge the CORS headers of answers, to preflights and to any other request. */
import { demand, type Mismatch, mismatch, Then } from '../conformance/index.js';
import { allowedOriginOf, isSuccess } from './answers.js';
import type { ScenarioWorld } from './world.js';

/** `*`, an origin, or `null`, as in the Fetch standard. */
const origin = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/,]+)$/i;

function checkOrigin({ answer }: ScenarioWorld): Mismatch[] {
  const value = allowedOriginOf(answer);
  if (value !== undefined && origin.test(value)) return [];
  return [mismatch('header access-control-allow-origin', '* or an origin', value)];
}

Then('the answer says which origin may read it', function (this: ScenarioWorld) {
  demand(checkOrigin(this));
});

Then('the preflight is answered', function (this: ScenarioWorld) {
  const { status } = this.answer.response;
  const failed = isSuccess(this.answer) ? [] : [mismatch('status', 'a success', status)];
  demand([...failed, ...checkOrigin(this)]);
});
