/** The rows that answers name, by their paths: `/todos/7`. */
import type { DescribedExchange } from '../http/described-exchange.js';
import { parseJson } from '../http/json.js';
import type { AddressedExchange } from './addressed-case.js';

/** The id in the answer to a create. */
export function givenId({ request, response }: DescribedExchange): string[] {
  if (request.method !== 'POST' || response === null || response.status >= 300) return [];
  const id = memberId(response.body);
  return id === undefined ? [] : [`${new URL(request.url).pathname}/${id}`];
}

/** The member `id` of a body; undefined when there is none. */
export function memberId(body: string): string | undefined {
  try {
    const { id } = Object(parseJson(body)) as { readonly id?: unknown };
    return id === undefined || id === null ? undefined : String(id);
  } catch {
    // The body is not JSON, or the report cut it.
    return undefined;
  }
}

/** Whether a request names a row, or its answer gave the row its id. */
export function isAboutRow(one: AddressedExchange, row: string): boolean {
  return one.resource === row || givenId(one).includes(row);
}
