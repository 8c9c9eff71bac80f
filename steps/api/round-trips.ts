/** Sends values and looks for them wherever answers show them: nothing may be lost or changed. */
import { compare, demand, type Exchange, mismatch } from '../../conformance/index.js';
import { isSuccess } from '../answers.js';
import type { Json, Resource, Row, ScenarioWorld } from '../world.js';
import { contentOf } from './contents.js';
import { findListed, notListed } from './lists.js';
import { requestUpdate } from './requests.js';
import { readRow, requireCreated, tryToCreate } from './rows.js';

/** Members to send, and what is special about them, for messages. */
export interface Sample {
  readonly members: Json;
  readonly label: string;
}

/** A row that was made of a sample. */
export interface CreatedSample extends Sample {
  readonly row: Row;
}

const nameView = (view: string, { label }: Sample) => `${view} (${label})`;

/**
 * Creates a row: the answer and a read have to show the members.
 *
 * @throws Violation when they do not, or when the members are refused.
 */
export async function examineCreate(
  world: ScenarioWorld,
  resource: Resource,
  sample: Sample,
): Promise<CreatedSample> {
  const exchange = await tryToCreate(world, resource, sample.members);
  examineAnswer(exchange, sample);
  const row = requireCreated(world, exchange, resource);
  const stored = await readRow(world, row);
  demand(compare(sample.members, stored, nameView('the row read', sample)));
  return { ...sample, row };
}

/**
 * Updates the row of the scenario: the answer and a read have to show the members.
 *
 * @throws Violation when they do not, or when the members are refused.
 */
export async function examineUpdate(
  world: ScenarioWorld,
  resource: Resource,
  sample: Sample,
): Promise<void> {
  const row = world.rowOf(resource);
  examineAnswer(await requestUpdate(world, row, sample.members), sample);
  const stored = await readRow(world, row);
  demand(compare(sample.members, stored, nameView('the row read', sample)));
}

function examineAnswer(exchange: Exchange, sample: Sample): void {
  const { status } = exchange.response;
  if (!isSuccess(exchange)) demand([mismatch(nameView('status', sample), 'a success', status)]);
  demand(compare(sample.members, contentOf(exchange), nameView('the answer', sample)));
}

/**
 * The list has to show the members of every row that it holds. Which rows it holds is a matter of
 * other requirements; it must be one of these at least.
 */
export async function examineList(
  world: ScenarioWorld,
  created: readonly CreatedSample[],
): Promise<void> {
  const [first] = created;
  if (first === undefined) return;
  const { resource } = first.row;
  const byId = new Map(created.map((one) => [one.row.id, one]));
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
}
