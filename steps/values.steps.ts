/** Steps that send many values, one after the other, and look for each of them again. */
import { type DataTable, Then } from '@cucumber/cucumber';
import type { CheckRun } from '../conformance/run.js';
import { examineGenerated } from './generators.js';
import {
  type CreatedSample,
  examineCreate,
  examineList,
  examineUpdate,
  type Sample,
} from './round-trips.js';
import { ownEmail, ownName } from './rows.js';
import type { Resource, ScenarioWorld } from './world.js';

/** What the twin of a scenario about values needs: that an ordinary row can be created. */
function requireOrdinaryRow(world: ScenarioWorld): void {
  if (world.rows.length === 0) throw new Error('The scenario has to create an ordinary row first.');
}

async function examineCreates(
  world: ScenarioWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<void> {
  requireOrdinaryRow(world);
  const created: CreatedSample[] = [];
  for (const sample of samples) created.push(await examineCreate(world, resource, sample));
  await examineList(world, created);
}

async function examineUpdates(world: ScenarioWorld, samples: readonly Sample[]): Promise<void> {
  for (const sample of samples) await examineUpdate(world, sample);
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
  change: string,
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
  'a {resource} that is {word} with each of these texts shows it again:',
  async function (this: ScenarioWorld, resource: Resource, change: string, table: DataTable) {
    const samples = textSamples(this, resource, table, change);
    if (change === 'created') await examineCreates(this, resource, samples);
    else await examineUpdates(this, samples);
  },
);

// Prices

Then(
  'a product that is {word} with each of these prices shows it again:',
  async function (this: ScenarioWorld, change: string, table: DataTable) {
    const samples = table.raw().map(([digits = '']): Sample => {
      const name = ownName(this.run);
      return { label: digits, members: { name, price: Number(digits) } };
    });
    if (change === 'created') await examineCreates(this, 'products', samples);
    else await examineUpdates(this, samples);
  },
);

// Generated values

const label = 'generated';

Then(
  '{int} generated {resources} come back in the answer, a read and the list',
  async function (this: ScenarioWorld, runs: number, resource: Resource) {
    requireOrdinaryRow(this);
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
      await examineUpdate(this, { label, members });
    });
  },
);
