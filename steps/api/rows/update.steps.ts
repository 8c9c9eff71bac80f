/** Steps that update rows: users completely, products partially (§4.1, §4.2 rule 3). */
import {
  compare,
  type DataTable,
  demand,
  type Exchange,
  Expectation,
  inRow,
  render,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandAll, demandSuccess, isSuccess } from '../../world/answers.js';
import { acceptedAtOnce, judgeEach } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import { findRow } from '../../world/lists.js';
import { requestRow, requestUpdate } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { changingBody, idInBody, replacementBody } from '../requests/bodies.js';
import { fillPlaceholders, type OtherParameters, otherParameters } from '../requests/queries.js';
import { demandUnchanged } from './effects.js';
import { expectedRow, proveRows, readRow, updateRow } from './rows.js';

// The latest row

When('a client updates the {resource}', async function (this: ServiceWorld, resource: Resource) {
  await updateRow(this, resource, replacementBody(this.run, resource));
});

When(
  'a client updates the {resource} with {member} {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await updateRow(this, resource, changingBody(this.run, resource, { [member]: value }));
  },
);

When(
  'a client updates the {resource} with the values that it has',
  async function (this: ServiceWorld, resource: Resource) {
    await updateRow(this, resource, this.rowOf(resource).members);
  },
);

When(
  'a client updates the {resource} with the {member} that it has',
  async function (this: ServiceWorld, resource: Resource, member: string) {
    const { [member]: value } = this.rowOf(resource).members;
    await updateRow(this, resource, changingBody(this.run, resource, { [member]: value }));
  },
);

When(
  'a client updates the {resource} with the {member} of the first one',
  async function (this: ServiceWorld, resource: Resource, member: string) {
    const { [member]: value } = this.firstRowOf(resource).members;
    await updateRow(this, resource, changingBody(this.run, resource, { [member]: value }));
  },
);

// The row keeps its members: the answer may be a success or an error.
When(
  'a client tries to update the {resource} with the {member} of the first one',
  async function (this: ServiceWorld, resource: Resource, member: string) {
    const { [member]: value } = this.firstRowOf(resource).members;
    const changes = changingBody(this.run, resource, { [member]: value });
    await requestUpdate(this, this.rowOf(resource), changes);
  },
);

When('a client updates the product with an empty object', async function (this: ServiceWorld) {
  await updateRow(this, 'products', {});
});

// A cache of the target must not outlive a change.
When(
  'a client reads the {resource}, lists all and updates it',
  async function (this: ServiceWorld, resource: Resource) {
    const row = this.rowOf(resource);
    await requestRow(this, row);
    await findRow(this, row);
    await updateRow(this, resource, replacementBody(this.run, resource));
  },
);

/** An update of a row of the scenario. */
interface Update {
  readonly row: ScenarioRow;
  readonly members: JsonObject;
}

/** Updates all rows of the scenario at the same time. */
async function updateAtOnce(world: ServiceWorld, resource: Resource) {
  const rows = await proveRows(world, resource);
  const updates = rows.map((row) => ({ row, members: replacementBody(world.run, resource) }));
  const update = ({ row, members }: Update) => requestUpdate(world, row, members);
  return await acceptedAtOnce(world, updates, update, `${resource}.update.status`);
}

Then(
  'each of the {resources} is found with its own new values when all are updated at the same time',
  async function (this: ServiceWorld, resource: Resource) {
    const stored = await updateAtOnce(this, resource);
    const judge = async ({ row, members }: Update) => {
      const place = inRow(`the row read with the id ${row.id}`);
      demand(compare(expectedRow({ ...row, members }), await readRow(this, row), place));
    };
    await judgeEach(stored.map(({ item }) => judge.bind(undefined, item)));
  },
);

Then(
  'each of the {resources} is answered with its own new values when all are updated at the same time',
  async function (this: ServiceWorld, resource: Resource) {
    const answered = await updateAtOnce(this, resource);
    const judged = answered.map(({ item: { row, members }, exchange }) => {
      const expected = expectedRow({ ...row, members });
      return { exchange, differences: compare(expected, contentOf(exchange)) };
    });
    demandAll(judged);
  },
);

