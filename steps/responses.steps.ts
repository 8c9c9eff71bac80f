/** Steps that judge several answers, and the media type and the JSON of any. */
import {
  atHeader,
  atStatus,
  Blocked,
  compare,
  condition,
  demand,
  differing,
  type Exchange,
  headerOf,
  inBody,
  isObject,
  type Mismatch,
  mismatch,
  shownBy,
  Then,
  unreadableBody,
  When,
} from '../conformance/index.js';
import { isDeclaredAsJson, isSuccess, jsonBodyOf, nameRequest } from './world/answers.js';
import { errorBodyOf, rejectionsOf } from './world/credentials.js';
import type { ServiceWorld } from './world/world.js';

// Statuses

Then('one of the statuses is {int}', function (this: ServiceWorld, status: number) {
  if (this.answers.some(({ response }) => response.status === status)) return;
  const differences = this.answers.map((answer) =>
    shownBy(answer, compare(status, answer.response.status, atStatus)),
  );
  demand(differences.flat());
});

// Bodies

Then('the answer has a JSON body', function (this: ServiceWorld) {
  demand(checkBody(this.answer));
});

Then('the answer has a JSON body, if it was accepted', function (this: ServiceWorld) {
  if (isSuccess(this.answer)) demand(checkBody(this.answer));
});

Then('one of the answers has a JSON body', function (this: ServiceWorld) {
  const mismatches = this.answers.map(checkBody);
  if (mismatches.every((found) => found.length > 0)) demand(mismatches.flat());
});

function checkBody(exchange: Exchange): Mismatch[] {
  const value = jsonBodyOf(exchange);
  if (isObject(value) || Array.isArray(value)) return [];
  const { body } = exchange.response;
  const observed = unreadableBody(exchange.response) ?? {
    is: 'value' as const,
    value: body || undefined,
  };
  return [differing(inBody(), condition('JSON, an object or an array'), observed)];
}

// For requests whose answer is not specified.
Then('its body is JSON if it is declared as JSON', function (this: ServiceWorld) {
  const { body } = this.answer.response;
  const isJson = jsonBodyOf(this.answer) !== undefined;
  if (body !== '' && isDeclaredAsJson(this.answer) && !isJson) {
    demand([mismatch(inBody(), 'JSON, as its content type says', undefined)]);
  }
});

// A precondition of scenarios about headers
When('that answer has a JSON body', function (this: ServiceWorld) {
  const { answer, run, resource } = this;
  if (checkBody(answer).length === 0) return;
  const { status } = answer.response;
  const ofErrors = status === 401 ? errorBodyOf(run, resource) : 'errors.body.message';
  const explanation = `${nameRequest(answer)} was answered with ${status} and no JSON.`;
  if (status >= 400) throw new Blocked(ofErrors, explanation, answer);
  // An accepted request that must be rejected may have no body.
  throw new Blocked(['http.json.body', ...rejectionsOf(run, resource)], explanation, answer);
});

Then('its content type is JSON', function (this: ServiceWorld) {
  if (isDeclaredAsJson(this.answer)) return;
  const type = headerOf(this.answer.response, 'content-type');
  demand([mismatch(atHeader('content-type'), 'application/json', type)]);
});
