/** Steps that send requests which must have no effect, and judge their effects. */
import {
  type DataTable,
  demand,
  type Exchange,
  isObject,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandStatus, isSuccess } from '../../world/answers.js';
import { judgeEach, runConcurrently } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import {
  type CredentialName,
  namedCredentials,
  wrongCredentials,
} from '../../world/credentials.js';
import { requestRow } from '../../world/requests.js';
import type { Credential, Resource, ServiceRequest } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import {
  bodyWith,
  completeBody,
  memberNamed,
  parseValue,
  replacementBody,
} from '../requests/bodies.js';
import { demandNothingStored, demandUnchanged, requireRejected } from '../rows/effects.js';
import { findGrowth } from '../rows/row-count.js';
import { createRow, readRow } from '../rows/rows.js';
import { waitForNextSecond } from '../values/clock.js';

/**
 * Requests that create or change a row, each with unique texts: for the latest row and for the first,
 * deleted one, since some targets create a row on an update.
 */
function storingRequests(
  { run, row, firstRow }: ServiceWorld,
  resource: Resource,
): readonly ServiceRequest[] {
  const query = [['id', row.id]] as const;
  const free = [['id', firstRow.id]] as const;
  return [
    { method: 'POST', resource, json: completeBody(run, resource) },
    { method: 'POST', resource, query, json: completeBody(run, resource) },
    { method: 'PUT', resource, query, json: replacementBody(run, resource) },
    { method: 'PUT', resource, query: free, json: replacementBody(run, resource) },
  ];
}

When(
  'a client without a credential, and with each wrong credential, tries to create and update {resources}',
  async function (this: ServiceWorld, resource: Resource) {
    const requests = wrongCredentials(this.run).flatMap((credential) =>
      storingRequests(this, resource).map((request) => ({ ...request, credential })),
    );
    this.answers = await runConcurrently(requests.map((request) => () => this.request(request)));
  },
);

// Separate and one by one: after a DELETE, only another read can prove that the row belongs to the run.
When(
  'a client without a credential, and with each wrong credential, tries to delete the {resource}',
  async function (this: ServiceWorld, resource: Resource) {
    const all = await tryToDelete(this, resource, wrongCredentials(this.run));
    const rejected = all.filter(({ answer }) => !isSuccess(answer));
    this.answers = all.map(({ answer }) => answer);
    if (rejected.length === all.length) return;
    // An accepted DELETE hides the effects of those before it.
    const again = await tryToDelete(
      this,
      resource,
      rejected.map(({ credential }) => credential),
    );
    this.answers = again.map(({ answer }) => answer);
  },
);

/**
 * After an accepted DELETE, the next one names a new row: a missing one would be rejected anyway.
 */
async function tryToDelete(
  world: ServiceWorld,
  resource: Resource,
  credentials: readonly Credential[],
): Promise<readonly { readonly credential: Credential; readonly answer: Exchange }[]> {
  const tries = [];
  for (const credential of credentials) {
    const query = [['id', world.rowOf(resource).id]] as const;
    const answer = await world.request({ method: 'DELETE', resource, query, credential });
    tries.push({ credential, answer });
    if (isSuccess(answer)) await createRow(world, resource);
  }
  return tries;
}

When(
  'a client with {namedCredential} tries to update the product at a later time',
  async function (this: ServiceWorld, name: CredentialName) {
    const row = this.rowOf('products');
    this.before = await readRow(this, row);
    await waitForNextSecond(this);
    const credential = namedCredentials[name](this.run);
    const json = replacementBody(this.run, 'products');
    await this.request({
      method: 'PUT',
      resource: 'products',
      query: [['id', row.id]],
      json,
      credential,
    });
  },
);

