/**
 * Deletes what a run created: by the lists that the suite names, and by the deletions that its
 * scenarios recorded. A resource is deleted only when the target shows it with the run's marker.
 */

import { cut } from '../../kit/words.js';
import { TargetFailure } from '../http/target-failure.js';
import { excludedRequests, isRequestOf } from '../suite/requirements.js';
import { createsKind, deletesKind } from '../suite/resource-kinds.js';
import type { RequestLine } from '../suite/suite.js';
import {
  type CleaningRun,
  credentialHeaders,
  missingCredential,
  recordedDeletion,
} from './cleaning-run.js';
import { isUsed, ListedCleanUp } from './listed-clean-up.js';
import { referringRow, refersToOwn } from './own-references.js';
import {
  type Deletion,
  keptLeftover,
  type Leftover,
  lineOf,
  type OwnedResource,
} from './owned-resources.js';
import {
  describeLack,
  isAbsent,
  isKnownMissing,
  isMissing,
  proofIn,
  type Reading,
  readPlace,
  showsOwn,
} from './reading.js';

/** @returns what is left, each with its reason */
export async function deleteOwned(run: CleaningRun): Promise<readonly Leftover[]> {
  const kinds = run.suite.resources.filter(({ list }) => list !== undefined);
  const isListed = (deletion: RequestLine) => kinds.some((kind) => deletesKind(kind, deletion));
  const left = [...(await deleteRecorded(run, (deletion) => !isListed(deletion)))];
  // Resources may refer to those of earlier kinds, which can be deleted once they are gone.
  for (const kind of kinds.filter((one) => isUsed(one, run)).reverse()) {
    left.push(...(await new ListedCleanUp(kind, run).perform()));
  }
  const unlisted = run.owned.creations.filter(
    (one) => !kinds.some((kind) => createsKind(kind, one)),
  );
  return [...left, ...describeUnnamed(unlisted, run)];
}

/**
 * Sends the recorded deletions, latest first, then reads the resources that should be gone. A
 * resource that a scenario deleted is deleted again when a read still shows it.
 */
async function deleteRecorded(
  run: CleaningRun,
  isMeant: (deletion: RequestLine) => boolean,
): Promise<readonly Leftover[]> {
  const { owned } = run;
  const recorded = owned.deletions.filter(isMeant).map((one) => [lineOf(one), one] as const);
  await addUndeleted([...new Map(recorded).values()], run);
  const ends: DeletionEnd[] = [];
  for (const resource of owned.named.filter(({ deletion }) => isMeant(deletion))) {
    const deletion = recordedDeletion(resource, run);
    if (isByHeaders(deletion) && !recorded.some(([line]) => line === lineOf(deletion))) {
      ends.push({ resource, deletion, reason: 'only its own token deletes it' });
      continue;
    }
    const option = missingCredential(resource, run);
    if (option !== undefined) ends.push({ resource, deletion, reason: `needs ${option}`, option });
    else ends.push({ resource, ...(await remove(deletion, run)) });
  }
  const leftovers: Leftover[] = [];
  // Reads follow all deletions: a list is empty only then, and slow deletions have some time.
  const reasons = await Promise.all(ends.map((end) => explainRest(end, run)));
  for (const [index, { resource, option }] of ends.entries()) {
    const reason = reasons[index];
    if (reason === undefined) forget(resource, run);
    else leftovers.push({ ...resource, reason, ...(option === undefined ? {} : { option }) });
  }
  return leftovers;
}

/** A PUT names what it creates, so that nothing is left of one without an answer either. */
function forget({ deletion }: OwnedResource, { owned }: CleaningRun): void {
  owned.remove(deletion);
  const creation = { method: 'PUT', path: deletion.path };
  const count = owned.countUnnamed(creation);
  if (count > 0) owned.apply({ kind: 'unnamed', creation, by: -count });
}

/** What requests may have created although no answer names it. */
function describeUnnamed(creations: readonly RequestLine[], run: CleaningRun): readonly Leftover[] {
  const { owned, suite } = run;
  return withoutExcluded(creations, run).flatMap((creation) => {
    const kept = owned.countKept(creation);
    const others = owned.countUnnamed(creation) - kept;
    const lasting = suite.derived?.lasting.find((one) => isRequestOf(one, creation));
    if (lasting !== undefined) return describeLasting(lasting, kept + others);
    return Array.from({ length: others + kept }, (_, index) => {
      return { creation, ...(index < others ? { reason: 'no answer named it' } : keptLeftover) };
    });
  });
}

/** What the requests for one operation created, which no request of the description deletes. */
function describeLasting(operation: string, count: number): readonly Leftover[] {
  const [method, path] = cut(operation, ' ');
  const reason = 'no request that the check may send deletes it';
  return Array.from({ length: count }, () => ({
    ...{ creation: { method, path }, reason },
    isKept: true as const,
  }));
}

/** Leaves out the requests whose creations need no deletion, as the suite's exclusions state. */
function withoutExcluded(
  requests: readonly RequestLine[],
  { suite }: CleaningRun,
): readonly RequestLine[] {
  if (requests.length === 0) return [];
  const { undeleted = [], lasting = [] } = suite.derived ?? {};
  const others = undeleted.filter((one) => !lasting.some((kept) => isSameRequest(kept, one)));
  const excluded = [...excludedRequests(suite), ...others];
  return requests.filter((one) => !excluded.some((term) => isRequestOf(term, one)));
}

