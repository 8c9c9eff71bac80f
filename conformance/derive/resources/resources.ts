/**
 * Finds where the values of parameters come from. The `id` of `/todos/{id}` comes from the answer to
 * `POST /todos` when its schema has an `id`, or from the body of that request when it contains one;
 * the `id` of `GET /todos?id=7` comes from `POST /todos`. Without such a POST, a `PUT /todos/{id}`
 * with the answer 201 creates what its path names. Links of the description come first, and a name
 * that only one request has comes last.
 */

import { groupBy } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import { idInAnswer, isOwnId, step, successOf } from '../description/answered-ids.js';
import type { ApiDescription, ApiOperation, Parameter } from '../description/description.js';
import { findLink } from '../description/links.js';
import { findOperation, partsOf } from '../description/paths.js';
import { bodyOf } from '../examples/bodies.js';
import { ifMade, isFreeText, NoExample, uniquePlaceholder } from '../examples/example-value.js';
import { isLogin } from './logins.js';
import type { PathOptions } from './path-options.js';
import { idInBody, nameValue } from './resource-ids.js';

/** A request that creates a resource and so provides the value of a parameter. */
export interface CreatingRequest {
  readonly operation: ApiOperation;
  /** The path with values in place of its parameters. */
  readonly path: string;
  readonly body: unknown;
  /** The JSONPath of the value in the answer; undefined when the request chooses the value. */
  readonly jsonPath: string | undefined;
  /** The name to remember the value by, and the text that stands for it. */
  readonly name: string;
  readonly value: string;
  /** The path that deletes the resource; undefined when the description has no such operation. */
  readonly deletion: string | undefined;
  /** The requests that create what its path names. Default: those of the path that needs it */
  readonly parents?: readonly CreatingRequest[];
}

/** A path without parameters, and the requests that must come before it. */
export interface FilledPath {
  readonly path: string;
  /** The identifying parameter in the query, with its value. */
  readonly query: Readonly<Record<string, string>>;
  readonly creations: readonly CreatingRequest[];
}

/** A path segment that consists of one parameter. */
const parameterPart = /^\{([^{}]+)\}$/;

/** The sources of the values in paths. */
export interface PathSources {
  readonly api: ApiDescription;
  readonly options: PathOptions;
  /** Whether the operator allows a request that may change data of others. */
  isAllowed(operation: ApiOperation): boolean;
}

/** What a path is filled for. */
export interface FillOptions {
  /** The value of the identifying parameter. Default: the id of a resource that the scenario creates. */
  readonly last?: string | undefined;
  readonly byQuery?: Parameter | undefined;
}

/**
 * Fills the parameters of an operation's path, and the identifying one of its query. Paths of
 * requests that change nothing, or that create, can take values from options.
 *
 * @throws NoExample when the description does not show where a value comes from
 */
export function fillPath(
  sources: PathSources,
  operation: ApiOperation,
  { last, byQuery }: FillOptions = {},
): FilledPath {
  const { api, options } = sources;
  demandPlainPath(operation);
  // Some descriptions tell variants of a request apart by a fragment, which is not sent.
  const parts = partsOf(operation.path.replace(/#.*$/, ''));
  const creations: CreatingRequest[] = [];
  const filled: string[] = [];
  const lastIndex = byQuery ? -1 : parts.findLastIndex((part) => part.includes('{'));
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index);
    const given = index === lastIndex ? last : undefined;
    const [, whole] = parameterPart.exec(part) ?? [];
    const creation =
      whole === undefined || given !== undefined
        ? undefined
        : findCreation(sources, operation, { before, filled, name: whole });
    if (creation !== undefined) creations.push(...(creation.parents ?? []), creation);
    const isNamed = sources.isAllowed(operation) || isOption(api, operation, index < lastIndex);
    filled.push(
      creation?.value ??
        fillPart(part, (name, isLast) => {
          const value = (isLast ? given : undefined) ?? listedValue(operation.parameters, name);
          if (value !== undefined) return value;
          if (isNamed) return options.placeholder(before, name);
          throw new NoExample(`the description does not show where {${name}} comes from`);
        }),
    );
  }
  const path = `/${filled.join('/')}`;
  if (byQuery === undefined) return { path, query: {}, creations };
  if (last !== undefined) return { path, query: { [byQuery.name]: last }, creations };
  const creation = findByQuery(api, operation, byQuery, filled);
  if (creation === undefined)
    throw new NoExample(`the description does not show where "${byQuery.name}" comes from`);
  return { path, query: { [byQuery.name]: creation.value }, creations: [...creations, creation] };
}

/** @throws NoExample for a value that is not written as it is, such as `;id=7` */
function demandPlainPath({ parameters }: ApiOperation): void {
  const styled = parameters.find(
    ({ place, style }) => place === 'path' && ['label', 'matrix'].includes(style),
  );
  if (styled !== undefined)
    throw new NoExample(`the path has {${styled.name}} in the style ${styled.style}`);
}

