/** What a fault concerns: the scenarios of a recording whose exchanges it changes. */
import type { ReceivedResponse } from '../../http/exchange.js';
import type { Fault, SeenExchange } from '../faults/fault.js';
import { areEqual } from '../faults/json-places.js';
import type { RecordedScenario } from './recording.js';

/** Whether a fault changes an exchange of a recorded scenario. */
export function concerns(
  fault: Fault,
  { exchanges }: Pick<RecordedScenario, 'exchanges'>,
): boolean {
  return firstConcerned(fault, exchanges) !== undefined;
}

/** The first exchange of an execution that a fault changes. */
export function firstConcerned<Seen extends SeenExchange>(
  fault: Fault,
  exchanges: readonly Seen[],
): Seen | undefined {
  return exchanges.find((seen, index) => {
    const before = exchanges.slice(0, index);
    const { change } = fault;
    if (!isOf(fault, seen)) return false;
    if ('request' in change) return change.request.applies(seen, before);
    return alteredAnswer(fault, seen, before) !== undefined;
  });
}

/** The first exchange of an execution whose answer a fault changes, as it is with the fault. */
export function firstAltered(
  fault: Fault,
  exchanges: readonly SeenExchange[],
): SeenExchange | undefined {
  const seen = firstConcerned(fault, exchanges);
  const before = exchanges.slice(0, seen && exchanges.indexOf(seen));
  const response = seen && alteredAnswer(fault, seen, before);
  return seen && response && { ...seen, response };
}

/** Undefined where nobody can tell the answer from the one without the fault. */
function alteredAnswer(
  { change }: Fault,
  seen: SeenExchange,
  before: readonly SeenExchange[],
): ReceivedResponse | undefined {
  const altered = 'answer' in change ? change.answer(seen, before) : undefined;
  return altered === undefined || areEqual(altered, seen.response) ? undefined : altered;
}

function isOf({ operation, status }: Fault, seen: SeenExchange): boolean {
  return seen.operation === operation && seen.response.status === status;
}

/** The recorded scenarios by their operations and statuses, in which a fault is looked for. */
export class ScenarioIndex<One extends RecordedScenario = RecordedScenario> {
  readonly #byAnswer = new Map<string, One[]>();

  constructor(scenarios: readonly One[]) {
    for (const one of scenarios) {
      for (const key of new Set(one.exchanges.map(keyOf))) {
        const found = this.#byAnswer.get(key) ?? [];
        found.push(one);
        this.#byAnswer.set(key, found);
      }
    }
  }

  /** The scenarios that a fault concerns, found one after the other. */
  *concernedBy(fault: Fault): Generator<One> {
    for (const one of this.#byAnswer.get(`${fault.operation} ${fault.status}`) ?? []) {
      if (concerns(fault, one)) yield one;
    }
  }
}

function keyOf({ operation, response }: SeenExchange): string {
  return `${operation} ${response.status}`;
}

/**
 * Chooses at most `most` faults: of each kind in turn one, in an order that the seed determines.
 *
 * @param isFault whether a candidate changes anything; others are left out
 */
export function chooseFaults(
  candidates: readonly Fault[],
  most: number,
  draw: (fault: Fault) => string,
  isFault: (fault: Fault) => boolean,
): ReadonlySet<Fault> {
  const kinds = new Map<string, Fault[]>();
  const drawn = candidates.map((fault) => ({ fault, lot: draw(fault) }));
  for (const { fault } of drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1))) {
    kinds.set(fault.kind, [...(kinds.get(fault.kind) ?? []), fault]);
  }
  const chosen = new Set<Fault>();
  let left = [...kinds.values()];
  while (left.length > 0 && chosen.size < most) {
    for (const queue of left) {
      const next = queue.shift();
      if (next !== undefined && chosen.size < most && isFault(next)) chosen.add(next);
    }
    left = left.filter((queue) => queue.length > 0);
  }
  return chosen;
}
