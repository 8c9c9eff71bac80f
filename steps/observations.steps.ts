/** Steps that record what a target does where the specification leaves it open. */
import { headerOf } from '../conformance/http/exchange.js';
import { Then } from '../conformance/scenarios/cucumber.js';
import { isObject } from '../conformance/verdict/compare.js';
import { bodyOf, isSuccess, nameAnswer, nameMember } from './answers.js';
import { requestRemoval } from './api/requests.js';
import type { ScenarioWorld } from './world.js';

// What the target stored is taken away at once, since it may be odd enough to spoil its lists.
Then('what the target does is recorded', async function (this: ScenarioWorld) {
  const { answer } = this;
  this.run.recorder.observe(nameAnswer(answer));
  const isStored = isSuccess(answer) && ['POST', 'PUT'].includes(answer.request.method);
  if (isStored && this.rows.length > 0) await requestRemoval(this, this.row);
});

Then('what the target does is recorded with its pagination', function (this: ScenarioWorld) {
  const body = bodyOf(this.answer);
  const pagination = isObject(body) && isObject(body.pagination) ? body.pagination : undefined;
  const numbers = ['page', 'limit'].map(
    (name) => `, ${name} ${JSON.stringify(pagination?.[name])}`,
  );
  const suffix = pagination === undefined ? '' : numbers.join('');
  this.run.recorder.observe(`${nameAnswer(this.answer)}${suffix}`);
});

Then('{string} of the answer is recorded', function (this: ScenarioWorld, member: string) {
  this.run.recorder.observe(nameMember(this.answer, member));
});

Then('it is recorded whether the answer has {word}', function (this: ScenarioWorld, name: string) {
  const body = bodyOf(this.answer);
  this.run.recorder.observe(isObject(body) && name in body ? 'present' : 'absent');
});

Then('it is recorded which length the answer announces', function (this: ScenarioWorld) {
  const length = headerOf(this.answer.response, 'content-length');
  const announced = length === undefined ? 'no length' : `length ${length}`;
  this.run.recorder.observe(`${this.answer.response.status}, ${announced}`);
});

Then('the header {string} is recorded', function (this: ScenarioWorld, name: string) {
  this.run.recorder.observe(headerOf(this.answer.response, name) ?? 'absent');
});
