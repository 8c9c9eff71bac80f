/** The lists of entries of scenarios, and their removal. */
import {
  type CheckRun,
  type Client,
  type Leftover,
  TargetFailure,
} from '../../conformance/index.js';
import { isSuccess } from './answers.js';

/** The name of the probe with the lists, in `createdRows` and in its path. */
export const listsProbe = 'lists';

/**
 * Deletes the entries of all lists of the run. The id of a list contains the run's marker, so it has
 * no entries of other clients.
 */
export async function removeLists(run: CheckRun): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = [];
  const { createdRows, client } = run;
  for (const { resource, id } of createdRows.rows) {
    if (resource !== listsProbe) continue;
    const reason = await removeList(client, id);
    if (reason !== undefined) leftovers.push({ resource, id, reason });
  }
  return leftovers;
}

/** @returns the reason why the list is not empty; undefined when it is empty */
async function removeList(client: Client, id: string): Promise<string | undefined> {
  try {
    const exchange = await client.send({
      method: 'DELETE',
      path: `/api/${listsProbe}`,
      query: [['id', id]],
    });
    const { status } = exchange.response;
    const isGone = isSuccess(exchange) || status === 404 || status === 410;
    return isGone ? undefined : `DELETE was answered with ${status}`;
  } catch (error) {
    if (error instanceof TargetFailure) return error.message;
    throw error;
  }
}
