/** Existing rows that a read-only check uses, and that others may change while it does. */
import { Blocked, compare, type Exchange, NotTested, Violation } from '../../conformance/index.js';
import { findFirstListed } from './lists.js';
import type { JsonObject, ScenarioRow, Sender } from './service.js';

/**
 * Looks again at the rows that a scenario used, after an outcome that blames the target.
 *
 * @param rows the rows that the scenario used
 * @param latest the answer that the outcome is about unless it names one
 * @returns the outcome with this answer, or NotTested when a row was changed or removed meanwhile
 */
export async function judgeAdopted(
  sender: Sender,
  rows: readonly ScenarioRow[],
  outcome: Error,
  latest: Exchange,
): Promise<Error> {
  if (!(outcome instanceof Violation || outcome instanceof Blocked)) return outcome;
  try {
    for (const row of rows) {
      if (await isListed(sender, row)) continue;
      const reason = `--read-only: the row with the id ${row.id} was changed or removed by others`;
      return new NotTested(undefined, reason);
    }
  } catch {
    // Without a list, nothing speaks against the outcome.
  }
  const { exchange = latest, mismatches } = outcome;
  if (outcome instanceof Violation) return new Violation(mismatches, exchange);
  return new Blocked(outcome.prerequisites, outcome.message, exchange, mismatches);
}

async function isListed(sender: Sender, { resource, id, members }: ScenarioRow) {
  const isRow = (item: JsonObject) => String(item.id) === id && compare(members, item).length === 0;
  return (await findFirstListed(sender, resource, isRow)) !== undefined;
}
