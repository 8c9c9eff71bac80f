/** Query strings by their names in features. */
import type { QueryPairs } from './world.js';

/** Parameters beside those that an operation has. */
export function otherParameters(name: string, id: string): QueryPairs {
  if (name.startsWith('the id of')) return [['id', id]];
  if (name === 'an unknown word') return [['touchstone', 'check']];
  return [
    ['page', '2'],
    ['limit', '3'],
  ];
}

/** `no parameters`, `page 2`, `limit 3` or `page 2 and limit 3` as numbers. */
export function listParameters(text: string): { page?: number; limit?: number } {
  const number = (name: string) => new RegExp(`${name} (\\d+)`).exec(text)?.[1];
  const [page, limit] = [number('page'), number('limit')];
  return {
    ...(page === undefined ? {} : { page: Number(page) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}
