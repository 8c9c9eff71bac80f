/** Steps that judge the fields of rows: unique ids, and types in every view (§2). */
import {
  Blocked,
  compare,
  demand,
  type Exchange,
  type Expectation,
  inBody,
  inRow,
  isObject,
  mismatch,
  render,
  Then,
} from '../../../conformance/index.js';
import { contentOf, listIn } from '../../world/contents.js';
import { findRow, requireListed } from '../../world/lists.js';
import { requestRow, shareAnswer } from '../../world/requests.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { demandOwnRow } from '../rows/adopted-rows.js';
import { lookAtRow } from '../rows/rows.js';
import { theCurrentTime } from './clock.js';

Then('all {resources} have different ids', function (this: ServiceWorld, resource: Resource) {
  const ids = this.rowsOf(resource).map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    demand([mismatch(inBody('id'), 'a different id each time', ids)]);
});

/** The type that a member must have, given the answer that shows it. */
type MemberType = (answer: Exchange) => Expectation;

/** A place where the target shows a row. */
type View = 'the answer' | 'a read' | 'the list';

const placeOf = (view: View) => (view === 'the answer' ? inBody() : inRow(view));

Then(
  '{view} shows its {member} as {memberType}',
  async function (this: ServiceWorld, view: View, member: string, type: MemberType) {
    if (view === 'the answer' || type === theCurrentTime) demandOwnRow(this);
    const seen = await lookAt(this, view);
    if (member === 'updated_at') requireTimeOfCreation(this, type, seen);
    demand(compare({ [member]: type(this.answer) }, seen, placeOf(view)));
  },
);

/** @throws Blocked when created_at is wrong, too */
function requireTimeOfCreation(world: ServiceWorld, type: MemberType, seen: unknown): void {
  const time = isObject(seen) ? seen.created_at : undefined;
  if (time === undefined || type(world.answer).holds(time)) return;
  throw new Blocked('products.fields.created-at', `The row has the created_at ${render(time)}.`);
}

async function lookAt(world: ServiceWorld, view: View): Promise<unknown> {
  if (view === 'the answer') return contentOf(world.answer);
  const { row, isRowShared } = world;
  if (view === 'a read') {
    const name = `a read of ${row.id}`;
    if (isRowShared) await shareAnswer(world, name, row.resource, () => requestRow(world, row));
    return await lookAtRow(world, row);
  }
  if (!isRowShared) return await requireListed(world, row);
  const name = `a list that shows ${row.id}`;
  const exchange = await shareAnswer(world, name, row.resource, async () => {
    await requireListed(world, row);
    return world.answer;
  });
  return listIn(exchange)
    ?.filter(isObject)
    .find(({ id }) => String(id) === row.id);
}

Then(
  'the list shows its {member} as a read does',
  async function (this: ServiceWorld, member: string) {
    const { [member]: value } = await lookAtRow(this, this.row);
    if (value === undefined) {
      throw new Blocked('products.read.columns', `A read shows no ${member}.`);
    }
    demand(compare({ [member]: value }, await findRow(this, this.row), inRow('the listed row')));
  },
);
