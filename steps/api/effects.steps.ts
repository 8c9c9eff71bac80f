/** Steps that send what must have no effect, and look for one. */
import { type DataTable, type Exchange, Then, When } from '../../conformance/index.js';
import { demandStatus, isSuccess } from '../answers.js';
import { judgeAll, together } from '../together.js';
import type { Call, Resource, ScenarioWorld } from '../world.js';
import { bodyWith, completeBody, memberNamed, parseValue, replacementBody } from './bodies.js';
import { wrongCredentials } from './credentials.js';
import { demandNothingStored, demandUnchanged, requireRefused } from './effects.js';

/**
 * Requests that make a row or change one, each with texts of its own: for the latest row and, since
 * some targets make a row of an update, for the first one, which is gone.
 */
function storingCalls({ run, row, firstRow }: ScenarioWorld, resource: Resource): readonly Call[] {
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
  'a client with no credential, and with each wrong one, tries to create and update {resources}',
  async function (this: ScenarioWorld, resource: Resource) {
    const calls = wrongCredentials(this.run).flatMap((credential) =>
      storingCalls(this, resource).map((call) => ({ ...call, credential })),
    );
    this.answers = await together(calls.map((call) => () => this.send(call)));
  },
);

// Apart from the others, and one by one: once a DELETE was sent, nothing but another read shows that
// the row is the run's own.
When(
  'a client with no credential, and with each wrong one, tries to delete the {resource}',
  async function (this: ScenarioWorld, resource: Resource) {
    const { id } = this.rowOf(resource);
    const query = [['id', id]] as const;
    const answers: Exchange[] = [];
    for (const credential of wrongCredentials(this.run)) {
      answers.push(await this.send({ method: 'DELETE', resource, query, credential }));
    }
    this.answers = answers;
  },
);

// What is created by them all the same does not become a row that the scenario speaks of.
When(
  'a client creates other {resources}, each with one of these:',
  async function (this: ScenarioWorld, resource: Resource, table: DataTable) {
    const create = ([member = '', value = '']: readonly string[]) => {
      const json = bodyWith(this.run, resource, { [memberNamed(member)]: parseValue(value) });
      return this.send({ method: 'POST', resource, json });
    };
    this.answers = await together(table.raw().map((cells) => () => create(cells)));
  },
);

Then('none of these requests has an effect', async function (this: ScenarioWorld) {
  await demandNoEffect(this, this.answers);
});

// That one was accepted is a matter of other requirements.
Then(
  'none of these {resources} is stored',
  async function (this: ScenarioWorld, resource: Resource) {
    const refused = this.answers.filter((answer) => !isSuccess(answer));
    await demandNoEffect(this, refused);
    requireRefused(resource, this.answers);
  },
);

// That it was accepted is a matter of other requirements; it may have changed the row.
Then(
  'none of these requests has an effect, unless it was accepted',
  async function (this: ScenarioWorld) {
    const isChange = (answer: Exchange) => isSuccess(answer) && answer.request.method !== 'POST';
    const refused = this.answers.filter((answer) => !isSuccess(answer));
    if (this.answers.some(isChange)) await demandNothingStored(this, this.row, refused);
    else await demandNoEffect(this, refused);
  },
);

async function demandNoEffect(world: ScenarioWorld, exchanges: readonly Exchange[]): Promise<void> {
  await demandUnchanged(world, world.row, 'the row read');
  await demandNothingStored(world, world.row, exchanges);
}

Then('nothing is stored for that request', async function (this: ScenarioWorld) {
  await demandNotStored(this, this.answer);
});

/** The row that is known to be there is any that the scenario has left. */
async function demandNotStored(world: ScenarioWorld, answer: Exchange): Promise<void> {
  const { method } = answer.request;
  if (method === 'GET') throw new Error('The request before this step could not store anything.');
  const [known] = world.remainingRows;
  await demandNothingStored(world, known ?? world.row, [answer]);
}

// A wrong status must not hide an effect: a server can have both faults.

Then(
  'the status is {int} and nothing is stored for that request',
  async function (this: ScenarioWorld, status: number) {
    const { answer } = this;
    await judgeAll([() => demandStatus(status, answer), () => demandNotStored(this, answer)]);
  },
);

Then(
  'the status is {int} and the latest {resource} is unchanged',
  async function (this: ScenarioWorld, status: number, resource: Resource) {
    const { answer } = this;
    await judgeAll([
      () => demandStatus(status, answer),
      () => demandUnchanged(this, this.rowOf(resource), 'the latest row'),
    ]);
  },
);

Then(
  'the status is {int}, nothing is stored for that request and the latest {resource} is unchanged',
  async function (this: ScenarioWorld, status: number, resource: Resource) {
    const { answer } = this;
    await judgeAll([
      () => demandStatus(status, answer),
      () => demandNotStored(this, answer),
      () => demandUnchanged(this, this.rowOf(resource), 'the latest row'),
    ]);
  },
);
