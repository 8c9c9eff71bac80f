/** Steps that read single rows, and judge the row in the answer. */
import {
  compare,
  demand,
  inBody,
  isObject,
  mismatch,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandSuccess, isId, isSuccess } from '../../world/answers.js';
import { contentOf, demandNoEnvelope, idOf } from '../../world/contents.js';
import { findListed } from '../../world/lists.js';
import { requestRow, shareAnswer } from '../../world/requests.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import {
  escapeEveryByte,
  fillPlaceholders,
  type OtherParameters,
  otherParameters,
} from '../requests/queries.js';
import { expectedRow, productColumns } from './rows.js';
import { takeRow } from './shared-rows.js';

When('a client reads the {resource}', async function (this: ServiceWorld, resource: Resource) {
  await requestRow(this, this.rowOf(resource));
});

When(
  'a client reads the first {resource}',
  async function (this: ServiceWorld, resource: Resource) {
    await requestRow(this, this.firstRowOf(resource));
  },
);

When(
  'a client reads the {resource} with {parameters} in the query string too',
  async function (this: ServiceWorld, resource: Resource, parameters: OtherParameters) {
    const row = this.rowOf(resource);
    await requestRow(this, row, otherParameters[parameters](row.id));
  },
);

// In the path, since the client encodes a separate query.
When(
  'a client reads the {resource} with a percent-encoded id',
  async function (this: ServiceWorld, resource: Resource) {
    const path = `/api/${resource}?id=${escapeEveryByte(this.rowOf(resource).id)}`;
    await this.request({ method: 'GET', resource, path });
  },
);

When(
  'a client reads the {resources} with the id {string}',
  async function (this: ServiceWorld, resource: Resource, template: string) {
    await requestRow(this, { resource, id: fillPlaceholders(this, template) });
  },
);

// These requests are sent once in a run, for all scenarios that judge only the answer.

When('a client read the {resource}', async function (this: ServiceWorld, resource: Resource) {
  const row = this.rowOf(resource);
  await shareAnswer(this, `a read of ${row.id}`, resource, () => requestRow(this, row));
});

When(
  'a client read the {resources} with the id {string}',
  async function (this: ServiceWorld, resource: Resource, template: string) {
    const id = fillPlaceholders(this, template);
    await shareAnswer(this, `a read of ${id}`, resource, () => requestRow(this, { resource, id }));
  },
);

/** The most prefixes that are tried; each may be the id of a row that the list lacks. */
const mostPrefixes = 3;

// When every prefix is an id itself, the id of the row is used, which proves nothing.
When(
  'a client reads the {resources} with an id that is only a prefix of others',
  async function (this: ServiceWorld, resource: Resource) {
    const listed = await findListed(this, resource, ({ id }) => isId(id));
    const prefixes = prefixesOf(listed.map(({ id }) => String(id))).slice(0, mostPrefixes);
    for (const id of prefixes.length > 0 ? prefixes : [this.rowOf(resource).id]) {
      await requestRow(this, { resource, id });
      if (idOf(this.answer) !== id) return;
    }
  },
);

/** The prefixes of ids that are no ids themselves, the shortest first. */
function prefixesOf(ids: readonly string[]): readonly string[] {
  const all = new Set(ids);
  const prefixes = ids.flatMap((id) => Array.from(id, (_digit, length) => id.slice(0, length)));
  const others = new Set(prefixes.filter((prefix) => prefix !== '' && !all.has(prefix)));
  return [...others].sort((one, other) => one.length - other.length);
}

/** Far beyond every id of a run, and beyond 32 bits. */
const farBeyond = 3_000_000_000n;

// A read changes nothing, so the id need not be one of the run's own.
When(
  'a client reads the {resources} with an id far beyond the last one',
  async function (this: ServiceWorld, resource: Resource) {
    const { id } = await takeRow(this, resource);
    await requestRow(this, { resource, id: String(BigInt(id) + farBeyond) });
  },
);

Then('the answer is that {resource}', function (this: ServiceWorld, resource: Resource) {
  demandSuccess(this.answer);
  demand(compare(expectedRow(this.rowOf(resource)), contentOf(this.answer)));
});

// A target may reject a body with members that the tables do not list.
Then(
  'the answer is that {resource}, if it was accepted',
  function (this: ServiceWorld, resource: Resource) {
    if (!isSuccess(this.answer)) return;
    demand(compare(expectedRow(this.rowOf(resource)), contentOf(this.answer)));
  },
);

// A target may reject parameters that the tables do not list.
Then(
  'the answer is that {resource}, unless the parameters were rejected',
  function (this: ServiceWorld, resource: Resource) {
    if (this.answer.response.status === 400) return;
    demandSuccess(this.answer);
    demand(compare(expectedRow(this.rowOf(resource)), contentOf(this.answer)));
  },
);

Then('the body has no envelope', function (this: ServiceWorld) {
  demandSuccess(this.answer);
  demandNoEnvelope(this.answer);
});

Then('the answer has all columns of a product', function (this: ServiceWorld) {
  demandSuccess(this.answer);
  demand(compare(productColumns, contentOf(this.answer)));
});

// Unknown ids

Then('the answer is not a single {resource}', function (this: ServiceWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  const body = contentOf(answer);
  const isRow = isObject(body) && isSuccess(answer) && body.id !== undefined;
  if (isRow) demand([mismatch(inBody(), 'none, since no row has that id', body)]);
});

// The id may belong to another row.
Then(
  'the answer is not a {resource} of another id',
  function (this: ServiceWorld, resource: Resource) {
    const answer = this.answerAbout(resource);
    const asked = new URL(answer.request.url).searchParams.get('id');
    const given = idOf(answer);
    const isAnother = isSuccess(answer) && given !== undefined && given !== asked;
    if (isAnother) demand([mismatch(inBody('id'), `${asked}, or no such row`, given)]);
  },
);

// Zero is a valid id (§2), although it is falsey in many languages.
Then('the answer is not a list of {resources}', function (this: ServiceWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  const body = contentOf(answer);
  const items = isObject(body) ? body.data : body;
  const isList = Array.isArray(items) && isSuccess(answer);
  if (isList) demand([mismatch(inBody(), 'none, since no row has that id', body)]);
});
