/**
 * Deletes the rows of a run: listed rows with the run's marker, and rows with an id from the answer to
 * a create, when a read shows the marker in them.
 */
import {
  Blocked,
  type Exchange,
  isObject,
  isOutcome,
  type Leftover,
  render,
  TargetFailure,
} from '../../conformance/index.js';
import { isId, isRejected, isSuccess } from './answers.js';
import { runConcurrently } from './concurrent-actions.js';
import { contentOf } from './contents.js';
import { walkList } from './lists.js';
import type { OwnRows } from './own-rows.js';
import { requestRemoval, requestRow } from './requests.js';
import type { Resource, Sender } from './service.js';

/** The sender of a clean-up. */
export interface Cleaner extends Sender {
  readonly ownRows: OwnRows;
}

/** @returns the remaining rows, each with the reason */
export async function removeRows(world: Cleaner): Promise<readonly Leftover[]> {
  const { createdRows } = world.run;
  const used = (['products', 'users'] as const).filter((one) =>
    createdRows.resources.includes(one),
  );
  const run = async (one: CleanUp) => ({ one, rest: await one.run() });
  const ends = await runConcurrently(used.map((name) => () => run(new CleanUp(world, name))));
  const left: Leftover[] = [];
  for (const { one, rest } of ends) left.push(...(await one.repeat(rest)));
  return left;
}

/** The run's own rows in a list. */
interface OwnListed {
  readonly ids: readonly string[];
  /** The number of rows without an id. */
  readonly nameless: number;
}

/**
 * The walk of a list of products ends after this many rows of others, since the newest products come
 * first.
 */
const longestGap = 100;

/** A clean-up ends after this many consecutive rows without an answer, or deleted in vain. */
const mostFailures = 2;

/** The clean-up of one resource. `createdRows` contains the remaining rows. */
class CleanUp {
  readonly #world: Cleaner;
  readonly #resource: Resource;
  /** The reasons why rows remain, by id. */
  readonly #reasons = new Map<string, string>();
  readonly #deleted = new Set<string>();
  /** The ids of own rows in a list. */
  readonly #listed = new Set<string>();
  /** Those of them that no answer named. */
  readonly #unanswered = new Set<string>();
  /** Whether rows with unknown or wrongly reported ids may exist. */
  #hasUnnamed: boolean;

  constructor(world: Cleaner, resource: Resource) {
    this.#world = world;
    this.#resource = resource;
    this.#hasUnnamed = world.run.createdRows.countUnnamed(resource) > 0;
  }