/** Whether two terms differ in the names of their parameters alone. */
function isSameRequest(one: string, other: string): boolean {
  const plain = (term: string) => term.replace(/\{[^}]*\}/g, '{}');
  return plain(one) === plain(other);
}

/** Records the resources that scenarios deleted in vain, unless one has seen that they are gone. */
async function addUndeleted(recorded: readonly Deletion[], run: CleaningRun): Promise<void> {
  const named = new Set(run.owned.named.map(({ deletion }) => lineOf(deletion)));
  const deleted = recorded.filter(
    (one) => !named.has(lineOf(one)) && !isKnownMissing(one, run.owned),
  );
  const shown = await Promise.all(deleted.map((one) => findShown(one, run)));
  for (const [index, { method, path }] of deleted.entries()) {
    if (shown[index] !== undefined) run.owned.add({ deletion: { method, path } });
  }
}

/** The end of a deletion. */
interface DeletionEnd {
  readonly resource: OwnedResource;
  readonly deletion: Deletion;
  /** Why the resource is left. */
  readonly reason?: string;
  /** The status with which the deletion was accepted. */
  readonly status?: number;
  /** The missing option without which it was not sent. */
  readonly option?: string;
}

/** Whether only the headers of a deletion name what it is about: `/me#7` has a fragment for it. */
function isByHeaders({ path }: RequestLine): boolean {
  return path.includes('#');
}

/** A path as it is sent. */
function withoutFragment(path: string): string {
  return path.replace(/#.*$/s, '');
}

async function remove(
  deletion: Deletion,
  run: CleaningRun,
): Promise<Omit<DeletionEnd, 'resource'>> {
  const { method, renew, logIn } = deletion;
  const path = withoutFragment(deletion.path);
  const shownBy = withoutFragment(deletion.shownBy ?? deletion.path);
  try {
    const own = { ...deletion.headers, ...(await logIn?.(run.client)) };
    // With other credentials, the same path names another resource.
    const isOther = isByHeaders(deletion) && (logIn !== undefined || hasCredential(own, run));
    const { headers, reading } = isOther
      ? { headers: own, reading: await readPlace(shownBy, own, run) }
      : await readAs(shownBy, own, run);
    if (isGone(reading, deletion) && shownBy === path) return { deletion };
    const get = (one: string) => run.client.send({ method: 'GET', path: one, headers });
    if (!showsOwn(reading, path, run) && !(await refersToOwn(shownBy, reading.get, get, run))) {
      return { deletion, reason: describeForeign(reading, deletion, run) };
    }
    const renewed = { ...deletion, headers: { ...headers, ...renew?.(reading.get) } };
    const { response } = await run.client.send({ method, path, headers: renewed.headers });
    const { status } = response;
    if (status < 300 || isMissing(status)) return { deletion: renewed, status };
    return { deletion: renewed, reason: `${method} was answered with ${status}` };
  } catch (error) {
    if (error instanceof TargetFailure) return { deletion, reason: error.message };
    throw error;
  }
}

/** Whether headers have a credential of the suite. */
function hasCredential(headers: Readonly<Record<string, string>>, { suite }: CleaningRun): boolean {
  return suite.credentials.some(({ header }) => header !== undefined && header.name in headers);
}

/** Whether there is nothing to delete: a token may end with its account. */
function isGone(reading: Reading, deletion: Deletion): boolean {
  return isAbsent(reading) || (isByHeaders(deletion) && reading.get.response.status === 401);
}

/** Reads a place, and once more with the credentials of the run when others are not enough. */
async function readAs(path: string, headers: Deletion['headers'] = {}, run: CleaningRun) {
  const reading = await readPlace(path, headers, run);
  const all = { ...headers, ...credentialHeaders(run) };
  const isEnough = reading.get.response.status !== 401;
  if (isEnough || Object.keys(all).length === Object.keys(headers).length)
    return { headers, reading };
  return { headers: all, reading: await readPlace(path, all, run) };
}

/**
 * Why a resource that may belong to others is left. When several answers named it, they did not name
 * what they created, which is left as well.
 */
function describeForeign(
  reading: Reading,
  { method, path, shownBy = path }: Deletion,
  run: CleaningRun,
): string {
  const { length } = run.owned.deletions.filter((one) => lineOf(one) === `${method} ${path}`);
  const named = length > 1 ? `; it was named ${length} times as created` : '';
  return `${describeLack(reading, shownBy)} that it belongs to the run${named}`;
}

/** @returns why the resource is left; undefined when it is gone */
async function explainRest(
  { deletion, reason, status }: DeletionEnd,
  run: CleaningRun,
): Promise<string | undefined> {
  if (status === undefined) return reason;
  const shown = await findShown(deletion, run);
  if (shown === undefined) return undefined;
  return `${deletion.method} was answered with ${status}, and ${shown} still shows it`;
}

/**
 * Reads a deleted resource. A request other than DELETE may keep what it cleans up, such as an order
 * that it cancels.
 *
 * @returns the request that still shows the resource; undefined when none does, or none answers
 */
async function findShown(deletion: Deletion, run: CleaningRun): Promise<string | undefined> {
  if (deletion.method !== 'DELETE') return undefined;
  const place = withoutFragment(placeOf(deletion));
  try {
    const reading = await readPlace(place, deletion.headers ?? {}, run);
    // What it refers to may be gone by now.
    const isThere = referringRow(place, reading.get, run.suite) !== undefined;
    const method = proofIn(reading, run)?.request.method ?? (isThere ? 'GET' : undefined);
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
