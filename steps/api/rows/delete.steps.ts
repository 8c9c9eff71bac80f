/** Steps that delete rows, and judge the effect. */
import {
  type DataTable,
  demand,
  inList,
  inRow,
  mismatch,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandSuccess } from '../../world/answers.js';
import { acceptedAtOnce, judgeEach } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import { findFirstListed, findRow } from '../../world/lists.js';
import { requestRemoval, requestRow } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { idInBody } from '../requests/bodies.js';
import { fillPlaceholders } from '../requests/queries.js';
import { demandUnchanged } from './effects.js';
import { isSameRow, isStillThere, proveRows, readRow } from './rows.js';

When('a client deletes the {resource}', async function (this: ServiceWorld, resource: Resource) {
  await requestRemoval(this, this.rowOf(resource));
});

When(
  'a client deletes the first {resource}',
  async function (this: ServiceWorld, resource: Resource) {
    await requestRemoval(this, this.firstRowOf(resource));
  },
);

// A cache of the target must not outlive a change.
When(
  'a client reads the {resource}, lists all and deletes it',
  async function (this: ServiceWorld, resource: Resource) {
    const row = this.rowOf(resource);
    await requestRow(this, row);
    await findRow(this, row);
    await requestRemoval(this, row);
  },
);

Then(
  'a deletion of {resources} with each of these ids leaves the latest {resource} unchanged:',
  async function (this: ServiceWorld, resource: Resource, _row: Resource, table: DataTable) {
    for (const [template = ''] of table.raw()) {
      const id = fillPlaceholders(this, template);
      await requestRemoval(this, { resource, id });
      await demandUnchanged(this, this.rowOf(resource), `the row after a deletion of ${id}`);
    }
  },
);

// A target may reject a DELETE with a body.

When(
  'a client deletes the {resource} with the id of the first one in a body',
  async function (this: ServiceWorld, resource: Resource) {
    const { id } = this.rowOf(resource);
    const json = { id: idInBody(this.firstRowOf(resource).id) };
    this.noteRemoval(id);
    await this.request({ method: 'DELETE', resource, query: [['id', id]], json });
  },
);

When(
  'a client deletes the {resources} with an id only in the body',
  async function (this: ServiceWorld, resource: Resource) {
    const json = { id: idInBody(this.rowOf(resource).id) };
    await this.request({ method: 'DELETE', resource, json });
  },
);

When(
  'a client deletes the {resources} with an empty id',
  async function (this: ServiceWorld, resource: Resource) {
    await requestRemoval(this, { resource, id: '' });
  },
);

Then('that {resource} is gone', async function (this: ServiceWorld, resource: Resource) {
  demandSuccess(this.answer);
  await demandGone(this, this.rowOf(resource));
});

Then('the first {resource} is gone', async function (this: ServiceWorld, resource: Resource) {
  await demandGone(this, this.firstRowOf(resource));
});

Then(
  'each of the {resources} is gone when all are deleted at the same time',
  async function (this: ServiceWorld, resource: Resource) {
    const rows = await proveRows(this, resource);
    const remove = (row: ScenarioRow) => requestRemoval(this, row);
    const removed = await acceptedAtOnce(this, rows, remove, `${resource}.delete.status`);
    await judgeEach(removed.map(({ item }) => demandUnread.bind(undefined, this, item)));
  },
);

async function demandUnread(world: ServiceWorld, row: ScenarioRow): Promise<void> {
  if (!(await isStillThere(world, row))) return;
  demand([mismatch(inRow('the row read'), `none with the id ${row.id}`, contentOf(world.answer))]);
}

async function demandGone(world: ServiceWorld, row: ScenarioRow): Promise<void> {
  const { id, resource } = row;
  await demandUnread(world, row);
  const other = world.rows.find((one) => one.id !== id);
  const isBounded = resource === 'products' && other !== undefined;
  const oldest = isBounded ? async () => (await readRow(world, other)).created_at : undefined;
  const isRow = (item: JsonObject) => String(item.id) === id && isSameRow(world, row, item);
  const listed = await findFirstListed(world, resource, isRow, oldest);
  if (listed !== undefined)
    demand([mismatch(inList('the list'), `no item with the id ${id}`, listed)]);
}
