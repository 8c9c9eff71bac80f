/** Steps that judge stored rows, in a read and in the list. */
import {
  compare,
  demand,
  inList,
  inRow,
  type Mismatch,
  mismatch,
  Then,
} from '../../../conformance/index.js';
import { demandAll, demandSuccess, isRejected, isSuccess } from '../../world/answers.js';
import { acceptedAtOnce } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import { findRow, requireListed, usersIn } from '../../world/lists.js';
import { lastPageNumber, listProducts, readPage } from '../../world/pages.js';
import { requestRow } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { demandUnchanged } from './effects.js';
import { expectedRow, productColumns, readRow } from './rows.js';

// Single rows

Then(
  'the {resource} is found with its (new )values',
  async function (this: ServiceWorld, resource: Resource) {
    demandSuccess(this.answer);
    const row = this.rowOf(resource);
    demand(compare(expectedRow(row), await readRow(this, row), inRow('the row read')));
  },
);

// A target may reject parameters that the tables do not list.
Then(
  'the {resource} is found with its (new )values, or unchanged if the parameters were rejected',
  async function (this: ServiceWorld, resource: Resource) {
    const isRejection = this.answer.response.status === 400;
    if (isRejection) this.changeRow(this.before);
    else demandSuccess(this.answer);
    const row = this.rowOf(resource);
    demand(compare(expectedRow(row), await readRow(this, row), inRow('the row read')));
  },
);

Then(
  'the {resource} is stored with {member} {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    demandSuccess(this.answer);
    const stored = await readRow(this, this.rowOf(resource));
    demand(compare({ [member]: value }, stored, inRow('the row read')));
  },
);

Then(
  'the answer and the stored {resource} have the {member} {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await demandStored(this, resource, { [member]: value });
  },
);

// A falsey value (§4.2 rule 2) of another type may be rejected for its type.
Then(
  'the answer and the stored {resource}, if it was accepted, have the {member} {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    if (!isRejected(this.answer)) await demandStored(this, resource, { [member]: value });
  },
);

async function demandStored(
  world: ServiceWorld,
  resource: Resource,
  members: JsonObject,
): Promise<void> {
  const { answer } = world;
  demandSuccess(answer);
  const stored = await readRow(world, world.rowOf(resource));
  demand([
    ...compare(members, contentOf(answer)),
    ...compare(members, stored, inRow('the row read')),
  ]);
}

// The specification allows any limit, but an accepted value must be stored completely.
Then('it is stored as it was sent, if it was accepted', async function (this: ServiceWorld) {
  if (!isSuccess(this.answer)) return;
  demand(compare(this.sentMembers, contentOf(this.answer)));
  demand(compare(this.sentMembers, await readRow(this, this.row), inRow('the row read')));
});

Then('the list shows it as it was sent, if it was accepted', async function (this: ServiceWorld) {
  if (!isSuccess(this.answer)) return;
  demand(compare(this.sentMembers, await requireListed(this, this.row), inRow('the listed row')));
});

// Rows that a request must not change

Then('the {resource} is unchanged', async function (this: ServiceWorld, resource: Resource) {
  await demandUnchanged(this, this.rowOf(resource), 'the row read');
});

// The current values, whether or not a change was accepted.
Then(
  'the {resource} has its values under its id',
  async function (this: ServiceWorld, resource: Resource) {
    await demandUnchanged(this, this.rowOf(resource), 'the row read');
  },
);

Then('the latest {resource} is unchanged', async function (this: ServiceWorld, resource: Resource) {
  await demandUnchanged(this, this.rowOf(resource), 'the latest row');
});

Then('the first {resource} is unchanged', async function (this: ServiceWorld, resource: Resource) {
  await demandUnchanged(this, this.firstRowOf(resource), 'the first row');
});

// Several rows

Then(
  'the other {resources} are unchanged',
  async function (this: ServiceWorld, resource: Resource) {
    for (const row of this.rowsOf(resource).slice(0, -1)) {
      await demandUnchanged(this, row, `the row with the id ${row.id}`);
    }
  },
);

Then(
  'each of the {resources} is found with its own values',
  async function (this: ServiceWorld, resource: Resource) {
    for (const row of this.rowsOf(resource)) {
      demand(compare(expectedRow(row), await readRow(this, row), inRow('the row read')));
    }
  },
);

Then(
  'each of the {resources} is found with its own values when all are read at the same time',
  async function (this: ServiceWorld, resource: Resource) {
    const read = (row: ScenarioRow) => requestRow(this, row);
    const rows = this.rowsOf(resource);
    const answered = await acceptedAtOnce(this, rows, read, `${resource}.read.status`);
    const place = ({ id }: ScenarioRow) => inRow(`the row read with the id ${id}`);
    demandAll(
      answered.map(({ item, exchange }) => ({
        exchange,
        differences: compare(expectedRow(item), contentOf(exchange), place(item)),
      })),
    );
  },
);

// The list

Then(
  'the list shows the {resource} with its new values',
  async function (this: ServiceWorld, resource: Resource) {
    const row = this.rowOf(resource);
    demand(compare(expectedRow(row), await requireListed(this, row), inRow('the listed row')));
  },
);

/** The items of the latest list; for products, those of the first and the last page. */
async function itemsAtBothEnds(
  world: ServiceWorld,
  resource: Resource,
): Promise<readonly JsonObject[]> {
  const answer = world.answerAbout(resource);
  if (resource === 'users') return usersIn(answer);
  const { rows, total, limit } = readPage(answer);
  const last = await listProducts(world, { page: lastPageNumber(total, limit), limit });
  return [...rows, ...last.rows];
}

// Its name is unique, so no other client can have used it.
Then(
  'no other {resource} in that list has its new name',
  async function (this: ServiceWorld, resource: Resource) {
    const { id, members } = this.rowOf(resource);
    const items = await itemsAtBothEnds(this, resource);
    const others = items.filter((item) => item.name === members.name && String(item.id) !== id);
    if (others.length > 0) demand([mismatch(inList('the other rows'), 'their own names', others)]);
  },
);

Then(
  'the list contains the product with its values and all columns',
  async function (this: ServiceWorld) {
    const row = this.rowOf('products');
    const item = await findRow(this, row);
    const values = compare(expectedRow(row), item, inRow('the listed row'));
    // A missing description counts as null there.
    const known = new Set(values.map(({ place }) => place.location.join()));
    const isNew = ({ place }: Mismatch) => !known.has(place.location.join());
    const columns = compare(productColumns, item, inRow('the listed row')).filter(isNew);
    demand([...values, ...columns]);
  },
);
