/**
 * Ordinary rows that are made in advance, several at the same time. Each is given to one scenario,
 * as if that scenario had created it. One list proves all of them to be the run's own.
 */
import { Blocked, type Exchange, TargetFailure } from '../../../conformance/index.js';
import { isSuccess } from '../../world/answers.js';
import { runConcurrently } from '../../world/concurrent-actions.js';
import { idOf, listIn } from '../../world/contents.js';
import { defaultLimit, pageQuery } from '../../world/pages.js';
import { requestList } from '../../world/requests.js';
import type { Resource, ScenarioRow } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { completeBody } from '../requests/bodies.js';

/** A row, with the answer to its create. */
export interface MadeRow {
  readonly row: ScenarioRow;
  readonly exchange: Exchange;
  /** Whether a list has shown the run's own values in it. */
  readonly isProved: boolean;
}

/** The most rows that are made at the same time, which bounds the number of unused rows. */
const mostAtOnce = 8;

/** A list of more users costs more than the reads that it saves. */
const longestList = 500;

/** The rows of one resource that are made in advance in a session. */
class RowReserve {
  readonly #resource: Resource;
  readonly #rows: MadeRow[] = [];
  #taken = 0;
  #making: Promise<void> | undefined;
  /** Whether a create has failed; the next scenarios then judge creates of their own. */
  #isClosed = false;
  #isListed = true;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** The oldest row; undefined when rows cannot be made in advance. */
  async take(world: ServiceWorld): Promise<MadeRow | undefined> {
    while (this.#rows.length === 0 && !this.#isClosed) {
      this.#making ??= world
        .preserveAnswer(() => this.#make(world))
        .finally(() => {
          this.#making = undefined;
        });
      await this.#making;
    }
    this.#taken += 1;
    return this.#rows.shift();
  }

  /** Makes as many rows as were taken so far, so that a short run makes few. */
  async #make(world: ServiceWorld): Promise<void> {
    const count = Math.max(1, Math.min(mostAtOnce, this.#taken));
    try {
      const made = await runConcurrently(
        Array.from({ length: count }, () => () => this.#create(world)),
      );
      const rows = made.flatMap((one) => one ?? []);
      if (rows.length < count) this.#isClosed = true;
      if (rows.length > 1 && this.#isListed) await this.#list(world);
      this.#rows.push(...rows.map((one) => prove(world, one)).sort(byId));
    } catch (error) {
      this.#isClosed = true;
      if (!(error instanceof Blocked || error instanceof TargetFailure)) throw error;
    }
  }

  async #create(world: ServiceWorld): Promise<Omit<MadeRow, 'isProved'> | undefined> {
    const resource = this.#resource;
    const members = completeBody(world.run, resource);
    const exchange = await world.request({ method: 'POST', resource, json: members });
    const id = idOf(exchange);
    if (!isSuccess(exchange) || id === undefined) return undefined;
    return { row: { resource, id, members }, exchange };
  }

  /** The first page has the newest products; the list of users has all. */
  async #list(world: ServiceWorld): Promise<void> {
    const resource = this.#resource;
    const query = resource === 'products' ? pageQuery({ page: 1, limit: defaultLimit }) : [];
    const listed = listIn(await requestList(world, resource, query)) ?? [];
    this.#isListed = listed.length > 0 && listed.length <= longestList;
  }
}

function prove(world: ServiceWorld, made: Omit<MadeRow, 'isProved'>): MadeRow {
  return { ...made, isProved: world.ownRows.isProved(made.row) };
}

function byId({ row: one }: MadeRow, { row: other }: MadeRow): number {
  return BigInt(one.id) < BigInt(other.id) ? -1 : 1;
}

/** By the record of owned resources, of which each session has one. */
const reserves = new WeakMap<object, Map<Resource, RowReserve>>();

/**
 * Takes a row that was made in advance; undefined when the scenario has to create one itself. While
 * it holds the target, a scenario needs the newest row, or must not depend on others.
 */
export async function takeReserved(
  world: ServiceWorld,
  resource: Resource,
): Promise<MadeRow | undefined> {
  if (world.run.readOnly || world.scenario.isHolder) return undefined;
  const known = reserves.get(world.run.owned) ?? new Map<Resource, RowReserve>();
  reserves.set(world.run.owned, known);
  const reserve = known.get(resource) ?? new RowReserve(resource);
  known.set(resource, reserve);
  const key = `the row ${world.run.nextNumber()} made in advance`;
  return await world.run.shared.use(key, () => reserve.take(world));
}
