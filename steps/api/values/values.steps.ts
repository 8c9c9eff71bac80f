/** Steps that send many values and judge each of them in every view. */
import { Blocked, type DataTable, Then, Violation, When } from '../../../conformance/index.js';
import { isSuccess } from '../../world/answers.js';
import { judgeEach } from '../../world/concurrent-actions.js';
import { requestUpdate } from '../../world/requests.js';
import type { Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { changingBody, ownEmail, ownName } from '../requests/bodies.js';
import { tryToCreate } from '../rows/rows.js';
import { examineGenerated } from './generators.js';
import {
  createSamples,
  examineCreates,
  examineList,
  examineReads,
  examineStored,
  examineUpdates,
  type Sample,
  type StoredSample,
  storedSamples,
  updateSamples,
} from './round-trips.js';
import { joinPairs, sampleOf, swapEnds, textsIn, type UnusualText } from './texts.js';

/** The twin of unusual values: an earlier step has created an ordinary row. */
function requireOrdinaryRow(world: ServiceWorld, resource: Resource): void {
  world.rowOf(resource);
}

/**
 * Creates a row with each sample of `creates`, then updates these rows to the samples of `updates`,
 * each to another text or number than it has. The list that shows the rows proves them for the updates.
 */
async function judgeCreatesAndUpdates(
  world: ServiceWorld,
  resource: Resource,
  creates: readonly Sample[],
  updates: readonly Sample[],
): Promise<void> {
  requireOrdinaryRow(world, resource);
  const sent = await createSamples(world, resource, creates);
  const stored = storedSamples(sent);
  await judgeEach([() => examineCreates(resource, sent), () => examineStored(world, stored)]);
  const rows = stored.map(({ row }) => row);
  const updated = await updateSamples(world, pairWithNext(updates, rows));
  const accepted = updated.filter(({ exchange }) => isSuccess(exchange));
  await judgeEach([() => examineUpdates(updated), () => examineStored(world, accepted)]);
}

/** Each sample with the row of the next one. */
function pairWithNext(samples: readonly Sample[], rows: readonly ScenarioRow[]): StoredSample[] {
  return samples.flatMap((sample, index) => {
    const row = rows[(index + 1) % rows.length];
    return row === undefined ? [] : [{ ...sample, row }];
  });
}

// Texts

/** Judges creates with the texts, and updates that have each of them at the other end. */
async function judgeTexts(
  world: ServiceWorld,
  resource: Resource,
  texts: readonly UnusualText[],
): Promise<void> {
  const { run } = world;
  const creates = texts.map((text) => sampleOf(run, resource, text, 'create'));
  const updates = texts.map((text) => sampleOf(run, resource, swapEnds(text), 'update'));
  await judgeCreatesAndUpdates(world, resource, creates, updates);
}

// Two texts in one row save half of the rows. When something is wrong, each text is judged alone.
Then(
  'a {resource} created with each of these texts, and then updated to another, shows it again:',
  async function (this: ServiceWorld, resource: Resource, table: DataTable) {
    const texts = textsIn(table);
    try {
      await judgeTexts(this, resource, joinPairs(texts));
    } catch (error) {
      if (!(error instanceof Violation || error instanceof Blocked)) throw error;
      await judgeTexts(this, resource, texts);
    }
  },
);

// Prices

function priceSamples({ run }: ServiceWorld, table: DataTable): Sample[] {
  return table.raw().map(([digits = '']) => ({
    label: digits,
    members: { name: ownName(run), price: Number(digits) },
  }));
}

Then(
  'a product created with each of these prices, and then updated to another, shows it again:',
  async function (this: ServiceWorld, table: DataTable) {
    const [creates, updates] = [priceSamples(this, table), priceSamples(this, table)];
    await judgeCreatesAndUpdates(this, 'products', creates, updates);
  },
);

// Long texts

/**
 * The filling of an e-mail address is before the @, that of a name after its unique part. Both stay
 * unique when they are truncated.
 */
function longText({ run }: ServiceWorld, member: string, length: number): string {
  if (member === 'email') return `${run.nextNumber()}`.padEnd(length, 'x') + ownEmail(run);
  return `${ownName(run)} `.padEnd(length, 'long-text-');
}

When(
  'a client creates another {resource} whose {member} has {int} characters',
  async function (this: ServiceWorld, resource: Resource, member: string, length: number) {
    await tryToCreate(this, resource, { [member]: longText(this, member, length) });
  },
);

When(
  'a client updates the {resource} to a {member} of {int} characters',
  async function (this: ServiceWorld, resource: Resource, member: string, length: number) {
    const text = longText(this, member, length);
    this.sentMembers = changingBody(this.run, resource, { [member]: text });
    await requestUpdate(this, this.rowOf(resource), this.sentMembers);
  },
);

// Generated values

const label = 'generated';

Then(
  '{int} generated {resources} come back in the answer, a read and the list',
  async function (this: ServiceWorld, runs: number, resource: Resource) {
    requireOrdinaryRow(this, resource);
    await examineGenerated(this, resource, runs, async (generated) => {
      const samples = generated.map((members) => ({ label, members }));
      const sent = await createSamples(this, resource, samples);
      examineCreates(resource, sent);
      await examineReads(this, storedSamples(sent));
      await examineList(this, storedSamples(sent));
    });
  },
);

Then(
  '{int} generated updates of the {resource} come back in the answer and a read',
  async function (this: ServiceWorld, runs: number, resource: Resource) {
    const row = this.rowOf(resource);
    await examineGenerated(this, resource, runs, async (generated) => {
      // One after the other, since all change the same row.
      for (const members of generated) {
        examineUpdates(await updateSamples(this, [{ label, members, row }]));
        await examineReads(this, [{ label, members, row }]);
      }
    });
  },
);
