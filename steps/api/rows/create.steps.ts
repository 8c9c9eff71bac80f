/** Steps that create rows, and judge the answers. */
import {
  compare,
  demand,
  Expectation,
  inList,
  inRow,
  mismatch,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandAll, demandSuccess, isId, isSuccess, requireSuccess } from '../../world/answers.js';
import { contentOf, demandNoEnvelope, idOf } from '../../world/contents.js';
import { findListed } from '../../world/lists.js';
import { requestRow } from '../../world/requests.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { idInBody, ownName } from '../requests/bodies.js';
import { type OtherParameters, otherParameters } from '../requests/queries.js';
import { attemptCreation, requireId, tryToCreate } from './rows.js';
import { nameEndingIn, shareCreation, traitOf } from './shared-rows.js';

When('a client creates a {resource}', async function (this: ServiceWorld, resource: Resource) {
  await tryToCreate(this, resource);
});

When(
  'a client creates a/another {resource} whose {member} is {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await tryToCreate(this, resource, { [member]: value });
  },
);

When(
  'a client creates a {resource} whose name ends in {value}',
  async function (this: ServiceWorld, resource: Resource, ending: string) {
    await tryToCreate(this, resource, { name: `${ownName(this.run)} ${ending}` });
  },
);

// These requests are sent once in a run, for all scenarios that judge only the answer and the row.

When(
  'a client created a {resource} whose {member} is {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await shareCreation(this, resource, ...traitOf(member, value));
  },
);

When(
  'a client created a product with a name and a price alone',
  async function (this: ServiceWorld) {
    const members = () => ({ description: undefined, stock: undefined });
    await shareCreation(this, 'products', 'a name and a price alone', members);
  },
);

When(
  'a client created a {resource} whose name ends in {value}',
  async function (this: ServiceWorld, resource: Resource, ending: string) {
    await shareCreation(this, resource, ...nameEndingIn(this, ending));
  },
);

When(
  'a client creates another {resource} with the same {member}',
  async function (this: ServiceWorld, resource: Resource, member: string) {
    await tryToCreate(this, resource, { [member]: this.rowOf(resource).members[member] });
  },
);

When(
  'a client creates another {resource} with the id of the first one in its body',
  async function (this: ServiceWorld, resource: Resource) {
    await tryToCreate(this, resource, { id: idInBody(this.firstRowOf(resource).id) });
  },
);

When(
  'a client creates another {resource} with {parameters} in the query string',
  async function (this: ServiceWorld, resource: Resource, parameters: OtherParameters) {
    const { id } = this.firstRowOf(resource);
    await tryToCreate(this, resource, {}, otherParameters[parameters](id));
  },
);

When(
  'a client creates another {resource} with members that the table does not list',
  async function (this: ServiceWorld, resource: Resource) {
    await tryToCreate(this, resource, { touchstone: true, nested: { list: [1, null] } });
  },
);

// The answer

// A target may reject some of many concurrent requests.
Then(
  'each of {int} {resources} that are created at the same time is answered with its own values',
  async function (this: ServiceWorld, count: number, resource: Resource) {
    const create = () => attemptCreation(this, resource);
    const creations = await this.scenario.atOnce(() =>
      Promise.all(Array.from({ length: count }, create)),
    );
    const named = creations.flatMap(({ exchange, row }) => (row ? [{ exchange, row }] : []));
    if (named.length === 0) requireSuccess(this.answer, `${resource}.create.status`);
    demandAll(
      named.map(({ exchange, row }) => ({
        exchange,
        differences: compare(row.members, contentOf(exchange)),
      })),
    );
  },
);

const anId = new Expectation('an integer or the digits of one', isId);

Then(
  'the answer contains the id under which the {resource} is found',
  async function (this: ServiceWorld, resource: Resource) {
    const { answer, sentMembers: sent } = this;
    demandSuccess(answer);
    demandNoEnvelope(answer);
    demand(compare({ id: anId }, contentOf(answer)));
    const listed = await findListed(this, resource, ({ name }) => name === sent.name);
    const ids = new Set(listed.map((item) => String(item.id)));
    if (ids.size > 1) demand([mismatch(inList('the list'), 'one new row', [...ids])]);
    const id = idOf(answer);
    if (id === undefined) return;
    if (ids.size === 1) return demand(compare({ id }, listed[0], inRow('the listed row')));
    // A list may lack the row, but a read of the id must show it.
    const read = await requestRow(this, { resource, id });
    const found = isSuccess(read) ? contentOf(read) : undefined;
    demand(compare({ name: sent.name }, found, inRow('the row read')), read);
  },
);

// A server that only echoes the body has not proved a create.
Then('the answer repeats the {resource}', function (this: ServiceWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  demandSuccess(answer);
  demand(compare(this.sentMembers, contentOf(answer)));
  requireId(answer, resource);
});

Then('a new {resource} is created', function (this: ServiceWorld, resource: Resource) {
  const answer = this.answerAbout(resource);
  demandSuccess(answer);
  demand(compare({ id: anId, ...this.sentMembers }, contentOf(answer)));
});