// Other parameters in the query string

When(
  'a client updates the {resource} with {parameters} in the query string too',
  async function (this: ServiceWorld, resource: Resource, parameters: OtherParameters) {
    const others = otherParameters[parameters](this.rowOf(resource).id);
    await updateRow(this, resource, replacementBody(this.run, resource), others);
  },
);

When(
  'a client updates the product with an empty object and {parameters} in the query string',
  async function (this: ServiceWorld, parameters: OtherParameters) {
    await updateRow(this, 'products', {}, otherParameters[parameters](this.rowOf('products').id));
  },
);

// Other rows, or none

When(
  'a client updates the first {resource}',
  async function (this: ServiceWorld, resource: Resource) {
    await requestUpdate(this, this.firstRowOf(resource), replacementBody(this.run, resource));
  },
);

When(
  'a client updates the first {resource} with the {member} of the latest one',
  async function (this: ServiceWorld, resource: Resource, member: string) {
    const { [member]: value } = this.rowOf(resource).members;
    const changes = changingBody(this.run, resource, { [member]: value });
    await requestUpdate(this, this.firstRowOf(resource), changes);
  },
);

Then(
  'an update of {resources} with each of these ids leaves the latest {resource} unchanged:',
  async function (this: ServiceWorld, resource: Resource, _row: Resource, table: DataTable) {
    for (const [template = ''] of table.raw()) {
      const id = fillPlaceholders(this, template);
      await requestUpdate(this, { resource, id }, replacementBody(this.run, resource));
      await demandUnchanged(this, this.rowOf(resource), `the row after an update of ${id}`);
    }
  },
);

When(
  'a client updates the {resources} with an id only in the body',
  async function (this: ServiceWorld, resource: Resource) {
    const json = { ...replacementBody(this.run, resource), id: idInBody(this.rowOf(resource).id) };
    await this.request({ method: 'PUT', resource, json });
  },
);

When(
  'a client updates the {resources} with an empty id',
  async function (this: ServiceWorld, resource: Resource) {
    await requestUpdate(this, { resource, id: '' }, replacementBody(this.run, resource));
  },
);

/** A target may reject a body with these members, which the tables do not list for requests. */
const oldTimes = { created_at: '2001-02-03 04:05:06', updated_at: '2001-02-03 04:05:06' };

When(
  'a client updates the {resource} with old times in the body',
  async function (this: ServiceWorld, resource: Resource) {
    const json = { ...replacementBody(this.run, resource), ...oldTimes };
    await requestUpdate(this, this.rowOf(resource), json);
  },
);

When(
  'a client updates the {resource} with the id of the first one in the body',
  async function (this: ServiceWorld, resource: Resource) {
    const changes = replacementBody(this.run, resource);
    const { id } = this.firstRowOf(resource);
    await requestUpdate(this, this.rowOf(resource), { ...changes, id: idInBody(id) });
    if (isSuccess(this.answer)) this.changeRow(changes);
  },
);

// The id as received (§4.2 rule 4)

When(
  'a client updates the {resource} with a leading zero before its id',
  async function (this: ServiceWorld, resource: Resource) {
    const id = `0${this.rowOf(resource).id}`;
    await requestUpdate(this, { resource, id }, replacementBody(this.run, resource));
  },
);

Then('the id in the answer is exactly the text that was sent', function (this: ServiceWorld) {
  demandSuccess(this.answer);
  demandSameId(this.answer);
});

Then(
  'the id in the answer, if it was accepted, is exactly the text that was sent',
  function (this: ServiceWorld) {
    if (isSuccess(this.answer)) demandSameId(this.answer);
  },
);

function demandSameId(answer: Exchange): void {
  const sent = new URL(answer.request.url).searchParams.get('id');
  const sameText = new Expectation(`the text ${render(sent)}`, (value) => value === sent);
  demand(compare({ id: sameText }, contentOf(answer)));
}
