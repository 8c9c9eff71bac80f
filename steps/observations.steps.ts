/** Steps that record the target's behaviour at open points of the specification. */
import { headerOf, isObject, render, Then } from '../conformance/index.js';
import { describeEffect } from './api/rows/stored-observations.js';
import { isSuccess, jsonBodyOf, nameAnswer, nameMember } from './world/answers.js';
import { idOf } from './world/contents.js';
import type { ServiceWorld } from './world/world.js';

Then('what the target does is recorded', async function (this: ServiceWorld) {
  const words = [nameAnswer(this.answer), nameShown(this), await describeEffect(this)];
  this.run.recorder.observe(words.filter(Boolean).join(', '));
});

/** The kind of row that a read shows, if any. */
function nameShown({ answer, rows }: ServiceWorld): string | undefined {
  const body = jsonBodyOf(answer);
  if (answer.request.method !== 'GET' || !isSuccess(answer)) return undefined;
  if (Array.isArray(isObject(body) ? body.data : body)) return 'a list';
  const id = idOf(answer);
  if (id === undefined) return undefined;
  return rows.some((row) => row.id === id) ? 'the row' : 'another row';
}

Then('what the target does is recorded with its pagination', function (this: ServiceWorld) {
  const body = jsonBodyOf(this.answer);
  const pagination = isObject(body) && isObject(body.pagination) ? body.pagination : undefined;
  const numbers = ['page', 'limit'].map((name) => `, ${name} ${render(pagination?.[name])}`);
  const suffix = pagination === undefined ? '' : numbers.join('');
  const count = isObject(body) && Array.isArray(body.data) ? body.data.length : undefined;
  const rows = count === undefined ? '' : count === 0 ? ', no rows' : ', rows';
  this.run.recorder.observe(`${nameAnswer(this.answer)}${suffix}${rows}`);
});

Then('{string} of the answer is recorded', function (this: ServiceWorld, member: string) {
  this.run.recorder.observe(nameMember(this.answer, member));
});

Then('it is recorded whether the answer has {word}', function (this: ServiceWorld, name: string) {
  const body = jsonBodyOf(this.answer);
  const isThere = isObject(body) && name in body;
  const isNull = isThere && body[name] === null;
  this.run.recorder.observe(isNull ? 'null' : isThere ? 'present' : 'absent');
});

Then('the declared length of the answer is recorded', function (this: ServiceWorld) {
  const length = headerOf(this.answer.response, 'content-length');
  const announced = length === undefined ? 'no length' : `length ${length}`;
  this.run.recorder.observe(`${this.answer.response.status}, ${announced}`);
});
