/** The paths of operations, with parameters of any names. */

import { remember } from '../../../kit/remember.js';
import type { ApiDescription, ApiOperation } from './description.js';

/**
 * A path as it is sent: with the slash at its end that the description has.
 *
 * @param path of the operation, with values in place of its parameters; it may have a query or a fragment
 */
export function asSent({ ending }: ApiOperation, path: string): string {
  if (ending === '') return path;
  const [, before = path, after = ''] = /^((?:\$\{[^}]*\}|[^?#])*)(.*)$/s.exec(path) ?? [];
  return before + ending + after;
}

/** The segments of a path. */
export function partsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

/** The operation with a path that is the same except for the names of its parameters. */
export function findOperation(
  { operations }: ApiDescription,
  method: string,
  parts: readonly string[],
): ApiOperation | undefined {
  return byPlainPath(operations).get(`${method} ${plain(parts)}`);
}

/** The operations of a description by their methods and paths; of several with one path, the first. */
const byPlainPath = remember(
  (operations: readonly ApiOperation[]): ReadonlyMap<string, ApiOperation> =>
    new Map(
      operations.toReversed().map((one) => [`${one.method} ${plain(partsOf(one.path))}`, one]),
    ),
);

function plain(parts: readonly string[]): string {
  return parts.map((part) => (part.startsWith('{') ? '{}' : part)).join('/');
}

/** Whether a path is another one, or below it, except for the names of parameters. */
export function isPathWithin(path: string, around: string): boolean {
  const plain = (one: string) => `${one.replace(/\{[^{}]*\}/g, '{}')}/`;
  return plain(path).startsWith(plain(around));
}

/** Whether a path is that of one resource of a collection: `/todos/{id}` of `/todos`. */
export function isItemPath(path: string, collection: string): boolean {
  return isPathWithin(path, collection) && /^\/\{[^{}/]+\}$/.test(path.slice(collection.length));
}

/** Whether two paths are the same except for the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  return plain(partsOf(one)) === plain(partsOf(other));
}

/** `GET /todos/{id}` */
export function operationName({ method, path, ending }: ApiOperation): string {
  return `${method} ${path}${ending}`;
}
