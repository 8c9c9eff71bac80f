/** Query strings, ids and paths in features. */
import type { QueryPairs } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/** Some frameworks read another method from the query string. */
const anotherMethod: QueryPairs = [
  ['_method', 'DELETE'],
  ['method', 'DELETE'],
  ['action', 'delete'],
];

/**
 * Additional parameters for the id of a row: some frameworks read values of the body from the query
 * string, and a naive search for `id` may find part of another name. Those with an id are for
 * requests without one, since the meaning of two ids is open.
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
  'another method': () => anotherMethod,
  'another method for the first one': (id) => [['id', id], ...anotherMethod],
  'other values': () => [
    ['name', 'touchstone'],
    ['email', 'touchstone'],
    ['description', 'touchstone'],
    ['price', '3'],
    ['stock', '3'],
  ],
} satisfies Record<string, (id: string) => QueryPairs>;

/** The name of a set of parameters. */
export type OtherParameters = keyof typeof otherParameters;

/** Parses `no parameters`, `page 2`, `limit 3` or `page 2 and limit 3`. */
export function listParameters(text: string): QueryPairs {
  return [...text.matchAll(/(page|limit) (\d+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

/** Percent-encodes every byte of the text in UTF-8. */
export function escapeEveryByte(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

// Placeholders in braces

const replacements: Readonly<Record<string, (world: ServiceWorld) => string>> = {
  /** The id of the latest row of the scenario. */
  id: ({ row }) => row.id,
  /** The id that likely follows it. */
  next: ({ row }) => String(BigInt(row.id) + 1n),
  /** The id of the first row of the scenario. */
  first: ({ firstRow }) => firstRow.id,
  /** A number that equals the first row's id modulo 2^32. */
  'first wrapped': ({ firstRow }) => String(BigInt(firstRow.id) + 2n ** 32n),
  /** The marker of the run. */
  marker: ({ run }) => run.marker,
};

/** Replaces all placeholders of an id or a path: `{id} OR 1=1`, `/{marker}/users`. */
export function fillPlaceholders(world: ServiceWorld, template: string): string {
  return template.replace(/\{([^}]+)\}/g, (placeholder, name) => {
    const replacement = replacements[name];
    if (replacement === undefined) throw new Error(`Unknown placeholder: ${placeholder}`);
    return replacement(world);
  });
}