  /** Ends early when the target no longer answers or a credential is missing; all rows then remain. */
  async run(): Promise<Leftover[]> {
    try {
      const before = await this.#removeListed();
      await this.#removeClaimed();
      if (this.#hasUnnamed) await this.#removeListed();
      const after = this.#deleted.size === 0 ? before : await this.#listOwn();
      await this.#noteGone(after);
      return this.#describeRest(after);
    } catch (error) {
      if (!isOutcome(error)) throw error;
      return [...this.#world.run.createdRows.describeRest(error, this.#resource)];
    }
  }

  /**
   * Deletes remaining rows again, one at a time: a target may fail to delete several at the same
   * time.
   *
   * @returns the rows that still remain
   */
  async repeat(rest: readonly Leftover[]): Promise<Leftover[]> {
    const [left, gone]: [Leftover[], Leftover[]] = [[], []];
    let failures = 0;
    for (const leftover of rest) {
      const { id } = leftover;
      const isDeletable = id !== null && this.#deleted.has(id) && failures < mostFailures;
      const isGone = isDeletable && (await this.#removeAgain(id));
      if (isDeletable) failures = isGone ? 0 : failures + 1;
      (isGone ? gone : left).push(leftover);
    }
    return [...left, ...(await this.#findListed(gone))];
  }

  /** The rows that the list still shows: a target may list rows that a read does not find. */
  async #findListed(rows: readonly Leftover[]): Promise<Leftover[]> {
    if (rows.length === 0) return [];
    const ids: readonly (string | null)[] = (await this.#listOwn())?.ids ?? [];
    return rows.filter(({ id }) => ids.includes(id));
  }

  /** @returns whether the row is gone */
  async #removeAgain(id: string): Promise<boolean> {
    const row = { resource: this.#resource, id };
    try {
      const isAccepted = isSuccess(await requestRemoval(this.#world, row));
      const read = await requestRow(this.#world, row);
      const isGone = isRejected(read) || (isAccepted && !this.#isOwn(read));
      if (isGone) this.#world.run.createdRows.remove(row);
      return isGone;
    } catch (error) {
      if (isOutcome(error)) return false;
      throw error;
    }
  }

  /** Continues after a row without an answer, but not after several: the target is gone then. */
  async #removeClaimed(): Promise<void> {
    let failures = 0;
    for (const id of this.#claimedIds().filter((one) => !this.#reasons.has(one))) {
      try {
        await this.#removeIfOwn(id);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof TargetFailure) || failures === mostFailures) throw error;
        this.#reasons.set(id, error.message);
      }
    }
  }

  /** The recorded ids. */
  #claimedIds(): string[] {
    const { rows } = this.#world.run.createdRows;
    return rows.filter(({ resource }) => resource === this.#resource).map(({ id }) => id);
  }

  async #removeListed(): Promise<OwnListed | undefined> {
    const listed = await this.#listOwn();
    const ids = listed?.ids ?? [];
    await runConcurrently(ids.map((id) => () => this.#remove(id)));
    return listed;
  }

  /**
   * Records the run's own rows of the list. Undefined when the list is unreadable, unanswered or
   * too long; single reads remain then.
   */
  async #listOwn(): Promise<OwnListed | undefined> {
    const [world, resource] = [this.#world, this.#resource];
    const ids: string[] = [];
    let [nameless, gap] = [0, 0];
    try {
      for await (const item of walkList(world, resource)) {
        gap += 1;
        if (gap > longestGap && resource === 'products' && !this.#hasUnnamed) break;
        if (!world.ownRows.isMarked(item)) continue;
        gap = 0;
        if (isId(item.id)) ids.push(String(item.id));
        else nameless += 1;
      }
    } catch (error) {
      if (error instanceof Blocked || error instanceof TargetFailure) return undefined;
      throw error;
    }
    const claimed = new Set(this.#claimedIds());
    for (const id of ids) {
      if (!claimed.has(id) && !this.#listed.has(id)) this.#unanswered.add(id);
      this.#noteOwn(id);
      this.#listed.add(id);
    }
    return { ids: [...new Set(ids)], nameless };
  }

  #noteOwn(id: string): void {
    this.#world.run.createdRows.add({ resource: this.#resource, id });
    this.#world.ownRows.adopt(this.#resource, id);
  }

  /** Deletes a row that is proved to be the run's own. */
  async #remove(id: string): Promise<void> {
    try {
      const { response } = await requestRemoval(this.#world, { resource: this.#resource, id });
      this.#deleted.add(id);
      const end = `DELETE was answered with ${response.status}`;
      this.#reasons.set(id, `${end}, and the row still exists`);
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      this.#reasons.set(id, error.message);
    }
  }

  /** Deletes a row that the list lacks, if a read proves it to be the run's own. */
  async #removeIfOwn(id: string): Promise<void> {
    const row = { resource: this.#resource, id };
    const read = await requestRow(this.#world, row);
    const shown = contentOf(read);
    if (isSuccess(read) && this.#isOwn(read)) {
      this.#noteOwn(id);
      await this.#remove(id);
      return;
    }
    this.#hasUnnamed = true;
    if (isRejected(read)) {
      this.#world.run.createdRows.remove(row);
    } else {
      const found = isObject(shown) ? render(shown) : `status ${read.response.status}`;
      const alone = "left alone, since nothing shows it to be the run's own";
      this.#reasons.set(id, `${alone}: a create was answered with this id, a read with ${found}`);
    }
  }

  /** Records deleted rows by the list; rows that it never showed are read. */
  async #noteGone(after: OwnListed | undefined): Promise<void> {
    for (const id of this.#deleted) {
      const row = { resource: this.#resource, id };
      const isListed = after !== undefined && this.#listed.has(id);
      const isThere = isListed ? after.ids.includes(id) : await this.#isShownByRead(id);
      if (isThere) this.#noteOwn(id);
      else this.#world.run.createdRows.remove(row);
    }
  }

  async #isShownByRead(id: string): Promise<boolean> {
    return this.#isOwn(await requestRow(this.#world, { resource: this.#resource, id }));
  }

  #isOwn(read: Exchange): boolean {
    const shown = contentOf(read);
    return isObject(shown) && this.#world.ownRows.isMarked(shown);
  }

  #describeRest(after: OwnListed | undefined): Leftover[] {
    const resource = this.#resource;
    const rest = this.#claimedIds().map((id) => {
      const reason = this.#reasons.get(id) ?? 'it was made while others were being deleted';
      return { resource, id, reason };
    });
    const nameless = after?.nameless ?? this.#world.run.createdRows.countUnnamed(resource);
    const why =
      after === undefined
        ? 'its create had no usable answer, and no list can be read'
        : 'the list shows it without an id';
    const unnamed = Array.from({ length: nameless }, () => ({ resource, id: null, reason: why }));
    return [...rest, ...unnamed, ...(after === undefined ? [] : this.#describeLate())];
  }

  /** Rows whose creates were not answered in time, and that no list shows yet. */
  #describeLate(): Leftover[] {
    const resource = this.#resource;
    const count = this.#world.run.createdRows.countLate(resource) - this.#unanswered.size;
    const reason = 'its create was not answered in time, so it may still be stored';
    return Array.from({ length: Math.max(0, count) }, () => ({ resource, id: null, reason }));
  }
}
