/** Query strings by their names in features. */
import type { QueryPairs } from '../world.js';

/**
 * Parameters beside those that an operation has, for the id of a row: some frameworks take a method
 * from there, or values that only a body has, and what looks for a name may find part of another.
 */
export const otherParameters = {
  'the id of the first one': (id) => [['id', id]],
  'a page and a limit': () => [
    ['page', '2'],
    ['limit', '3'],
  ],
  'an unknown word': () => [['touchstone', 'check']],
  'names like id': () => [
    ['idle', '0'],
    ['grid', '0'],
  ],
  'another method': (id) => [
    ['id', id],
    ['_method', 'DELETE'],
    ['method', 'DELETE'],
    ['action', 'delete'],
  ],
  'other values': () => [
    ['name', 'touchstone'],
    ['email', 'touchstone'],
    ['description', 'touchstone'],
    ['price', '3'],
    ['stock', '3'],
  ],
} satisfies Record<string, (id: string) => QueryPairs>;

/** The name of some. */
export type OtherParameters = keyof typeof otherParameters;

/** The parameters in `no parameters`, `page 2`, `limit 3` or `page 2 and limit 3`. */
export function listParameters(text: string): QueryPairs {
  return [...text.matchAll(/(page|limit) (\d+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

/** A text with every byte of its UTF-8 as an escape sequence, as any URL may have it. */
export function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}
