/** Steps that ask for lists, and judge the envelope of a page of products (§4.2, §8). */
import { Then, When } from '../../conformance/scenarios/cucumber.js';
import {
  anInteger,
  anObject,
  compare,
  demand,
  Expectation,
  isObject,
  present,
} from '../../conformance/verdict/compare.js';
import { bodyOf, demandSuccess } from '../answers.js';
import type { QueryPairs, Resource, ScenarioWorld } from '../world.js';
import { answeredPage, lastPageNumber, listProducts, pageQuery, readEnvelope } from './pages.js';
import { percentEncode } from './queries.js';
import { requestList } from './requests.js';

When('a client lists the {resources}', async function (this: ScenarioWorld, resource: Resource) {
  await requestList(this, resource);
});

When(
  'a client lists the products with {listParameters}',
  async function (this: ScenarioWorld, parameters: QueryPairs) {
    await requestList(this, 'products', parameters);
  },
);

When(
  'a client lists the products with {word} as {string}',
  async function (this: ScenarioWorld, name: string, value: string) {
    await requestList(this, 'products', [[name, value]]);
  },
);

// In the path, since the client encodes a query of its own.
When(
  'a client lists the products with a percent-encoded limit of {int}',
  async function (this: ScenarioWorld, limit: number) {
    const path = `/api/products?${percentEncode('limit')}=${percentEncode(String(limit))}`;
    await this.send({ method: 'GET', resource: 'products', path });
  },
);

When(
  'a client lists the products beyond the last page of {int}',
  async function (this: ScenarioWorld, limit: number) {
    const { total } = await listProducts(this, { page: 1, limit });
    const page = lastPageNumber(total, limit) + 1;
    await requestList(this, 'products', pageQuery({ page, limit }));
  },
);

// The envelope

const anArrayOfObjects = new Expectation(
  'an array of objects',
  (value) => Array.isArray(value) && value.every(isObject),
);

Then(
  'the answer has an array data and an object pagination with its four members',
  function (this: ScenarioWorld) {
    demandSuccess(this.answer);
    const pagination = { page: present, limit: present, total: present, pages: present };
    demand(compare({ data: anArrayOfObjects, pagination: anObject }, bodyOf(this.answer)));
    demand(compare({ pagination }, bodyOf(this.answer)));
  },
);

Then('page, limit, total and pages are integers', function (this: ScenarioWorld) {
  demandSuccess(this.answer);
  readEnvelope(this.answer);
  const pagination = { page: anInteger, limit: anInteger, total: anInteger, pages: anInteger };
  demand(compare({ pagination }, bodyOf(this.answer)));
});

Then('the pagination reports the page that was asked for', function (this: ScenarioWorld) {
  answeredPage(this.answer);
  const page = Number(new URL(this.answer.request.url).searchParams.get('page'));
  demand(compare({ pagination: { page } }, bodyOf(this.answer)));
});

Then(
  'the pagination reports the {word} {int}',
  function (this: ScenarioWorld, name: string, value: number) {
    answeredPage(this.answer);
    demand(compare({ pagination: { [name]: value } }, bodyOf(this.answer)));
  },
);
