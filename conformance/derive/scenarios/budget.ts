/** Chooses what a limited number of requests can judge, fairly between operations. */
import type { PlannedRequirement, PlannedStep } from './model.js';

/** What a limit leaves of requirements. */
export interface Chosen {
  readonly kept: readonly PlannedRequirement[];
  readonly leftOut: readonly PlannedRequirement[];
}

/**
 * Takes the first requirement of each operation, then the second one of each, as long as the planned
 * requests of scenarios are no more than a limit. Proofs, repetitions and the clean-up need some more.
 */
export function chooseWithin(requirements: readonly PlannedRequirement[], most: number): Chosen {
  if (most === Number.POSITIVE_INFINITY) return { kept: requirements, leftOut: [] };
  const spent = new Set<string>();
  let total = 0;
  const kept = inTurns(requirements).filter((one) => {
    const known = new Set(spent);
    const cost = costOf(one, known);
    if (total + cost > most) return false;
    total += cost;
    for (const line of known) spent.add(line);
    return true;
  });
  const ids = new Set(kept.map(({ id }) => id));
  return {
    kept: requirements.filter(({ id }) => ids.has(id)),
    leftOut: requirements.filter(({ id }) => !ids.has(id)),
  };
}

/** The requirements of all operations in turns. */
function inTurns(requirements: readonly PlannedRequirement[]): readonly PlannedRequirement[] {
  const turns = new Map<string, number>();
  const placed = requirements.map((one) => {
    const [operation = ''] = one.id.split('.');
    const turn = turns.get(operation) ?? 0;
    turns.set(operation, turn + 1);
    return { one, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn).map(({ one }) => one);
}

/**
 * The number of requests of a requirement.
 *
 * @param known what others send already, to which it adds
 */
function costOf({ scenarios }: PlannedRequirement, known: Set<string>): number {
  let cost = 0;
  for (const { steps, tags } of scenarios) {
    // What runs alone gets no shared answers.
    const isAlone = tags.length > 0 || steps.some(({ text }) => /^no other scenario/.test(text));
    for (const [index, step] of steps.entries()) {
      const line = lineOf(step);
      if (!isAlone && steps[index - 1]?.text === 'all scenarios share the next request') {
        if (known.has(line)) continue;
        known.add(line);
      }
      cost += requestsOf(step);
    }
  }
  return cost;
}

function lineOf({ text, below = '', table = [] }: PlannedStep): string {
  return [text, below, ...table.flat()].join('\n');
}

/** The requests of a step: a read comes before a change, and one that waits may be repeated. */
function requestsOf({ text }: PlannedStep): number {
  if (!text.startsWith('I send ')) return 0;
  return /^I send (PUT|PATCH|DELETE) | until /.test(text) ? 2 : 1;
}
