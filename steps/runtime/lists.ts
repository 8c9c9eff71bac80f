/** The lists that scenarios add entries to, and their removal. */
import {
  type CheckRun,
  type Client,
  type Leftover,
  TargetFailure,
} from '../../conformance/index.js';
import { isSuccess } from '../answers.js';

/** The probe that keeps the lists, as the ledger and the path name it. */
export const lists = 'lists';

/**
 * Deletes the entries of all lists that the run has added to. The id of a list is this run's own
 * choice and has its marker, so that nobody else's entries are in it.
 */
export async function removeLists(run: CheckRun): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = [];
  const { ledger, client } = run;
  for (const { resource, id } of ledger.rows) {
    if (resource !== lists) continue;
    const reason = await removeList(client, id);
    if (reason !== undefined) leftovers.push({ resource, id, reason });
  }
  return leftovers;
}

/** @returns why the list is not empty; undefined when it is */
async function removeList(client: Client, id: string): Promise<string | undefined> {
  try {
    const exchange = await client.send({
      method: 'DELETE',
      path: `/api/${lists}`,
      query: [['id', id]],
    });
    const { status } = exchange.response;
    const isGone = isSuccess(exchange) || status === 404;
    return isGone ? undefined : `DELETE was answered with ${status}`;
  } catch (error) {
    if (error instanceof TargetFailure) return error.message;
    throw error;
  }
}
