/** Which rows the run created, and taking them away again. */
import type { Credentials } from '../credentials.js';
import type { Client } from '../http/exchange.js';
import { TargetFailure } from '../outcomes.js';
import type { Profile } from '../requirements.js';
import type { CreatedRow, Ledger } from '../scenarios/scenario-run.js';

/** A row that could not be deleted, and why. */
export interface Leftover extends CreatedRow {
  readonly reason: string;
}

/** The ledger of one profile's scenarios. */
export class RowLedger implements Ledger {
  readonly #rows = new Map<string, CreatedRow>();

  add(row: CreatedRow): void {
    this.#rows.set(keyOf(row), row);
  }

  remove(row: CreatedRow): void {
    this.#rows.delete(keyOf(row));
  }

  /** What is still there, the newest first, so that rows go before those they may refer to. */
  get rows(): readonly CreatedRow[] {
    return [...this.#rows.values()].reverse();
  }
}

function keyOf({ resource, id }: CreatedRow): string {
  return `${resource} ${id}`;
}

/**
 * Deletes the rows of a ledger through the target's own endpoints, and nothing else. It stops at
 * the first request without an answer: a target that is gone would cost a time-out per row.
 */
export async function deleteRows(
  rows: readonly CreatedRow[],
  client: Client,
  profile: Profile,
  credentials: Credentials,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const status = await deleteRow(row, client, headersFor(row, profile, credentials));
      const isGone = status < 300 || status === 404;
      if (!isGone) leftovers.push({ ...row, reason: `DELETE was answered with ${status}` });
    } catch (error) {
      if (!(error instanceof TargetFailure)) throw error;
      const { message: reason } = error;
      return [...leftovers, ...rows.slice(index).map((rest) => ({ ...rest, reason }))];
    }
  }
  return leftovers;
}

async function deleteRow(
  { resource, id }: CreatedRow,
  client: Client,
  headers: Record<string, string>,
): Promise<number> {
  const query = [['id', id]] as const;
  const path = `/api/${resource}`;
  const { response } = await client.send({ method: 'DELETE', path, query, headers });
  return response.status;
}

function headersFor(
  { resource }: CreatedRow,
  profile: Profile,
  { apiKey, bearerToken }: Credentials,
): Record<string, string> {
  if (profile === 'bearer') return bearerToken ? { Authorization: `Bearer ${bearerToken}` } : {};
  const needsKey = profile === 'users-api-key' || resource === 'products';
  return needsKey && apiKey ? { 'X-API-Key': apiKey } : {};
}
