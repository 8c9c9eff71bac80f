/** Steps that send many values, one after the other, and look for each of them again. */
import { type CheckRun, type DataTable, Then, When } from '../../conformance/index.js';
import type { Resource, ScenarioWorld } from '../world.js';
import { changingBody, ownEmail, ownName } from './bodies.js';
import { examineGenerated } from './generators.js';
import { requestUpdate } from './requests.js';
import {
  type CreatedSample,
  examineCreate,
  examineList,
  examineUpdate,
  type Sample,
} from './round-trips.js';
import { tryToCreate } from './rows.js';

/** How a row comes by its values. */
type Change = 'created' | 'updated';

/** The twin of values that are out of the ordinary: an earlier step has created others. */
function requireOrdinaryRow(world: ScenarioWorld, resource: Resource): void {
  world.rowOf(resource);
}

async function examineCreates(
  world: ScenarioWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<void> {
  requireOrdinaryRow(world, resource);
  const created: CreatedSample[] = [];
  for (const sample of samples) created.push(await examineCreate(world, resource, sample));
  await examineList(world, created);
}

async function examineUpdates(
  world: ScenarioWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<void> {
  for (const sample of samples) await examineUpdate(world, resource, sample);
  const [last] = samples.slice(-1);
  if (last !== undefined) await examineList(world, [{ ...last, row: world.rowOf(resource) }]);
}

// Texts: each stands at both ends, where blanks are lost most easily

const wrap = (middle: string, text: string) => `${text}${middle}${text}`;

/** Capitals and signs that any check of the form lets through. */
const unusualEmail = (run: CheckRun) => `First.Last+Tag_${ownEmail(run)}`;

/** An e-mail address of any form is only stored by an update, which does not validate it. */
function textSamples(
  { run }: ScenarioWorld,
  resource: Resource,
  table: DataTable,
  change: Change,
): Sample[] {
  return table.hashes().map(({ kind: label = '', text: json = '' }) => {
    const text = JSON.parse(json) as string;
    const name = wrap(ownName(run), text);
    if (resource === 'products') return { label, members: { name, description: text } };
    const email = change === 'created' ? unusualEmail(run) : wrap(ownEmail(run), text);
    return { label, members: { name, email } };
  });
}

Then(
  'a {resource} that is {change} with each of these texts shows it again:',
  async function (this: ScenarioWorld, resource: Resource, change: Change, table: DataTable) {
    const samples = textSamples(this, resource, table, change);
    if (change === 'created') await examineCreates(this, resource, samples);
    else await examineUpdates(this, resource, samples);
  },
);

// Prices

Then(
  'a product that is {change} with each of these prices shows it again:',
  async function (this: ScenarioWorld, change: Change, table: DataTable) {
    const samples = table.raw().map(([digits = '']): Sample => {
      const name = ownName(this.run);
      return { label: digits, members: { name, price: Number(digits) } };
    });
    if (change === 'created') await examineCreates(this, 'products', samples);
    else await examineUpdates(this, 'products', samples);
  },
);

// Long texts

/** An e-mail address has its length before the @, a name after this run's own part. */
function longText({ run }: ScenarioWorld, member: string, length: number): string {
  if (member === 'email') return `${'x'.repeat(length)}${ownEmail(run)}`;
  return `${ownName(run)} `.padEnd(length, 'long-text-');
}

When(
  'a client creates another {resource} whose {member} has {int} characters',
  async function (this: ScenarioWorld, resource: Resource, member: string, length: number) {
    await tryToCreate(this, resource, { [member]: longText(this, member, length) });
  },
);

When(
  'a client updates the {resource} to a {member} of {int} characters',
  async function (this: ScenarioWorld, resource: Resource, member: string, length: number) {
    const text = longText(this, member, length);
    this.sent = changingBody(this.run, resource, { [member]: text });
    await requestUpdate(this, this.rowOf(resource), this.sent);
  },
);

// Generated values

const label = 'generated';

Then(
  '{int} generated {resources} come back in the answer, a read and the list',
  async function (this: ScenarioWorld, runs: number, resource: Resource) {
    requireOrdinaryRow(this, resource);
    const created: CreatedSample[] = [];
    await examineGenerated(this, resource, runs, async (members) => {
      created.push(await examineCreate(this, resource, { label, members }));
    });
    await examineList(this, created);
  },
);

Then(
  '{int} generated updates of the {resource} come back in the answer and a read',
  async function (this: ScenarioWorld, runs: number, resource: Resource) {
    await examineGenerated(this, resource, runs, async (members) => {
      await examineUpdate(this, resource, { label, members });
    });
  },
);
