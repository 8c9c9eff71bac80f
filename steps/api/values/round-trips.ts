/** Sends values and compares them in every view: they must come back unchanged. */
import {
  atStatus,
  compare,
  demand,
  type Exchange,
  inRow,
  type Mismatch,
  mismatch,
  oneOfStatuses,
} from '../../../conformance/index.js';
import { demandAll, explainMissing, isSuccess, type JudgedAnswer } from '../../world/answers.js';
import { runConcurrently } from '../../world/concurrent-actions.js';
import { contentOf } from '../../world/contents.js';
import { findListed, notListed } from '../../world/lists.js';
import { requestRow, requestUpdate } from '../../world/requests.js';
import type { JsonObject, Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import {
  attemptCreation,
  type CreateResult,
  readRow,
  requireCreated,
  rowIn,
} from '../rows/rows.js';

/** Members to send, with a label for messages. */
export interface Sample {
  readonly members: JsonObject;
  readonly label: string;
}

/** A sample, and the row with its members. */
export interface StoredSample extends Sample {
  readonly row: ScenarioRow;
}

const viewOf = (view: string, { label }: Sample) => inRow(`${view} (${label})`);

/** A sample, and the result of its create. */
export interface SentSample extends Sample {
  readonly creation: CreateResult;
}

/** Creates rows concurrently. */
export async function createSamples(
  world: ServiceWorld,
  resource: Resource,
  samples: readonly Sample[],
): Promise<SentSample[]> {
  const create = async (sample: Sample): Promise<SentSample> => ({
    ...sample,
    creation: await attemptCreation(world, resource, sample.members),
  });
  return await runConcurrently(samples.map((sample) => () => create(sample)));
}

/**
 * The answers to creates must contain the members.
 *
 * @throws Violation when they do not, or when the members are rejected
 * @throws Blocked when neither an answer nor the list contains the id
 */
export function examineCreates(resource: Resource, samples: readonly SentSample[]): void {
  demandAll(samples.map((sample) => judgeAnswer(sample.creation.exchange, sample)));
  for (const { creation } of samples) requireCreated(creation, resource);
}

/** The samples whose rows were created. */
export function storedSamples(samples: readonly SentSample[]): StoredSample[] {
  return samples.flatMap(({ members, label, creation: { row } }) =>
    row === undefined ? [] : [{ members, label, row }],
  );
}

/** A sample, and the answer to the update of its row. */
export interface UpdatedSample extends StoredSample {
  readonly exchange: Exchange;
}

/** Updates rows concurrently. */
export async function updateSamples(
  world: ServiceWorld,
  updates: readonly StoredSample[],
): Promise<UpdatedSample[]> {
  const update = async (sample: StoredSample): Promise<UpdatedSample> => ({
    ...sample,
    exchange: await requestUpdate(world, sample.row, sample.members),
  });
  return await runConcurrently(updates.map((sample) => () => update(sample)));
}

/**
 * The answers to updates must contain the members.
 *
 * @throws Violation when they do not, or when the members are rejected
 */
export function examineUpdates(updates: readonly UpdatedSample[]): void {
  demandAll(updates.map((sample) => judgeAnswer(sample.exchange, sample)));
}

/** Reads must return the members. */
export async function examineReads(
  world: ServiceWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  const examine = async (sample: StoredSample): Promise<void> => {
    const exchange = await requestRow(world, sample.row);
    const stored = rowIn(exchange, sample.row);
    demand(compare(sample.members, stored, viewOf('the row read', sample)), exchange);
  };
  await runConcurrently(samples.map((sample) => () => examine(sample)));
}

function judgeAnswer(exchange: Exchange, sample: Sample): JudgedAnswer {
  return { exchange, differences: differencesOf(exchange, sample) };
}

function differencesOf(exchange: Exchange, sample: Sample): readonly Mismatch[] {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) {
    return [mismatch(atStatus, { ...oneOfStatuses('2xx'), note: `for ${sample.label}` }, status)];
  }
  const view = viewOf('the answer', sample);
  return explainMissing(compare(sample.members, contentOf(exchange), view), exchange);
}

/**
 * The list must show the members of every row that it contains. It must contain at least one of the
 * rows; other requirements judge the others.
 *
 * @returns the samples that it lacks
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
  const oldest = async () => (await readRow(world, first.row)).created_at;
  const items = await findListed(world, resource, (item) => sampleOf(item) !== undefined, oldest);
  if (items.length === 0) throw notListed(first.row);
  const differences = items.flatMap((item) => {
    const sample = sampleOf(item);
    return sample === undefined
      ? []
      : compare(sample.members, item, viewOf('the listed row', sample));
  });
  demand(differences);
  const listed = new Set(items.map(({ id }) => String(id)));
  return samples.filter(({ row }) => !listed.has(row.id));
}

/** The list must show the members, since it takes one request; missing rows are read. */
export async function examineStored(
  world: ServiceWorld,
  samples: readonly StoredSample[],
): Promise<void> {
  await examineReads(world, await examineList(world, samples));
}