/** The parameter of the query that identifies one resource of a POST to the same path. */
export function identifyingQuery(
  api: ApiDescription,
  operation: ApiOperation,
): Parameter | undefined {
  if (operation.method === 'POST') return undefined;
  return operation.parameters.find(
    (one) =>
      one.place === 'query' &&
      /(^|[_-]|[a-z])(id|uuid|key|slug)$/i.test(one.name) &&
      // An optional id of another kind is a filter: `GET /uploads?campaignId=7`.
      (one.isRequired || isOwnId(one.name, partsOf(operation.path))) &&
      findByQuery(api, operation, one, []) !== undefined,
  );
}

function findByQuery(
  api: ApiDescription,
  operation: ApiOperation,
  { name }: Parameter,
  filled: readonly string[],
): CreatingRequest | undefined {
  const before = partsOf(operation.path);
  const creating = findOperation(api, 'POST', before);
  if (creating === undefined || isLogin(creating) || !isKept(api, creating)) return undefined;
  return describePost(api, creating, { before, filled, name }, (path, value) => {
    const deletion = findOperation(api, 'DELETE', before);
    const isById = deletion?.parameters.some((one) => one.place === 'query' && one.name === name);
    return isById ? `${path}?${encodeURIComponent(name)}=${value}` : undefined;
  });
}

/** Whether what a POST makes can be asked for: a search that takes a body may be a POST, too. */
function isKept(api: ApiDescription, { path, answers }: ApiOperation): boolean {
  const parts = partsOf(path);
  return (
    answers.some(({ status }) => status === '201' || status === '202') ||
    ['PUT', 'PATCH', 'DELETE'].some((method) => findOperation(api, method, parts) !== undefined)
  );
}

/** Fills the parameters of a segment, such as `{id}` or `{id}.json`. */
function fillPart(part: string, fill: (name: string, isLast: boolean) => string): string {
  const pieces = part.split(/\{([^{}]+)\}/);
  return pieces
    .map((piece, index) =>
      index % 2 === 0 ? encodePart(piece) : fill(piece, index === pieces.length - 2),
    )
    .join('');
}

