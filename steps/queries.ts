/** Query strings by their names in features. */
import type { QueryPairs } from './world.js';

/** Parameters beside those that an operation has; some frameworks take a method from there. */
export function otherParameters(name: string, id: string): QueryPairs {
  if (name.startsWith('the id of')) return [['id', id]];
  if (name === 'an unknown word') return [['touchstone', 'check']];
  if (name === 'other values') return otherValues;
  if (name === 'another method') return [['id', id], ...otherMethods];
  return [
    ['page', '2'],
    ['limit', '3'],
  ];
}

/** Only a body has values: some frameworks look for them in the query string first. */
const otherValues: QueryPairs = [
  ['name', 'touchstone'],
  ['email', 'touchstone'],
  ['description', 'touchstone'],
  ['price', '3'],
  ['stock', '3'],
];

const otherMethods: QueryPairs = [
  ['_method', 'DELETE'],
  ['method', 'DELETE'],
  ['action', 'delete'],
];

/** The parameters in `no parameters`, `page 2`, `limit 3` or `page 2 and limit 3`. */
export function listParameters(text: string): QueryPairs {
  return [...text.matchAll(/(page|limit) (\d+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}
