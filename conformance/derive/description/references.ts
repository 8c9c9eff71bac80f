/** Members of bodies that name other resources by their ids, such as `customerId`. */

import { asList, asObject, memberOf } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import { idInAnswer } from './answered-ids.js';
import type { ApiDescription, ApiOperation } from './description.js';
import { merged, typeOf } from './merged-schema.js';
import { findOperation, isPathWithin, partsOf } from './paths.js';
import { isPasswordName, kebab } from './values.js';

/** A member of a body that names another resource. */
export interface Reference {
  /** From the whole body: `['items', '0', 'productId']`. */
  readonly path: readonly string[];
  /** The path of the collection that it leads to. */
  readonly collection: string;
  /** The request that creates what it may name; undefined when the description shows none. */
  readonly source: ApiOperation | undefined;
}

/** A name that says nothing without its resource. */
const general = /^(id|uuid|guid|key)$/i;

/** Below this depth, bodies are not searched. */
const deepest = 3;

/** `ticketTypeId` and `ticket_type_id` are `ticket-type-id`. */
const wordsOf = (name: string) => kebab(name, '');

/** `categories` → `category`, `addresses` → `address` or `addresse` */
function singularsOf(collection: string): readonly string[] {
  const [plain, ...others] = [
    collection.replace(/ies$/, 'y').replace(/s$/, ''),
    ...(/(s|x|z|ch|sh)es$/.test(collection) ? [collection.replace(/es$/, '')] : []),
  ];
  return plain === undefined ? others : [plain, ...others];
}

/** The paths of collections, by the names of the ids of their resources, as words. */
const collectionsIn = remember((api: ApiDescription): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>();
  for (const { path } of api.operations) {
    const parts = partsOf(path);
    for (const [index, part] of parts.entries()) {
      const [, name] = /^\{([^{}]+)\}$/.exec(part) ?? [];
      const collection = parts[index - 1];
      if (name === undefined || collection === undefined) continue;
      const own = general.test(name)
        ? singularsOf(collection).map((one) => `${one}-${name}`)
        : [name];
      for (const key of own.map(wordsOf)) {
        const paths = found.get(key) ?? new Set();
        found.set(key, paths.add(`/${parts.slice(0, index).join('/')}`));
      }
    }
  }
  return new Map([...found].map(([key, paths]) => [key, [...paths]]));
});

/** The collections that a name leads to: `accountId`, `fromAccountId` and `accountIds`, but not `id`. */
function collectionsNamed(api: ApiDescription, name: string): readonly string[] {
  const all = collectionsIn(api);
  const words = wordsOf(name);
  const plain = words.replaceAll('-', '');
  const isId = /-(id|uuid|guid)$/.test(words);
  const exact = [...all].find(([key]) => key.replaceAll('-', '') === plain);
  const ends = [...all]
    .filter(([key]) => isId && key.includes('-') && words.endsWith(`-${key}`))
    .sort(([one], [other]) => other.length - one.length);
  return (exact ?? ends[0])?.[1] ?? [];
}

/** The values of a body that can be ids, with their names. */
interface NamedValue {
  readonly path: readonly string[];
  readonly name: string;
  readonly value: unknown;
  readonly schema: unknown;
}

/** @param name that of the value, or of the list that has it */
function* valuesIn(
  api: ApiDescription,
  { path, name, value, schema }: NamedValue,
): Generator<NamedValue> {
  if (path.length > deepest) return;
  const whole = merged(api.document, schema);
  if (Array.isArray(value)) {
    const [singular = name] = singularsOf(name);
    for (const [index, one] of value.entries())
      yield* valuesIn(api, {
        ...{ path: [...path, String(index)], name: singular },
        ...{ value: one, schema: whole.items },
      });
  } else if (typeof value === 'object' && value !== null) {
    for (const [own, one] of Object.entries(value))
      yield* valuesIn(api, {
        path: [...path, own],
        name: general.test(own) && name !== '' ? `${name}-${own}` : own,
        ...{ value: one, schema: memberOf(whole.properties, own) },
      });
  } else yield { path, name, value, schema: whole };
}

/** Whether a value of a body could name a resource. */
function isName({ path, value, schema }: NamedValue): boolean {
  const { readOnly, enum: values } = asObject(schema);
  const isText = ['integer', 'number', 'string'].includes(typeOf(asObject(schema)));
  const isId = typeof value === 'string' || typeof value === 'number';
  return path.length > 0 && isText && isId && readOnly !== true && asList(values).length === 0;
}

/** The members of a body by which it names other resources than that of the operation's path. */
export function referencesIn(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): readonly Reference[] {
  if (operation.body === undefined) return [];
  const whole = { path: [], name: '', value: body, schema: operation.body.schema };
  const values = [...valuesIn(api, whole)];
  // A login names the account itself.
  if (values.some(({ name }) => isPasswordName(name))) return [];
  return values.filter(isName).flatMap(({ path, name }) => {
    const collections = collectionsNamed(api, name);
    const [collection] = collections;
    const isAround = collections.some((one) => isPathWithin(operation.path, one));
    if (collection === undefined || isAround) return [];
    return [{ path, collection, source: sourceOf(api, operation, collections) }];
  });
}

/** The request that creates in a collection, if it needs nothing that the operation itself creates. */
function sourceOf(
  api: ApiDescription,
  operation: ApiOperation,
  [collection = '', ...others]: readonly string[],
): ApiOperation | undefined {
  const source = findOperation(api, 'POST', partsOf(collection));
  const isAlone = others.length === 0 && !collection.includes('{');
  if (source === undefined || !isAlone || idInCollection(api, source) === undefined)
    return undefined;
  return leadsTo(api, source, operation) ? undefined : source;
}

/** The JSONPath of the id in the answer of a request that creates in a collection. */
export function idInCollection(api: ApiDescription, source: ApiOperation): string | undefined {
  const before = partsOf(source.path);
  const item = api.operations.find(
    ({ path }) => isPathWithin(path, source.path) && partsOf(path)[before.length]?.startsWith('{'),
  );
  const name = partsOf(item?.path ?? '')[before.length]?.slice(1, -1);
  return name === undefined ? undefined : idInAnswer(api, source, before, name);
}

/** Whether the body of an operation names, directly or by others, what a target creates. */
function leadsTo(
  api: ApiDescription,
  operation: ApiOperation,
  target: ApiOperation,
  seen: readonly ApiOperation[] = [],
): boolean {
  if (operation === target) return true;
  if (seen.includes(operation)) return false;
  return mentionedIn(api)(operation).some((one) => leadsTo(api, one, target, [...seen, operation]));
}

/** The requests that create in the collections which a schema mentions. */
const mentionedIn = remember((api: ApiDescription) =>
  remember((operation: ApiOperation): readonly ApiOperation[] => {
    const names = [...namesIn(api, operation.body?.schema, '', 0)];
    const collections = new Set(names.flatMap((name) => collectionsNamed(api, name)));
    return [...collections].flatMap((one) => findOperation(api, 'POST', partsOf(one)) ?? []);
  }),
);

function* namesIn(
  api: ApiDescription,
  schema: unknown,
  name: string,
  depth: number,
): Generator<string> {
  if (depth > deepest) return;
  const { properties, items } = merged(api.document, schema);
  if (items !== undefined) yield* namesIn(api, items, singularsOf(name)[0] ?? name, depth + 1);
  for (const [own, part] of Object.entries(asObject(properties))) {
    const full = general.test(own) && name !== '' ? `${name}-${own}` : own;
    yield full;
    yield* namesIn(api, part, full, depth + 1);
  }
}
