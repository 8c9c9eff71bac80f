/** The operations of an OpenAPI document, wherever it states them. */
import { asList, asObject, type Json, memberOf } from '../../kit/collections.js';
import { keysOfPointer, toPointerStep } from '../../kit/json-pointer.js';

/** An operation in a document. */
export interface StatedOperation {
  /** `GET`; methods of `additionalOperations` as they are written. */
  readonly method: string;
  /** With its parameters in braces: `/todos/{id}`. */
  readonly path: string;
  readonly operation: Json;
  /**
   * The parameters of the path, then those of the operation, which replace equal names and places.
   */
  readonly parameters: readonly unknown[];
  /** JSON pointer to the operation: `#/paths/~1todos/get`. */
  readonly pointer: string;
}

/** A part of a document that is not what its place demands. */
export interface InvalidPart {
  /** The keys from the root of the document. */
  readonly path: readonly string[];
  /** The end of a sentence: `is not an operation`. */
  readonly reason: string;
}

/** A path item, or a value in its place. */
interface PathItem {
  readonly pointer: string;
  readonly value: unknown;
}

/** A member of a path item in the place of an operation. */
interface Member {
  readonly method: string;
  readonly pointer: string;
  readonly value: unknown;
}

/** `query` is one of OpenAPI 3.2. */
const methods = ['get', 'head', 'query', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/**
 * Finds all operations, in the order of paths and methods: those of path items, of path items that
 * a path item refers to, and `additionalOperations` of OpenAPI 3.2.
 *
 * @param key the member of the document that has the path items: `paths`, `webhooks`
 */
export function listOperations(document: Json, key = 'paths'): readonly StatedOperation[] {
  return Object.keys(asObject(document[key])).flatMap((path) => {
    const items = findPathItems(document, `#/${key}/${toPointerStep(path)}`);
    const shared = items.toReversed().flatMap(({ value }) => asList(asObject(value).parameters));
    const members = new Map<string, Member>();
    for (const member of items.flatMap(listMembers)) {
      if (isObject(member.value) && !members.has(member.method)) members.set(member.method, member);
    }
    return [...members.values()].sort(byMethod).map(({ method, pointer, value }) => {
      const operation = asObject(value);
      const parameters = [...shared, ...asList(operation.parameters)];
      return { method, path, operation, parameters, pointer };
    });
  });
}

/** The values in the places of path items and operations that are none. */
export function listInvalidParts(document: Json): readonly InvalidPart[] {
  return Object.keys(asObject(document.paths)).flatMap((path) => {
    const items = findPathItems(document, `#/paths/${toPointerStep(path)}`);
    const strange = items.filter(({ value }) => !isObject(value));
    const members = items.flatMap(listMembers).filter(({ value }) => !isObject(value));
    return [
      ...strange.map(({ pointer }) => ({
        path: keysOfPointer(pointer),
        reason: 'is not a path item',
      })),
      ...members.map(({ pointer }) => ({
        path: keysOfPointer(pointer),
        reason: 'is not an operation',
      })),
    ];
  });
}

/** The path item at a pointer, and the path items that it refers to. */
function findPathItems(document: Json, pointer: string): readonly PathItem[] {
  const items = new Map<string, PathItem>();
  for (let next: unknown = pointer; typeof next === 'string' && !items.has(next); ) {
    let value: unknown = document;
    for (const step of keysOfPointer(next)) value = memberOf(value, step);
    items.set(next, { pointer: next, value });
    next = memberOf(value, '$ref');
  }
  return [...items.values()];
}

function listMembers({ pointer, value }: PathItem): readonly Member[] {
  const own = methods.filter((name) => memberOf(value, name) !== undefined);
  const additional = asObject(memberOf(value, 'additionalOperations'));
  return [
    ...own.map((name) => ({
      method: name.toUpperCase(),
      pointer: `${pointer}/${name}`,
      value: memberOf(value, name),
    })),
    ...Object.entries(additional).map(([method, one]) => ({
      method,
      pointer: `${pointer}/additionalOperations/${toPointerStep(method)}`,
      value: one,
    })),
  ];
}

/** Additional methods come last, in their order in the document. */
function byMethod(a: Member, b: Member): number {
  const rankOf = ({ method }: Member) => methods.indexOf(method.toLowerCase()) >>> 0;
  return rankOf(a) - rankOf(b);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
