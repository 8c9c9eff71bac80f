/** Sends values and looks for them wherever answers show them: nothing may be lost or changed. */
import { compare, demand, type Exchange, mismatch } from '../../conformance/index.js';
import { isSuccess } from '../answers.js';
import { together } from '../together.js';
import type { Json, Resource, Row, ScenarioWorld } from '../world.js';
import { contentOf } from './contents.js';
import { findListed, notListed } from './lists.js';
import { requestUpdate } from './requests.js';
import { attemptCreation, readRow, requireCreated } from './rows.js';

/** Members to send, and what is special about them, for messages. */
export interface Sample {
  readonly members: Json;
  readonly label: string;
}

/** A sample, and the row that has its members. */
export interface StoredSample extends Sample {
  readonly row: Row;
}

const nameView = (view: string, { label }: Sample) => `${view} (${label})`;

/**
 * Creates rows, of which none waits for the other: the answers have to show the members.
 *
 * @throws Violation when they do not, or when the members are refused.
 */
export async function examineCreates(
  world: ScenarioWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<StoredSample[]> {
  const create = async (sample: Sample): Promise<StoredSample> => {
    const creation = await attemptCreation(world, resource, sample.members);
    examineAnswer(creation.exchange, sample);
    return { ...sample, row: requireCreated(creation, resource) };
  };
  return await together(samples.map((sample) => () => create(sample)));
}

/**
 * Gives each row the members of another sample, no update waiting for the other: the answers have to
 * show them.
 *
 * @throws Violation when they do not, or when the members are refused.
 */
export async function examineUpdates(
  world: ScenarioWorld,
  updates: readonly StoredSample[],
): Promise<void> {
  const update = async (sample: StoredSample): Promise<void> => {
    examineAnswer(await requestUpdate(world, sample.row, sample.members), sample);
  };
  await together(updates.map((sample) => () => update(sample)));
}

/** Reads have to show the members. */
export async function examineReads(
  world: ScenarioWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  const examine = async (sample: StoredSample): Promise<void> => {
    const stored = await readRow(world, sample.row);
    demand(compare(sample.members, stored, nameView('the row read', sample)));
  };
  await together(samples.map((sample) => () => examine(sample)));
}

function examineAnswer(exchange: Exchange, sample: Sample): void {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) demand([mismatch(nameView('status', sample), 'a success', status)]);
  demand(compare(sample.members, contentOf(exchange), nameView('the answer', sample)));
}

/**
 * The list has to show the members of every row that it holds. Which rows it holds is a matter of
 * other requirements; it must be one of these at least.
 *
 * @returns those that it lacks
 */
export async function examineList(
  world: ScenarioWorld,
  samples: readonly StoredSample[],
): Promise<readonly StoredSample[]> {
  const [first] = samples;
  if (first === undefined) return [];
  const { resource } = first.row;
  const byId = new Map(samples.map((one) => [one.row.id, one]));
  const sampleOf = ({ id }: Json) => byId.get(String(id));
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
  world: ScenarioWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  await examineReads(world, await examineList(world, samples));
}
