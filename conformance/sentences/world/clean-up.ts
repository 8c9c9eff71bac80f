/** Deletes what a run created, by the deletions that its scenarios recorded. */

import { escapeRegExp } from '../../../kit/words.js';
import { type Deletion, keptReason, type Leftover } from '../../creations/created-rows.js';
import { withoutQuery } from '../../http/exchange.js';
import { TargetFailure } from '../../http/target-failure.js';
import { excludedRequests } from '../../suite/requirements.js';
import {
  describeLack,
  isAbsent,
  isMissing,
  proofIn,
  type Reading,
  readPlace,
  showsOwn,
} from './reading.js';
import { headersToKeep, renewHeaders } from './recorded-deletions.js';
import type { SentenceWorld } from './sentence-world.js';

/**
 * Sends the recorded deletions, latest first, then reads the resources that should be gone. A
 * resource that a scenario deleted is deleted again when a read still shows it.
 *
 * @returns the leftovers, each with its reason
 */
export async function deleteRecorded(world: SentenceWorld): Promise<readonly Leftover[]> {
  const { createdRows } = world.run;
  const said = new Map(createdRows.deletions.map((one) => [`${one.method} ${one.path}`, one]));
  await addUndeleted([...said.values()], world);
  const ends: DeletionEnd[] = [];
  for (const { resource: method, id: path, headers: listed } of createdRows.rows) {
    const headers = { ...listed, ...credentialHeaders(world) };
    ends.push(await remove(world, said.get(`${method} ${path}`) ?? { method, path, headers }));
  }
  const leftovers: Leftover[] = [];
  // Reads follow all deletions: a list is empty only then, and slow deletions have some time.
  const reasons = await Promise.all(ends.map((end) => explainRest(end, world)));
  for (const [index, deletion] of ends.map((end) => end.deletion).entries()) {
    const row = { resource: deletion.method, id: deletion.path };
    const reason = reasons[index];
    if (reason === undefined) createdRows.remove(row);
    else leftovers.push({ ...row, reason, ...headersToKeep(deletion, world) });
  }
  // A PUT names what it creates, so a deletion can show that nothing is left of one without an answer.
  const gone = ends.filter((_end, index) => reasons[index] === undefined);
  const put = new Set(gone.map(({ deletion }) => `PUT ${deletion.path}`));
  const unnamed = createdRows.resources.filter(
    (one) => !put.has(one) && createdRows.countUnnamed(one) > 0,
  );
  for (const resource of withoutExcluded(unnamed, world)) {
    const kept = createdRows.countKept(resource);
    for (let count = createdRows.countUnnamed(resource); count > 0; count -= 1) {
      const reason = count > kept ? 'no answer named it' : keptReason;
      leftovers.push({ resource, id: null, reason });
    }
  }
  return leftovers;
}

/** Leaves out the requests whose creations need no deletion, as the suite's exclusions state. */
function withoutExcluded(requests: readonly string[], { run }: SentenceWorld): readonly string[] {
  if (requests.length === 0) return [];
  const patterns = excludedRequests(run.suite).map((request) => {
    const parts = request.split(/\{[^}]*\}/).map(escapeRegExp);
    return new RegExp(`^${parts.join('[^/]+')}$`);
  });
  return requests.filter((one) => !patterns.some((pattern) => pattern.test(withoutQuery(one))));
}

/** Records the resources that scenarios deleted in vain. */
async function addUndeleted(recorded: readonly Deletion[], world: SentenceWorld): Promise<void> {
  const { createdRows } = world.run;
  const rows = new Set(createdRows.rows.map(({ resource, id }) => `${resource} ${id}`));
  const deleted = recorded.filter(({ method, path }) => !rows.has(`${method} ${path}`));
  const shown = await Promise.all(deleted.map((one) => findShown(one, world)));
  for (const [index, { method, path }] of deleted.entries()) {
    if (shown[index] !== undefined) createdRows.add({ resource: method, id: path });
  }
}

/** The end of a deletion: a reason when the resource is left, or the status of an accepted request. */
interface DeletionEnd {
  readonly deletion: Deletion;
  readonly reason?: string;
  readonly status?: number;
}

async function remove(world: SentenceWorld, deletion: Deletion): Promise<DeletionEnd> {
  const { method, path, headers = credentialHeaders(world), shownBy = path } = deletion;
  const { client } = world.run;
  try {
    const reading = await readPlace(shownBy, headers, world);
    if (isAbsent(reading) && shownBy === path) return { deletion };
    if (!showsOwn(reading, path, world)) {
      return { deletion, reason: describeForeign(reading, deletion, world) };
    }
    const renewed = { ...deletion, headers: renewHeaders({ ...deletion, headers }, reading.get) };
    const { response } = await client.send({ method, path, headers: renewed.headers });
    const { status } = response;
    if (status < 300 || isMissing(status)) return { deletion: renewed, status };
    return { deletion: renewed, reason: `${method} was answered with ${status}` };
  } catch (error) {
    if (error instanceof TargetFailure) return { deletion, reason: error.message };
    throw error;
  }
}

/**
 * Why a resource that may belong to others is left. When several answers named it, they did not name
 * what they created, which is left as well.
 */
function describeForeign(
  reading: Reading,
  { method, path, shownBy = path }: Deletion,
  { run }: SentenceWorld,
): string {
  const all = run.createdRows.deletions;
  const { length } = all.filter((one) => one.method === method && one.path === path);
  const named = length > 1 ? `; it was named ${length} times as created` : '';
  return `${describeLack(reading, shownBy)} that it belongs to the run${named}`;
}

/** @returns why the resource is left; undefined when it is gone */
async function explainRest(
  { deletion, reason, status }: DeletionEnd,
  world: SentenceWorld,
): Promise<string | undefined> {
  if (status === undefined) return reason;
  const shown = await findShown(deletion, world);
  if (shown === undefined) return undefined;
  return `${deletion.method} was answered with ${status}, and ${shown} still shows it`;
}

/**
 * Reads a deleted resource. A request other than DELETE may keep what it cleans up, such as an order
 * that it cancels.
 *
 * @returns the request that still shows the run's marker; undefined when none does, or none answers
 */
async function findShown(deletion: Deletion, world: SentenceWorld): Promise<string | undefined> {
  if (deletion.method !== 'DELETE') return undefined;
  const place = placeOf(deletion);
  try {
    const reading = await readPlace(place, deletion.headers ?? credentialHeaders(world), world);
    const method = proofIn(reading, world)?.request.method;
    return method === undefined ? undefined : `${method} ${place}`;
  } catch (error) {
    if (error instanceof TargetFailure) return undefined;
    throw error;
  }
}

/**
 * The path of the deleted resource: `shownBy` when it ends like the path of the deletion. Otherwise
 * it names a parent, which the deletion keeps.
 */
function placeOf({ path, shownBy = path }: Deletion): string {
  const lastValue = (text: string) => text.replace(/^.*[/=]/s, '');
  return lastValue(shownBy) === lastValue(path) ? shownBy : path;
}

/** Headers with the credentials of the run, for the deletions of a report, which contains none. */
function credentialHeaders({ run }: SentenceWorld): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, header, opposite } of run.suite.credentials) {
    const value = run.credentials[name];
    if (header === undefined || value === undefined || opposite !== undefined) continue;
    headers[header.name] ??= header.value.replaceAll('${value}', () => value);
  }
  return headers;
}
