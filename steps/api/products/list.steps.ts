/** Steps that request lists, and judge the envelope of a page of products (§4.2, §8). */
import {
  anInteger,
  anObject,
  Blocked,
  compare,
  demand,
  Expectation,
  inBody,
  isObject,
  present,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandAll, demandSuccess, jsonBodyOf } from '../../world/answers.js';
import { acceptedAtOnce } from '../../world/concurrent-actions.js';
import { contentOf, demandNoEnvelope, listIn } from '../../world/contents.js';
import {
  answeredPage,
  lastPageNumber,
  listProducts,
  pageQuery,
  readPage,
} from '../../world/pages.js';
import { requestList, shareAnswer } from '../../world/requests.js';
import type { QueryPairs, Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { escapeEveryByte } from '../requests/queries.js';

When('a client lists the {resources}', async function (this: ServiceWorld, resource: Resource) {
  await requestList(this, resource);
});

When(
  'a client lists the products with {listParameters}',
  async function (this: ServiceWorld, parameters: QueryPairs) {
    await requestList(this, 'products', parameters);
  },
);

// These requests are sent once in a run, for all scenarios that judge only the answer.

When('a client listed the {resources}', async function (this: ServiceWorld, resource: Resource) {
  await shareAnswer(this, `the list of ${resource}`, resource, () => requestList(this, resource));
});

When(
  'a client listed the products with {listParameters}',
  async function (this: ServiceWorld, parameters: QueryPairs) {
    const name = `the list of products with ${parameters.join(' and ')}`;
    await shareAnswer(this, name, 'products', () => requestList(this, 'products', parameters));
  },
);

When(
  'a client lists the products with {word} as {string}',
  async function (this: ServiceWorld, name: string, value: string) {
    await requestList(this, 'products', [[name, value]]);
  },
);

// In the path, since the client encodes a separate query.
When(
  'a client lists the products with a percent-encoded limit of {int}',
  async function (this: ServiceWorld, limit: number) {
    const path = `/api/products?${escapeEveryByte('limit')}=${escapeEveryByte(String(limit))}`;
    await this.request({ method: 'GET', resource: 'products', path });
  },
);

// Products that others create meanwhile would appear on that page.
/** Pages after the last one, if the total leaves out few products, and if it leaves out many. */
const pagesAfterLast = [1, 100];

When(
  'a client lists the products beyond the last page of {int}',
  async function (this: ServiceWorld, limit: number) {
    await this.scenario.hold('products');
    const { total } = await listProducts(this, { page: 1, limit });
    for (const pages of pagesAfterLast) {
      const page = lastPageNumber(total, limit) + pages;
      const answer = await requestList(this, 'products', pageQuery({ page, limit }));
      if ((listIn(answer) ?? []).length === 0) return;
    }
  },
);

// The envelope

const anArrayOfObjects = new Expectation(
  'an array of objects',
  (value) => Array.isArray(value) && value.every(isObject),
);

Then(
  'the answer has an array data and an object pagination with its four members',
  function (this: ServiceWorld) {
    demandSuccess(this.answer);
    const pagination = { page: present, limit: present, total: present, pages: present };
    if (!Array.isArray(contentOf(this.answer))) demandNoEnvelope(this.answer);
    demand(compare({ data: anArrayOfObjects, pagination: anObject }, jsonBodyOf(this.answer)));
    demand(compare({ pagination }, jsonBodyOf(this.answer)));
  },
);

// Another requirement states that all four exist.
Then('page, limit, total and pages are integers', function (this: ServiceWorld) {
  const { pagination } = answeredPage(this.answer);
  const given = ['page', 'limit', 'total', 'pages'].filter((name) => name in pagination);
  if (given.length === 0) throw new Blocked('products.list.envelope', 'There is no pagination.');
  const integers = Object.fromEntries(given.map((name) => [name, anInteger]));
  demand(compare(integers, pagination, inBody('pagination')));
});

Then('the pagination reports the page that was asked for', function (this: ServiceWorld) {
  const page = Number(new URL(this.answer.request.url).searchParams.get('page'));
  demandReported(this, 'page', page);
});

Then(
  'the pagination reports the {pageNumber} {int}',
  function (this: ServiceWorld, name: 'page' | 'limit', value: number) {
    demandReported(this, name, value);
  },
);

// A wrong limit alone is judged as well.
Then(
  'each of the limits {int}, {int} and {int} is reported when all are requested at the same time',
  async function (this: ServiceWorld, first: number, second: number, third: number) {
    const limits = [first, second, third];
    const list = (limit: number) => requestList(this, 'products', pageQuery({ page: 1, limit }));
    const answered = await acceptedAtOnce(this, limits, list, 'products.list.status');
    demandAll(
      answered.map(({ item, exchange }) => ({
        exchange,
        differences: compare(
          item,
          readPage(exchange).numberOf('limit'),
          inBody('pagination', 'limit'),
        ),
      })),
    );
  },
);

function demandReported(world: ServiceWorld, name: 'page' | 'limit', value: number): void {
  demand(compare(value, answeredPage(world.answer).numberOf(name), inBody('pagination', name)));
}