// A row that one of them creates does not become a row of the scenario.
When(
  'a client creates other {resources}, each with one of these:',
  async function (this: ServiceWorld, resource: Resource, table: DataTable) {
    const create = ([member = '', value = '']: readonly string[]) => {
      const json = bodyWith(this.run, resource, { [memberNamed(member)]: parseValue(value) });
      return this.request({ method: 'POST', resource, json });
    };
    this.answers = await runConcurrently(table.raw().map((cells) => () => create(cells)));
  },
);

Then(
  'creates of {resources} without a credential, and with each wrong credential, add no row of any kind',
  async function (this: ServiceWorld, resource: Resource) {
    const creates = wrongCredentials(this.run).map((credential) => () => {
      const json = completeBody(this.run, resource);
      return this.request({ method: 'POST', resource, json, credential });
    });
    const differences = await findGrowth(this, resource, async () => {
      this.answers = await runConcurrently(creates);
      return this.answers;
    });
    demand(
      differences,
      this.answers.find((answer) => !isSuccess(answer)),
    );
  },
);

Then('none of these requests has an effect', async function (this: ServiceWorld) {
  await demandNoEffect(this, this.answers);
});

// Other requirements judge that none is accepted.
Then(
  'none of these {resources} is stored',
  async function (this: ServiceWorld, resource: Resource) {
    const rejected = this.answers.filter((answer) => !isSuccess(answer));
    await demandNoEffect(this, rejected);
    requireRejected(resource, this.answers);
  },
);

// Other requirements judge that none is accepted; an accepted request may have changed the row.
Then(
  'none of these requests has an effect, unless it was accepted',
  async function (this: ServiceWorld) {
    const isChange = (answer: Exchange) => isSuccess(answer) && answer.request.method === 'PUT';
    const rejected = this.answers.filter((answer) => !isSuccess(answer));
    if (!this.answers.some(isChange)) return await demandNoEffect(this, rejected);
    await demandNothingStored(this, this.row, rejected);
    await adoptStoredValues(this);
  },
);

/** Expects the values from now on that accepted requests have given to the latest row. */
async function adoptStoredValues(world: ServiceWorld): Promise<void> {
  const stored = contentOf(await requestRow(world, world.row));
  if (!isObject(stored)) return;
  const names = Object.keys(world.row.members);
  world.changeRow(Object.fromEntries(names.map((name) => [name, stored[name]])));
}

async function demandNoEffect(world: ServiceWorld, exchanges: readonly Exchange[]): Promise<void> {
  await demandUnchanged(world, world.row, 'the row read');
  await demandNothingStored(world, world.row, exchanges);
}

Then('nothing is stored for that request', async function (this: ServiceWorld) {
  await demandNotStored(this, this.answer);
});

/** The known row is any remaining row of the scenario. */
async function demandNotStored(world: ServiceWorld, answer: Exchange): Promise<void> {
  const { method } = answer.request;
  if (method === 'GET') throw new Error('A GET before this step cannot store anything.');
  const [known] = world.remainingRows;
  await demandNothingStored(world, known ?? world.row, [answer]);
}

// A wrong status must not hide an effect: a server can have both faults.

Then(
  'the status is {int} and nothing is stored for that request',
  async function (this: ServiceWorld, status: number) {
    const { answer } = this;
    await judgeEach([() => demandStatus(status, answer), () => demandNotStored(this, answer)]);
  },
);

Then(
  'the status is {int} and the latest {resource} is unchanged',
  async function (this: ServiceWorld, status: number, resource: Resource) {
    const { answer } = this;
    await judgeEach([
      () => demandStatus(status, answer),
      () => demandUnchanged(this, this.rowOf(resource), 'the latest row'),
    ]);
  },
);

Then(
  'the status is {int}, nothing is stored for that request and the latest {resource} is unchanged',
  async function (this: ServiceWorld, status: number, resource: Resource) {
    const { answer } = this;
    await judgeEach([
      () => demandStatus(status, answer),
      () => demandNotStored(this, answer),
      () => demandUnchanged(this, this.rowOf(resource), 'the latest row'),
    ]);
  },
);
