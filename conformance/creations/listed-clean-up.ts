/**
 * Deletes the resources of a kind that has a list: those that the list shows with the run's marker,
 * also when no answer named them, and those that an answer named and a read shows with it.
 */

import { jsonOf } from '../http/exchange.js';
import { isObject } from '../http/json.js';
import { TargetFailure } from '../http/target-failure.js';
import { render } from '../mismatches/mismatch-text.js';
import { createsKind, deletesKind } from '../suite/resource-kinds.js';
import type { RequestLine, ResourceKind } from '../suite/suite.js';
import {
  type CleaningRun,
  credentialHeaders,
  missingCredential,
  recordedDeletion,
} from './cleaning-run.js';
import { listOwn, type OwnListed } from './own-lists.js';
import { keptLeftover, type Leftover, lineOf, type OwnedResource } from './owned-resources.js';
import { type Reading, readPlace, showsOwn } from './reading.js';

/** The reason for what the list does not show yet. */
const late = 'its create was not answered in time, so it may still be stored';

/** A clean-up ends after this many consecutive requests without an answer, or deletions in vain. */
const mostFailures = 2;

/** Whether anything of a kind may have been created. */
export function isUsed(kind: ResourceKind, { owned }: CleaningRun): boolean {
  return (
    owned.creations.some((one) => createsKind(kind, one)) ||
    owned.named.some(({ deletion }) => deletesKind(kind, deletion))
  );
}

/** The clean-up of one kind. */
export class ListedCleanUp {
  readonly #run: CleaningRun;
  readonly #kind: ResourceKind;
  /** The reasons why resources remain, by their deletions. */
  readonly #reasons = new Map<string, string>();
  /** The resources for which a deletion was sent. */
  readonly #sent = new Map<string, OwnedResource>();
  /** The deletions of the own resources that a list has shown. */
  readonly #listed = new Set<string>();
  /** The number of own resources in the list that no answer named. */
  #unanswered = 0;
  /** Why the list could not be read, at the last time. */
  #unreadable = '';
  /** Whether there may be resources with unknown or wrongly reported ids. */
  #hasUnnamed: boolean;

  constructor(kind: ResourceKind, run: CleaningRun) {
    this.#kind = kind;
    this.#run = run;
    this.#hasUnnamed = this.#creations.some((one) => run.owned.countUnnamed(one) > 0);
  }

