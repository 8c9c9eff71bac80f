/** Steps that judge what answers have in common, and steps that record what is left open. */
import { Then, When } from '@cucumber/cucumber';
import { type Exchange, headerOf } from '../conformance/http/exchange.js';
import {
  anObject,
  aText,
  compare,
  demand,
  isObject,
  mismatch,
} from '../conformance/verdict/compare.js';
import { Blocked, type Mismatch } from '../conformance/verdict/verdict.js';
import { bodyOf, demandSuccess, isSuccess, nameAnswer, requestLine } from './answers.js';
import { errorBodyOf, rejectionOf } from './credentials.js';
import { paginationMembers } from './lists.js';
import { productColumns, requestRemoval } from './rows.js';
import type { Resource, ScenarioWorld } from './world.js';

// Statuses

Then('the status is {int}', function (this: ScenarioWorld, status: number) {
  demand(compare(status, this.answer.response.status, 'status'));
});

Then('one of the statuses is {int}', function (this: ScenarioWorld, status: number) {
  const statuses = this.answers.map(({ response }) => response.status);
  if (!statuses.includes(status)) demand([mismatch('statuses', `${status} once`, statuses)]);
});

const isTurnedAway = (status: number) => status === 401 || status === 403;

Then('the request is not turned away', function (this: ScenarioWorld) {
  const { status } = this.answer.response;
  if (isTurnedAway(status)) demand([mismatch('status', 'neither 401 nor 403', status)]);
});

Then('the request is let through', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
});

// With any status: a server may find fault with the request before its endpoint does.
Then('the request is refused', function (this: ScenarioWorld) {
  const { status } = this.answer.response;
  if (isSuccess(this.answer)) demand([mismatch('status', 'that of an error', status)]);
});

// Bodies

Then('the answer has a body of JSON', function (this: ScenarioWorld) {
  demand(checkBody(this.answer));
});

Then('one of the answers has a body of JSON', function (this: ScenarioWorld) {
  const mismatches = this.answers.map(checkBody);
  if (mismatches.every((found) => found.length > 0)) demand(mismatches.flat());
});

function checkBody(exchange: Exchange): Mismatch[] {
  const value = bodyOf(exchange);
  if (isObject(value) || Array.isArray(value)) return [];
  const { body } = exchange.response;
  return [mismatch('body', 'JSON, an object or an array', body || undefined)];
}

// What a scenario about the headers of an answer builds on.
When('that is answered with JSON', function (this: ScenarioWorld) {
  const { answer, run, resource } = this;
  if (checkBody(answer).length === 0) return;
  const { status } = answer.response;
  const ofErrors = status === 401 ? errorBodyOf(run, resource) : 'errors.body.message';
  const explanation = `${requestLine(answer)} was answered with ${status} and no JSON.`;
  throw new Blocked(status < 400 ? 'http.json.body' : ofErrors, explanation);
});

Then('its content type is JSON', function (this: ScenarioWorld) {
  const type = headerOf(this.answer.response, 'content-type');
  const isJson = /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');
  if (!isJson) demand([mismatch('header content-type', 'application/json', type)]);
});

Then('the answer is an error with a text', function (this: ScenarioWorld) {
  demand(compare({ error: aText }, bodyOf(this.answer)));
});

Then('it is turned away with an error text', function (this: ScenarioWorld) {
  const { status } = this.answer.response;
  if (status !== 401) {
    const explanation = `${requestLine(this.answer)} was answered with ${status}.`;
    throw new Blocked(rejectionOf(this.run, this.resource), explanation);
  }
  demand(compare({ error: aText }, bodyOf(this.answer)));
});

/** What a validation can be about (§2). */
const fieldsOf: Readonly<Record<Resource, readonly string[]>> = {
  users: ['id', 'name', 'email', 'created_at', 'updated_at'],
  products: Object.keys(productColumns),
};

Then('the details of the error, if any, are texts by field name', function (this: ScenarioWorld) {
  const body = bodyOf(this.answer);
  const details = isObject(body) ? body.details : undefined;
  if (details === undefined || details === null) return;
  if (!isObject(details)) return demand(compare(anObject, details, 'body.details'));
  const fields = fieldsOf[this.resource];
  const texts = Object.fromEntries(Object.keys(details).map((field) => [field, aText]));
  demand([
    ...compare(texts, details, 'body.details'),
    ...Object.keys(details)
      .filter((name) => !fields.includes(name))
      .map((name) => mismatch('body.details', `fields of ${this.resource}`, name)),
  ]);
});

// Observations

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
  const numbers = paginationMembers
    .filter((name) => name === 'page' || name === 'limit')
    .map((name) => `, ${name} ${JSON.stringify(pagination?.[name])}`);
  const suffix = pagination === undefined ? '' : numbers.join('');
  this.run.recorder.observe(`${nameAnswer(this.answer)}${suffix}`);
});

Then('it is recorded which length the answer announces', function (this: ScenarioWorld) {
  const length = headerOf(this.answer.response, 'content-length');
  const announced = length === undefined ? 'no length' : `length ${length}`;
  this.run.recorder.observe(`${this.answer.response.status}, ${announced}`);
});

Then('it is recorded whether the answer has {word}', function (this: ScenarioWorld, name: string) {
  const body = bodyOf(this.answer);
  this.run.recorder.observe(isObject(body) && name in body ? 'present' : 'absent');
});

Then('the header {string} is recorded', function (this: ScenarioWorld, name: string) {
  this.run.recorder.observe(headerOf(this.answer.response, name) ?? 'absent');
});
