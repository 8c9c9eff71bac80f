/** Sends values and looks for them wherever answers show them: nothing may be lost or changed. */
import {
  compare,
  demand,
  type Exchange,
  type Mismatch,
  mismatch,
} from '../../../conformance/index.js';
import { explainMissing, isSuccess } from '../../answers.js';
import type { JsonObject, Resource, ScenarioRow } from '../../service.js';
import { together } from '../../together.js';
import type { ServiceWorld } from '../../world.js';
import { contentOf } from '../requests/contents.js';
import { findListed, notListed } from '../requests/lists.js';
import { requestUpdate } from '../requests/requests.js';
import { attemptCreation, type CreateResult, readRow, requireCreated } from '../rows/rows.js';

/** Members to send, and what is special about them, for messages. */
export interface Sample {
  readonly members: JsonObject;
  readonly label: string;
}

/** A sample, and the row that has its members. */
export interface StoredSample extends Sample {
  readonly row: ScenarioRow;
}

const nameView = (view: string, { label }: Sample) => `${view} (${label})`;

/** A sample that a create has sent, and what became of it. */
export interface SentSample extends Sample {
  readonly creation: CreateResult;
}

/** Creates rows, of which none waits for the other. */
export async function createSamples(
  world: ServiceWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<SentSample[]> {
  const create = async (sample: Sample): Promise<SentSample> => ({
    ...sample,
    creation: await attemptCreation(world, resource, sample.members),
  });
  return await together(samples.map((sample) => () => create(sample)));
}

/**
 * The answers to creates have to show the members.
 *
 * @throws Violation when they do not, or when the members are refused.
 * @throws Blocked when one names no id, and the list does not show it either
 */
export function examineCreates(resource: Resource, samples: readonly SentSample[]): void {
  demand(samples.flatMap((sample) => differencesOf(sample.creation.exchange, sample)));
  for (const { creation } of samples) requireCreated(creation, resource);
}

/** The rows that were made of samples. */
export function storedSamples(samples: readonly SentSample[]): StoredSample[] {
  return samples.flatMap(({ members, label, creation: { row } }) =>
    row === undefined ? [] : [{ members, label, row }],
  );
}

/**
 * Gives each row the members of another sample, no update waiting for the other: the answers have to
 * show them.
 *
 * @throws Violation when they do not, or when the members are refused.
 */
export async function examineUpdates(
  world: ServiceWorld,
  updates: readonly StoredSample[],
): Promise<void> {
  const update = async (sample: StoredSample): Promise<void> => {
    demand(differencesOf(await requestUpdate(world, sample.row, sample.members), sample));
  };
  await together(updates.map((sample) => () => update(sample)));
}

/** Reads have to show the members. */
export async function examineReads(
  world: ServiceWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  const examine = async (sample: StoredSample): Promise<void> => {
    const stored = await readRow(world, sample.row);
    demand(compare(sample.members, stored, nameView('the row read', sample)));
  };
  await together(samples.map((sample) => () => examine(sample)));
}

function differencesOf(exchange: Exchange, sample: Sample): readonly Mismatch[] {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) return [mismatch(nameView('status', sample), 'a success', status)];
  const view = nameView('the answer', sample);
  return explainMissing(compare(sample.members, contentOf(exchange), view), exchange);
}

/**
 * The list has to show the members of every row that it holds. Which rows it holds is a matter of
 * other requirements; it must be one of these at least.
 *
 * @returns those that it lacks
 */
export async function examineList(
  world: ServiceWorld,
  samples: readonly StoredSample[],
): Promise<readonly StoredSample[]> {
  const [first] = samples;
  if (first === undefined) return [];
  const { resource } = first.row;
  const byId = new Map(samples.map((one) => [one.row.id, one]));
  const sampleOf = ({ id }: JsonObject) => byId.get(String(id));
  const oldest = resource === 'users' ? undefined : (await readRow(world, first.row)).created_at;
  const items = await findListed(world, resource, (item) => sampleOf(item) !== undefined, oldest);
  if (items.length === 0) throw notListed(first.row);
  const differences = items.flatMap((item) => {
    const sample = sampleOf(item);
    return sample === undefined
      ? []
      : compare(sample.members, item, nameView('the listed row', sample));
  });
  demand(differences);
  const listed = new Set(items.map(({ id }) => String(id)));
  return samples.filter(({ row }) => !listed.has(row.id));
}

/** One list has to show the members, which takes a request; a row that it lacks is read. */
export async function examineStored(
  world: ServiceWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  await examineReads(world, await examineList(world, samples));
}
