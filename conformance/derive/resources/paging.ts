/** The parameters by which lists are read in pages. */
import type { Parameter } from '../description/description.js';
import type { Use } from './plan.js';

/** The parameters by which a list is read in parts. */
export interface Paging {
  readonly limit: Parameter | undefined;
  readonly offset: Parameter | undefined;
  readonly page: Parameter | undefined;
  readonly cursor: Parameter | undefined;
}

/** The parameters of a list by their usual names. */
export function pagingOf({ operation }: Use): Paging {
  const find = (names: RegExp, isNumber: boolean) =>
    operation.parameters.find(
      ({ name, place, schema }) =>
        place === 'query' &&
        names.test(name) &&
        [schema.type].flat().some((one) => one === 'integer' || one === 'number') === isNumber,
    );
  return {
    limit: find(
      /^(\$?limit|per[-_]?page|page[-_]?size|size|count|first|max[-_]?results|\$?top|take)$/i,
      true,
    ),
    offset: find(/^(\$?offset|\$?skip|start|start[-_]?index)$/i, true),
    page: find(/^(page|page[-_]?number)$/i, true),
    cursor: find(/^(cursor|after|page[-_]?token|next|starting[-_]?after|continuation)$/i, false),
  };
}

/** Whether a list may come in pages. */
export function isPaged(list: Use): boolean {
  return Object.values(pagingOf(list)).some((one) => one !== undefined);
}

/** Parameters of a query with their values. */
export type Query = Readonly<Record<string, string>>;

/** Longer lists are not read as a whole. */
export const longestWhole = 100;

/** The query of the longest page of a list, which shows most of what must not be there. */
export function longestPage(list: Use): Query {
  const { limit } = pagingOf(list);
  return limit === undefined
    ? {}
    : {
        [limit.name]: String(Math.min(Number(limit.schema.maximum ?? longestWhole), longestWhole)),
      };
}