  get #creations(): readonly RequestLine[] {
    return this.#run.owned.creations.filter((one) => createsKind(this.#kind, one));
  }

  /** The recorded resources. */
  get #named(): readonly OwnedResource[] {
    return this.#run.owned.named.filter(({ deletion }) => deletesKind(this.#kind, deletion));
  }

  /** @returns what remains, each with the reason */
  async perform(): Promise<readonly Leftover[]> {
    return await this.#repeat(await this.#remove());
  }

  async #remove(): Promise<readonly Leftover[]> {
    const before = await this.#removeListed();
    await this.#removeNamed();
    if (this.#hasUnnamed) await this.#removeListed();
    const after = this.#sent.size === 0 ? before : await this.#listOwn();
    await this.#noteGone(after);
    return this.#describeRest(after);
  }

  /** Continues after a resource without an answer, but not after several: the target is gone then. */
  async #removeNamed(): Promise<void> {
    let failures = 0;
    for (const resource of this.#named) {
      const line = lineOf(resource.deletion);
      if (this.#reasons.has(line)) continue;
      const option = missingCredential(resource, this.#run);
      if (option !== undefined || failures === mostFailures) {
        this.#reasons.set(
          line,
          option === undefined ? 'the target stopped answering' : `needs ${option}`,
        );
        continue;
      }
      try {
        await this.#removeIfOwn(resource);
        failures = 0;
      } catch (error) {
        if (!(error instanceof TargetFailure)) throw error;
        failures += 1;
        this.#reasons.set(line, error.message);
      }
    }
  }

  async #removeListed(): Promise<OwnListed | undefined> {
    const listed = await this.#listOwn();
    const own = new Set(listed?.deletions.map(lineOf));
    const resources = this.#named.filter(({ deletion }) => own.has(lineOf(deletion)));
    await Promise.all(resources.map((one) => this.#delete(one)));
    return listed;
  }

  /** Records the run's own resources of the list; undefined when the list cannot be read. */
  async #listOwn(): Promise<OwnListed | undefined> {
    const headers = credentialHeaders(this.#run);
    const listed = await listOwn(this.#kind, headers, this.#run, this.#hasUnnamed);
    if (typeof listed === 'string') {
      this.#unreadable = listed;
      return undefined;
    }
    const named = new Set(this.#named.map(({ deletion }) => lineOf(deletion)));
    for (const deletion of listed.deletions) {
      const line = lineOf(deletion);
      if (!named.has(line) && !this.#listed.has(line)) this.#unanswered += 1;
      if (!named.has(line)) this.#run.owned.add({ deletion });
      this.#listed.add(line);
    }
    return listed;
  }

  /** Deletes a resource that is proved to be the run's own. */
  async #delete(resource: OwnedResource): Promise<void> {
    const { deletion } = resource;
    const line = lineOf(deletion);
    try {
      const { headers = {} } = recordedDeletion(resource, this.#run);
      const { status } = (await this.#run.client.send({ ...deletion, headers })).response;
      this.#sent.set(line, resource);
      this.#reasons.set(line, `DELETE was answered with ${status}, and the row still exists`);
      if (status < 300) this.#run.owned.remove(deletion);
    } catch (error) {
      if (!(error instanceof TargetFailure)) throw error;
      this.#reasons.set(line, error.message);
    }
  }

  /** Deletes a resource that the list lacks, if a read proves it to be the run's own. */
  async #removeIfOwn(resource: OwnedResource): Promise<void> {
    const { deletion } = resource;
    const reading = await this.#read(resource);
    if (showsOwn(reading, deletion.path, this.#run)) {
      await this.#delete(resource);
      return;
    }
    this.#hasUnnamed = true;
    if (isRejected(reading)) this.#run.owned.remove(deletion);
    else this.#reasons.set(lineOf(deletion), describeOther(reading));
  }

  #read(resource: OwnedResource): Promise<Reading> {
    const { path, headers = {} } = recordedDeletion(resource, this.#run);
    return readPlace(path, headers, this.#run);
  }

  /** Forgets deleted resources by the list; those that it never showed are read. */
  async #noteGone(after: OwnListed | undefined): Promise<void> {
    const left = new Set(after?.deletions.map(lineOf));
    for (const [line, resource] of this.#sent) {
      const isListed = after !== undefined && this.#listed.has(line);
      const isThere = isListed ? left.has(line) : await this.#isShown(resource);
      if (isThere) this.#run.owned.add(resource);
      else this.#run.owned.remove(resource.deletion);
    }
  }

  async #isShown(resource: OwnedResource): Promise<boolean> {
    try {
      return showsOwn(await this.#read(resource), resource.deletion.path, this.#run);
    } catch (error) {
      if (error instanceof TargetFailure) return true;
      throw error;
    }
  }

  #describeRest(after: OwnListed | undefined): readonly Leftover[] {
    const rest = this.#named.map((resource) => {
      const made = 'it was made while others were being deleted';
      const reason = this.#reasons.get(lineOf(resource.deletion)) ?? made;
      const option = missingCredential(resource, this.#run);
      return { ...resource, reason, ...(option === undefined ? {} : { option }) };
    });
    return [
      ...rest,
      ...(after === undefined ? this.#describeUnnamed() : this.#describeLate(after)),
    ];
  }

  /** What requests created without a usable answer, while no list can be read. */
  #describeUnnamed(): readonly Leftover[] {
    const reason = `its create had no usable answer, and no list can be read: ${this.#unreadable}`;
    return this.#creations.flatMap((creation) =>
      Array.from({ length: this.#run.owned.countUnnamed(creation) }, () => ({ creation, reason })),
    );
  }

  /** What the list shows without an id, or does not show although it was created, or may be. */
  #describeLate({ nameless }: OwnListed): readonly Leftover[] {
    const { owned } = this.#run;
    let found = this.#unanswered;
    const missing = this.#creations.flatMap((creation) => {
      const created = [
        ...Array.from({ length: owned.countKept(creation) }, () => keptLeftover),
        ...Array.from({ length: owned.countLate(creation) }, () => ({ reason: late })),
      ];
      const covered = Math.min(found, created.length);
      found -= covered;
      return created.slice(covered).map((why) => ({ creation, ...why }));
    });
    const [creation] = this.#creations;
    const shown = Array.from({ length: creation === undefined ? 0 : nameless }, () => ({
      ...(creation === undefined ? {} : { creation }),
      reason: 'the list shows it without an id',
    }));
    return [...shown, ...missing];
  }

  /**
   * Deletes remaining resources again, one at a time: a target may fail to delete several at the
   * same time.
   *
   * @returns what still remains
   */
  async #repeat(rest: readonly Leftover[]): Promise<readonly Leftover[]> {
    const gone = new Set<string>();
    let failures = 0;
    for (const [line, resource] of this.#sent) {
      const isLeft = this.#named.some(({ deletion }) => lineOf(deletion) === line);
      if (!isLeft || failures === mostFailures) continue;
      await this.#delete(resource);
      const isGone = !(await this.#isShown(resource));
      failures = isGone ? 0 : failures + 1;
      if (isGone) gone.add(line);
    }
    // A target may list resources that a read does not find.
    const listed = gone.size === 0 ? undefined : await this.#listOwn();
    for (const deletion of listed?.deletions ?? []) gone.delete(lineOf(deletion));
    for (const [line, { deletion }] of this.#sent) {
      if (gone.has(line)) this.#run.owned.remove(deletion);
    }
    return rest.filter(({ deletion }) => deletion === undefined || !gone.has(lineOf(deletion)));
  }
}

/** Whether the target says that there is no such resource, in whatever way. */
function isRejected({ get }: Reading): boolean {
  const { status } = get.response;
  return status >= 400 && status < 500 && status !== 401;
}

function describeOther({ get: { response } }: Reading): string {
  const shown = jsonOf(response)?.value;
  const found = isObject(shown)
    ? `reading it returned ${render(shown)}, which this run did not write`
    : `reading it was answered with ${response.status}`;
  return `not deleted: a create returned this id, but ${found}`;
}
