/** Steps about ids chosen by the client, ids followed by letters, and reused ids. */
import {
  atStatus,
  Blocked,
  compare,
  demand,
  type Exchange,
  inBody,
  inRow,
  type Mismatch,
  mismatch,
  oneOfStatuses,
  shownBy,
  Then,
  When,
} from '../../../conformance/index.js';
import { isSuccess, nameAnswer } from '../../world/answers.js';
import { contentOf } from '../../world/contents.js';
import { requestRemoval, requestRow, requestUpdate } from '../../world/requests.js';
import type { Resource, RowKey, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { replacementBody } from '../requests/bodies.js';
import { demandUnchanged } from './effects.js';
import { expectedRow, requireId } from './rows.js';

// Chosen by the client. A target may reject an id in a body or in the query string of a create.
Then(
  'if it was accepted, it has its own id and is found under it',
  async function (this: ServiceWorld) {
    const { answer, resource, sentMembers: sent, firstRow } = this;
    if (!isSuccess(answer)) return;
    const id = requireId(answer, resource);
    if (id === firstRow.id) {
      await requireKept(this, firstRow);
      demand([
        mismatch(inBody('id'), `another id than ${id}, which the client sent`, contentOf(answer)),
      ]);
    }
    const expected = { ...sent, id };
    demand(
      compare(expected, contentOf(await requestRow(this, { resource, id })), inRow('the row read')),
    );
  },
);

/** @throws Blocked when the row exists with other values: the create has changed it */
async function requireKept(world: ServiceWorld, row: ScenarioRow): Promise<void> {
  if (!world.remainingRows.includes(row)) return;
  const read = await requestRow(world, row);
  if (compare(expectedRow(row), contentOf(read)).length === 0) return;
  const keeping = `${row.resource}.create.keeps-others`;
  throw new Blocked(
    row.resource === 'users' ? ['users.create.any-query', keeping] : keeping,
    `The create has changed the row with the id ${row.id}.`,
  );
}

// Followed by letters

const withLetters = ({ resource, id }: ScenarioRow) => ({ resource, id: `${id}abc` });

When(
  'a client updates the {resource} with its id followed by letters',
  async function (this: ServiceWorld, resource: Resource) {
    this.sentMembers = replacementBody(this.run, resource);
    await requestUpdate(this, withLetters(this.rowOf(resource)), this.sentMembers);
  },
);

When(
  'a client deletes the {resource} with its id followed by letters',
  async function (this: ServiceWorld, resource: Resource) {
    await requestRemoval(this, withLetters(this.rowOf(resource)));
  },
);

// The target may accept or reject it.
Then(
  'the {resource} is unchanged if the request was rejected',
  async function (this: ServiceWorld, resource: Resource) {
    const { answer } = this;
    if (isSuccess(answer)) return;
    await demandUnchanged(this, this.rowOf(resource), 'the row read', answer);
  },
);

Then(
  'the {resource} has its new values if the request was accepted',
  async function (this: ServiceWorld, resource: Resource) {
    const { answer } = this;
    if (!isSuccess(answer)) return;
    this.changeRow(this.sentMembers);
    const row = this.rowOf(resource);
    const differences = compare(expectedRow(row), contentOf(await requestRow(this, row)));
    if (differences.length === 0) return;
    await requireOthersUnchanged(this, resource);
    await demandUnchanged(this, row, 'the row read', answer);
  },
);

/** @throws Blocked when the first row was changed in place of the latest one */
async function requireOthersUnchanged(world: ServiceWorld, resource: Resource): Promise<void> {
  const row = world.firstRowOf(resource);
  const differences = compare(expectedRow(row), contentOf(await requestRow(world, row)));
  if (differences.length === 0) return;
  throw new Blocked(`${resource}.update.id-from-query`, 'The first row is changed.');
}

Then('the product is gone if the request was accepted', async function (this: ServiceWorld) {
  const { answer } = this;
  if (!isSuccess(answer)) return;
  const row = this.rowOf('products');
  const read = await requestRow(this, row);
  if (!isSuccess(read)) return;
  const expected = 'none, since its deletion was accepted';
  demand([
    mismatch(inRow('the row read'), expected, contentOf(read)),
    ...(await judgeUnknown(this, withLetters(row), answer)),
  ]);
});

/** The mismatch of a DELETE that accepts an id which a read rejects as unknown (§4.2 rule 5). */
async function judgeUnknown(
  world: ServiceWorld,
  key: RowKey,
  answer: Exchange,
): Promise<readonly Mismatch[]> {
  const { status } = (await requestRow(world, key)).response;
  if (status !== 404) return [];
  const due = { ...oneOfStatuses('404'), note: 'as of a GET for that id' };
  return shownBy(answer, [mismatch(atStatus, due, answer.response.status)]);
}

Then(
  'the effect on the {resource} is recorded',
  async function (this: ServiceWorld, resource: Resource) {
    const { answer } = this;
    const row = this.rowOf(resource);
    const read = await requestRow(this, row);
    const isSame = compare(expectedRow(row), contentOf(read)).length === 0;
    const state = !isSuccess(read) ? 'removed' : isSame ? 'unchanged' : 'changed';
    this.run.recorder.observe(`${nameAnswer(answer)}, ${state}`);
  },
);

// Reused

Then('it is recorded whether its id is that of the first one', function (this: ServiceWorld) {
  this.run.recorder.observe(this.row.id === this.firstRow.id ? 'given again' : 'a new one');
});
