/** Members of bodies that name other resources by their ids, such as `customerId`. */

import { asList, asObject, type Json, memberOf, ownMember } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import { idInAnswer, namesOfId } from './answered-ids.js';
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
const general = /^(id|pk|uuid|guid|key|slug|handle)$/i;

/** Words that each body may have for something of its own. */
const common =
  /^(user_?|file_?)?(name|slug|code|number|type|value|version|lang|language|locale|title|label|status|state|date|year|month|day|e?mail|phone|path|country|currency|region|tag|category|format|size)$/i;

/** Whether the name of a parameter says nothing without its collection. */
const isVague = (name: string) => general.test(name) || common.test(name);

/** Below this depth, bodies are not searched. */
const deepest = 3;

/** `ticketTypeId` and `ticket_type_id` are `ticket-type-id`. */
const wordsOf = (name: string) => kebab(name, '');

/** Plurals that end otherwise. */
const irregularPlurals: Readonly<Record<string, string>> = { people: 'person', children: 'child' };

/** `categories` → `category`, `addresses` → `address` or `addresse` */
export function singularsOf(collection: string): readonly [string, ...string[]] {
  const irregular = ownMember(irregularPlurals, collection.toLowerCase());
  if (irregular !== undefined) return [irregular];
  const plain = collection.replace(/ies$/, 'y').replace(/s$/, '');
  const isOther = /(s|x|z|ch|sh)es$/.test(collection);
  return isOther ? [plain, collection.replace(/es$/, '')] : [plain];
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
      const nouns = singularsOf(collection);
      const own = isVague(name) ? nouns.map((one) => `${one}-${name}`) : [name];
      for (const key of [...own, ...nouns.map((one) => `${one}-id`)].map(wordsOf)) {
        const paths = found.get(key) ?? new Set();
        found.set(key, paths.add(`/${parts.slice(0, index).join('/')}`));
      }
    }
  }
  // What other names address may have an id as well: `/authors/{username}`.
  for (const { path } of api.operations.filter((one) => createsWithId(api, one))) {
    const keys = singularsOf(partsOf(path).at(-1) ?? '').map((one) => wordsOf(`${one}-id`));
    for (const key of keys) if (!found.has(key)) found.set(key, new Set([path]));
  }
  return new Map([...found].map(([key, paths]) => [key, [...paths]]));
});

/** Whether a request creates in a collection, and its answer has an `id`. */
function createsWithId(api: ApiDescription, operation: ApiOperation): boolean {
  const { method, path } = operation;
  return method === 'POST' && !path.includes('{') && idIn(api, operation) !== undefined;
}

/** The JSONPath of the `id` in the answer of a request that creates; undefined for none. */
export function idIn(api: ApiDescription, operation: ApiOperation): string | undefined {
  return idInAnswer(api, operation, partsOf(operation.path), 'id');
}

/**
 * The collections that a name leads to: `accountId`, `fromAccountId` and `accountIds`, but not `id`; a
 * number or a UUID that is called `account`, too.
 */
function collectionsNamed(api: ApiDescription, name: string, schema: Json): readonly string[] {
  const isBare = schema.format === 'uuid' || typeOf(schema) === 'integer';
  const found = named(api, name);
  const bare = isBare ? ['id', 'pk', 'uuid'].map((kind) => named(api, `${name}-${kind}`)) : [];
  return [found, ...bare].find((one) => one.length > 0) ?? [];
}

/** The collections by the names that bodies have, since the same names are asked for many times. */
const knownNames = remember((_api: ApiDescription) => new Map<string, readonly string[]>());

function named(api: ApiDescription, name: string): readonly string[] {
  const known = knownNames(api);
  const found = known.get(name) ?? findNamed(collectionsIn(api), name);
  known.set(name, found);
  return found;
}