/** A segment may be encoded already. */
function encodePart(part: string): string {
  return encodeURI(part)
    .replace(/[?#$]/g, encodeURIComponent)
    .replace(/%25([\da-f]{2})/gi, '%$1');
}

/**
 * Whether the operator may name the resource of a parameter: an action on it must not change data of
 * others.
 *
 * @param isParent whether another parameter follows, whose resource the scenario creates
 */
function isOption(api: ApiDescription, { method, path }: ApiOperation, isParent: boolean): boolean {
  if (isParent || isReading(method)) return true;
  return (
    method === 'POST' && api.operations.some((one) => one.method === 'GET' && one.path === path)
  );
}

/** Whether a method changes nothing. */
export function isReading(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(method);
}

/** The first of the values that the description lists; the server knows them. */
function listedValue(parameters: readonly Parameter[], name: string): string | undefined {
  const schema = parameters.find((one) => one.place === 'path' && one.name === name)?.schema ?? {};
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  if (typeof first === 'string' || typeof first === 'number')
    return encodeURIComponent(String(first));
  return undefined;
}

/** A parameter of a path, with the segments before it as written and as filled. */
interface Place {
  readonly before: readonly string[];
  readonly filled: readonly string[];
  readonly name: string;
}

/** The request that creates the resource of a parameter. */
function findCreation(
  sources: PathSources,
  operation: ApiOperation,
  place: Place,
): CreatingRequest | undefined {
  const { api } = sources;
  return (
    findLinked(api, operation, place) ??
    findPost(api, place) ??
    findPut(api, place) ??
    findBelow(sources, place) ??
    findByName(api, operation, place)
  );
}

/**
 * The only POST that creates below another resource what is named without it: `POST
 * /projects/{id}/tasks` for `/tasks/{taskId}`.
 */
function findBelow(sources: PathSources, place: Place): CreatingRequest | undefined {
  const { api } = sources;
  const { before, name } = place;
  const collection = before.at(-1);
  if (collection === undefined || before.some((part) => part.includes('{'))) return undefined;
  const [operation, ...others] = postsBelow(api.operations).get(collection) ?? [];
  if (
    operation === undefined ||
    others.length > 0 ||
    idInAnswer(api, operation, before, name) === undefined
  )
    return undefined;
  const { path, creations } = fillPath(sources, operation);
  const made = describePost(api, operation, { ...place, filled: partsOf(path) }, (_path, value) => {
    const deletion = findOperation(api, 'DELETE', [...before, '{}']);
    return deletion && `/${[...place.filled, value].join('/')}`;
  });
  return made && { ...made, parents: creations };
}

/** The POSTs below a resource, by the last segments of their paths. */
const postsBelow = remember(
  (operations: readonly ApiOperation[]): ReadonlyMap<string, readonly ApiOperation[]> =>
    groupBy(
      operations.filter(({ method, path }) => {
        const parts = partsOf(path);
        const isBelow = parts.some((part) => part.startsWith('{'));
        return method === 'POST' && isBelow && parts.indexOf(lastPart(path)) === parts.length - 1;
      }),
      ({ path }) => lastPart(path),
    ),
);

function lastPart(path: string): string {
  return partsOf(path).at(-1) ?? '';
}

/** The request to a path without parameters whose answer has a link to the operation. */
function findLinked(
  api: ApiDescription,
  operation: ApiOperation,
  { before, name }: Place,
): CreatingRequest | undefined {
  const link = findLink(api, operation, name);
  if (link === undefined || link.operation.path.includes('{')) return undefined;
  return {
    ...{ operation: link.operation, path: link.operation.path, jsonPath: link.jsonPath },
    ...nameValue(api, before, name),
    body: bodyOf(api, link.operation),
    deletion: deletionBelow(api, operation, link.jsonPath),
  };
}

/** `/todos/${$.id}` when an operation's path ends with the parameter and DELETE has the same path. */
function deletionBelow(
  api: ApiDescription,
  { path }: ApiOperation,
  jsonPath: string,
): string | undefined {
  const isSingle = (path.match(/\{/g) ?? []).length === 1 && path.endsWith('}');
  const deletion = findOperation(api, 'DELETE', partsOf(path));
  if (!isSingle || deletion === undefined) return undefined;
  return path.replace(/\{[^{}]+\}$/, () => `\${${jsonPath}}`);
}

/** A name that says nothing without its resource. */
const general = /^(id|sid|uuid|guid|key|name|slug|code|number|type|value|version|lang|locale)$/i;

/** The only POST whose answer has a member with the name of the parameter, such as `username`. */
function findByName(
  api: ApiDescription,
  operation: ApiOperation,
  { before, filled, name }: Place,
): CreatingRequest | undefined {
  if (general.test(name) || before.some((part) => part.includes('{'))) return undefined;
  // Where another request creates it, answers with this member refer to it.
  if (findOperation(api, 'POST', before) ?? postsBelow(api.operations).has(before.at(-1) ?? ''))
    return undefined;
  const found = api.operations.flatMap((one) => {
    const isCreation = one.method === 'POST' && !one.path.includes('{') && !isLogin(one);
    if (!isCreation || one === operation || successOf(one)?.schema === undefined) return [];
    const made = tryPost(api, one, { before, filled, name: name });
    return made?.jsonPath?.endsWith(step(name)) ? [made] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function tryPost(
  api: ApiDescription,
  operation: ApiOperation,
  place: Place,
): CreatingRequest | undefined {
  const made = ifMade(() => describePost(api, operation, place, () => undefined));
  return made && { ...made, path: operation.path };
}

function findPut(
  api: ApiDescription,
  { before, filled, name }: Place,
): CreatingRequest | undefined {
  const operation = findOperation(api, 'PUT', [...before, '{}']);
  if (operation === undefined || !isCreatingPut(operation)) return undefined;
  const path = `/${[...filled, uniquePlaceholder].join('/')}`;
  return {
    ...{ operation, path, jsonPath: undefined, value: uniquePlaceholder, name },
    body: bodyOf(api, operation),
    deletion: deletionByPut(api, operation, path),
  };
}

/** Whether a PUT creates what its path names by a text that the client may choose. */
export function isCreatingPut({ method, path, answers, parameters }: ApiOperation): boolean {
  const [, name] = parameterPart.exec(path.split('/').at(-1) ?? '') ?? [];
  const schema = parameters.find((one) => one.place === 'path' && one.name === name)?.schema ?? {};
  const isCreation = method === 'PUT' && answers.some(({ status }) => status === '201');
  return isCreation && name !== undefined && isFreeText(schema);
}

/** The path that deletes what a PUT creates; undefined when the description has no such DELETE. */
export function deletionByPut(
  api: ApiDescription,
  { path: template }: ApiOperation,
  path: string,
): string | undefined {
  return findOperation(api, 'DELETE', partsOf(template)) && path;
}

function findPost(api: ApiDescription, place: Place): CreatingRequest | undefined {
  const operation = findOperation(api, 'POST', place.before);
  if (operation === undefined || isLogin(operation)) return undefined;
  if (successOf(operation) === undefined)
    throw new NoExample(`the description does not state how POST ${operation.path} succeeds`);
  return describePost(api, operation, place, (path, value) => {
    const deletion = findOperation(api, 'DELETE', [...place.before, '{}']);
    return deletion && `${path}/${value}`;
  });
}

/** @param deletionOf makes the path of the deletion from those of the request and the value */
function describePost(
  api: ApiDescription,
  operation: ApiOperation,
  { before, filled, name }: Place,
  deletionOf: (path: string, value: string) => string | undefined,
): CreatingRequest | undefined {
  const jsonPath = idInAnswer(api, operation, before, name);
  const sent = idInBody(api, operation, name);
  if (jsonPath === undefined && sent === undefined) return undefined;
  const named = nameValue(api, before, name);
  const value = jsonPath === undefined ? (sent ?? '') : named.value;
  const path = `/${filled.join('/')}`;
  return {
    ...{ operation, path, jsonPath, value, name: named.name, body: bodyOf(api, operation) },
    deletion: deletionOf(path, jsonPath === undefined ? value : `\${${jsonPath}}`),
  };
}
