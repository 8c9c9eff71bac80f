/** Query strings, ids and paths as features write them. */
import type { QueryPairs } from '../../service.js';
import type { ServiceWorld } from '../../world.js';

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
export function escapeEveryByte(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

// Words in braces, for what only a run knows

const replacements: Readonly<Record<string, (world: ServiceWorld) => string>> = {
  /** The id of the row that the scenario speaks of. */
  id: ({ row }) => row.id,
  /** The one that likely follows it. */
  next: ({ row }) => String(BigInt(row.id) + 1n),
  /** The id of its first row. */
  first: ({ firstRow }) => firstRow.id,
  /** A number that is the first row's id to those who count with 32 bits. */
  'first wrapped': ({ firstRow }) => String(BigInt(firstRow.id) + 2n ** 32n),
  /** A word that is in no other run. */
  marker: ({ run }) => run.marker,
};

/** An id or a path with all of its placeholders filled in: `{id} OR 1=1`, `/{marker}/users`. */
export function fillPlaceholders(world: ServiceWorld, template: string): string {
  return template.replace(/\{([^}]+)\}/g, (placeholder, name) => {
    const replacement = replacements[name];
    if (replacement === undefined) throw new Error(`Nothing is called "${placeholder}".`);
    return replacement(world);
  });
}