function findNamed(all: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] {
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
    const [singular] = singularsOf(name);
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

/** The single values of a body. */
function allValuesIn(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): readonly NamedValue[] {
  if (operation.body === undefined) return [];
  const { schema } = operation.body;
  return [...valuesIn(api, { path: [], name: '', value: body, schema })];
}

/** The members of a body by which it names other resources than that of the operation's path. */
export function referencesIn(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): readonly Reference[] {
  const values = allValuesIn(api, operation, body);
  // A login names the account itself.
  if (values.some(({ name }) => isPasswordName(name))) return [];
  return values.filter(isName).flatMap(({ path, name, schema }) => {
    const collections = collectionsNamed(api, name, asObject(schema));
    const [collection] = collections;
    const isAround = collections.some((one) => isPathWithin(operation.path, one));
    if (collection === undefined || isAround) return [];
    return [{ path, collection, source: sourceOf(api, operation, collections) }];
  });
}

/**
 * The members of a body by which it names a resource of its own kind, such as `parentTaskId`, or one that
 * the path names: nothing shows which values a server accepts. The id of the resource itself is none.
 */
export function enclosingIdsIn(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): readonly EnclosingId[] {
  const values = allValuesIn(api, operation, body).filter(isName);
  return values.flatMap(({ path, name, schema }) => {
    const around = collectionsNamed(api, name, asObject(schema)).filter((one) =>
      isPathWithin(operation.path, one),
    );
    const [collection = ''] = around;
    const isOwn = around.some(
      (one) =>
        partsOf(operation.path).length - partsOf(one).length <= 1 &&
        idNamesOf(api, one).some((own) => wordsOf(own) === wordsOf(name)),
    );
    return around.length > 0 && !isOwn ? [{ path, collection }] : [];
  });
}

/** A member of a body by which it names a resource of its own kind, or one that its path names. */
export interface EnclosingId {
  readonly path: readonly string[];
  readonly collection: string;
}

/** The member of an update that has the id of its path: `slug`, sent to `/devices/{deviceSlug}`. */
export function repeatedIdIn(
  { path, method }: ApiOperation,
  body: unknown,
): EnclosingId | undefined {
  const [, collection = '', parameter = ''] = /^(.*)\/\{([^{}]+)\}\/?$/.exec(path) ?? [];
  if (parameter === '' || !['PUT', 'PATCH'].includes(method)) return undefined;
  const name = namesOfId(parameter, partsOf(collection)).find((one) => {
    return ['string', 'number'].includes(typeof memberOf(body, one));
  });
  return name === undefined ? undefined : { path: [name], collection };
}

/**
 * The members of a creating body by which it would name what it creates, such as `id` and `taskId`, also
 * in the elements of a list: a server that chooses ids itself reads none, and another one may replace what
 * has the id of an example.
 */
export function chosenIdsIn(
  { method, path, body: described }: ApiOperation,
  body: unknown,
): readonly (readonly string[])[] {
  if (method !== 'POST' || described === undefined) return [];
  const before = partsOf(path);
  // A list may go to a path of its own: `/notes/bulk`.
  const collections = Array.isArray(body) ? before : before.slice(-1);
  const own = collections
    .flatMap(singularsOf)
    .flatMap((noun) => ['id', 'uuid'].map((kind) => wordsOf(`${noun}-${kind}`)));
  const names = ['id', 'uuid', 'pk', 'guid', ...own];
  const chosenIn = (one: unknown) =>
    Object.keys(asObject(one)).filter((name) => names.includes(wordsOf(name)));
  if (!Array.isArray(body)) return chosenIn(body).map((name) => [name]);
  return body.flatMap((one, index) => chosenIn(one).map((name) => [String(index), name]));
}

/** The names of the ids of a collection's resources: `taskId`, and the parameter of `/tasks/{key}`. */
function idNamesOf({ operations }: ApiDescription, collection: string): readonly string[] {
  const { length } = partsOf(collection);
  const parameters = operations.flatMap(({ path }) =>
    isPathWithin(path, collection) ? (partsOf(path)[length]?.slice(1, -1) ?? []) : [],
  );
  const nouns = singularsOf(partsOf(collection).at(-1) ?? '');
  return [...nouns.map((noun) => `${noun}-id`), ...parameters];
}

/** Names of ids of resources. */
const naming = /(^|[_-])(id|uuid|guid)$|[a-z](Id|ID|Uuid|UUID|Guid)$/;

/**
 * The members of a body that seem to name resources of which the description shows nothing, with values
 * that it does not show either.
 */
export function inventedIdsIn(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): readonly (readonly string[])[] {
  if (operation.body === undefined || operation.body.examples.length > 0) return [];
  const values = allValuesIn(api, operation, body).filter(isName);
  return values.flatMap(({ path, name, schema }) => {
    const part = asObject(schema);
    const isInvented = [part.example, part.examples, part.default].every(
      (one) => one === undefined,
    );
    const isPlain = part.format === undefined && part.pattern === undefined;
    const isId = part.format === 'uuid' || typeOf(part) === 'integer' || isPlain;
    const isKnown = collectionsNamed(api, name, part).length > 0;
    return naming.test(name) && isId && isInvented && !isKnown ? [path] : [];
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
  if (source === undefined || !isAlone || !hasId(api)(source)) return undefined;
  return reachedFrom(api)(source).has(operation) ? undefined : source;
}

/** Whether an answer of a request that creates in a collection has the id by which others refer to it. */
const hasId = remember((api: ApiDescription) =>
  remember((source: ApiOperation): boolean => {
    const before = partsOf(source.path);
    const item = api.operations.find(
      ({ path }) =>
        path.startsWith(`${source.path}/`) &&
        /^\{[^{}]+\}$/.test(partsOf(path)[before.length] ?? ''),
    );
    const name = partsOf(item?.path ?? '')[before.length]?.slice(1, -1);
    const isNamed = name !== undefined && idInAnswer(api, source, before, name) !== undefined;
    return isNamed || idIn(api, source) !== undefined;
  }),
);

/** An operation, and the requests that create what its body names, directly or by other bodies. */
const reachedFrom = remember((api: ApiDescription) =>
  remember((operation: ApiOperation): ReadonlySet<ApiOperation> => {
    const reached = new Set([operation]);
    for (const one of reached) for (const next of mentionedIn(api)(one)) reached.add(next);
    return reached;
  }),
);

/** The requests that create in the collections which a schema mentions. */
const mentionedIn = remember((api: ApiDescription) =>
  remember((operation: ApiOperation): readonly ApiOperation[] => {
    const members = [...membersOf(api, operation.body?.schema, '', 0)];
    const collections = new Set(
      members.flatMap(([name, part]) => collectionsNamed(api, name, part)),
    );
    return [...collections].flatMap((one) => findOperation(api, 'POST', partsOf(one)) ?? []);
  }),
);

function* membersOf(
  api: ApiDescription,
  schema: unknown,
  name: string,
  depth: number,
): Generator<readonly [name: string, schema: Json]> {
  if (depth > deepest) return;
  const whole = merged(api.document, schema);
  yield [name, whole];
  if (whole.items !== undefined)
    yield* membersOf(api, whole.items, singularsOf(name)[0], depth + 1);
  for (const [own, part] of Object.entries(asObject(whole.properties)))
    yield* membersOf(
      api,
      part,
      general.test(own) && name !== '' ? `${name}-${own}` : own,
      depth + 1,
    );
}
