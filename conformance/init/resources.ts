/**
 * Finds where the values of path parameters come from. The `id` of `/todos/{id}` comes from the
 * answer to `POST /todos` when its schema has an `id`, or from the body of that request when it
 * contains one. Without such a POST, a `PUT /todos/{id}` with the answer 201 creates what its path
 * names.
 */
import { asObject, type Json } from '../../kit/collections.js';
import { bodyOf } from './bodies.js';
import type { ApiDescription, ApiOperation, Parameter } from './description.js';
import { isFreeText, merged, NoExample, uniquePlaceholder } from './example-value.js';
import { queryOf } from './parameters.js';
import type { PathOptions } from './path-options.js';

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
}

/** A path without parameters, and the requests that must come before it. */
export interface FilledPath {
  readonly path: string;
  readonly creations: readonly CreatingRequest[];
}

/** A path segment that consists of one parameter. */
const parameterPart = /^\{([^{}]+)\}$/;

/** The sources of the values in paths. */
export interface PathSources {
  readonly api: ApiDescription;
  readonly options: PathOptions;
}

/**
 * Fills the parameters of an operation's path. Paths of requests that change nothing, or that
 * create, can take values from options.
 *
 * @param last the value of the last parameter. Default: the id of an existing resource
 * @throws NoExample when the description does not show where a value comes from
 */
export function fillPath(
  { api, options }: PathSources,
  operation: ApiOperation,
  last?: string,
): FilledPath {
  const parts = partsOf(operation.path);
  const creations: CreatingRequest[] = [];
  const filled: string[] = [];
  const lastIndex = parts.findLastIndex((part) => part.includes('{'));
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index);
    const given = index === lastIndex ? last : undefined;
    const [, whole] = parameterPart.exec(part) ?? [];
    const creation =
      whole === undefined || given !== undefined
        ? undefined
        : findCreation(api, before, filled, whole);
    if (creation !== undefined) creations.push(creation);
    const isNamed = isOption(api, operation, index < lastIndex);
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
  return { path: `/${filled.join('/')}`, creations };
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
  if (isParent || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return true;
  return (
    method === 'POST' && api.operations.some((one) => one.method === 'GET' && one.path === path)
  );
}

/** The first of the values that the description lists; the server knows them. */
function listedValue(parameters: readonly Parameter[], name: string): string | undefined {
  const schema = parameters.find((one) => one.place === 'path' && one.name === name)?.schema ?? {};
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  if (typeof first === 'string' || typeof first === 'number')
    return encodeURIComponent(String(first));
  return undefined;
}

/** The request that creates the resource of a parameter: a POST to the path before it, or a PUT. */
function findCreation(
  api: ApiDescription,
  before: readonly string[],
  filled: readonly string[],
  name: string,
): CreatingRequest | undefined {
  return findPost(api, before, filled, name) ?? findPut(api, before, filled, name);
}

function findPut(
  api: ApiDescription,
  before: readonly string[],
  filled: readonly string[],
  name: string,
): CreatingRequest | undefined {
  const operation = findOperation(api, 'PUT', [...before, '{}']);
  if (operation === undefined || !isCreatingPut(operation)) return undefined;
  const path = `/${[...filled, uniquePlaceholder].join('/')}`;
  return {
    ...{ operation, path, jsonPath: undefined, value: uniquePlaceholder, name },
    body: bodyOf(api.document, operation),
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
  const deletion = findOperation(api, 'DELETE', partsOf(template));
  return deletion && path + queryOf(api, deletion);
}

function findPost(
  api: ApiDescription,
  before: readonly string[],
  filled: readonly string[],
  name: string,
): CreatingRequest | undefined {
  const operation = findOperation(api, 'POST', before);
  if (operation === undefined || isLogin(operation)) return undefined;
  if (successOf(operation) === undefined)
    throw new NoExample(`the description does not state how POST ${operation.path} succeeds`);
  const [jsonPath, sent] = [
    idInAnswer(api, operation, before, name),
    idInBody(api, operation, name),
  ];
  if (jsonPath === undefined && sent === undefined) return undefined;
  const plain = name.replace(/[^\p{L}\p{N}_-]/gu, '-');
  const remembered = ['unique', 'profile'].includes(plain) ? `${plain}-value` : plain;
  const value = jsonPath === undefined ? (sent ?? '') : `\${${remembered}}`;
  const path = `/${filled.join('/')}`;
  const deletion = findOperation(api, 'DELETE', [...before, '{}']);
  return {
    ...{ operation, path, jsonPath, value, name: remembered },
    body: bodyOf(api.document, operation),
    deletion: deletion && deletionPath(path, { jsonPath, value }) + queryOf(api, deletion),
  };
}

/** The path of what a request creates: with the id from its answer, or with the one that it chose. */
export function deletionPath(
  path: string,
  { jsonPath, value }: Pick<CreatingRequest, 'jsonPath' | 'value'>,
): string {
  return `${path}/${jsonPath === undefined ? value : `\${${jsonPath}}`}`;
}

/** The segments of a path. */
function partsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

/** The operation with a path that is the same except for the names of its parameters. */
function findOperation(
  { operations }: ApiDescription,
  method: string,
  parts: readonly string[],
): ApiOperation | undefined {
  const plain = (all: readonly string[]) =>
    all.map((part) => (part.startsWith('{') ? '{}' : part)).join('/');
  const wanted = plain(parts);
  return operations.find((one) => one.method === method && plain(partsOf(one.path)) === wanted);
}

/** The first documented answer with a status of success; for a PUT, that of a creation. */
export function successOf({ method, answers }: ApiOperation) {
  const created = answers.find(({ status }) => method === 'PUT' && status === '201');
  return created ?? answers.find(({ status }) => status.startsWith('2'));
}

/** The JSONPath of the value in the answer: `$.id`, or `$.article.slug` inside a wrapper. */
function idInAnswer(
  { document }: ApiDescription,
  operation: ApiOperation,
  before: readonly string[],
  name: string,
): string | undefined {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return undefined;
  const candidates = namesOfId(name, before);
  const direct = memberOf(document, schema, candidates);
  if (direct !== undefined) return `$${step(direct)}`;
  const members = Object.entries(asObject(merged(document, schema).properties));
  for (const [wrapper, part] of members.length > 3 ? [] : members) {
    // A brace would end the placeholder with this path.
    if (wrapper.includes('}')) continue;
    const inside = memberOf(document, part, candidates);
    if (inside !== undefined) return `$${step(wrapper)}${step(inside)}`;
  }
  return undefined;
}

function memberOf(document: Json, schema: unknown, names: readonly string[]): string | undefined {
  const properties = asObject(merged(document, schema).properties);
  return names.find((name) => Object.hasOwn(properties, name));
}

function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** A parameter `todoId` after `/todos` is the member `todoId` or `id` of the answer. */
function namesOfId(name: string, before: readonly string[]): readonly string[] {
  const collection = (before.at(-1) ?? '').toLowerCase().replace(/[^a-z\d]/g, '');
  const [, owner = '', kind = ''] =
    /^(.*?)[_-]?(id|uuid|slug|key|name|number|code)$/i.exec(name) ?? [];
  const noun = owner.toLowerCase().replace(/[^a-z\d]/g, '');
  const isOwn = noun === '' || collection.startsWith(noun.replace(/y$/, ''));
  const names = [name, ...(kind !== '' && isOwn ? [kind.toLowerCase()] : [])];
  return noun !== '' && isOwn ? names : [...names, 'id'];
}

/** A value that the request itself chooses. */
function idInBody(api: ApiDescription, operation: ApiOperation, name: string): string | undefined {
  try {
    const value = asObject(bodyOf(api.document, operation))[name];
    return value === uniquePlaceholder ? value : undefined;
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

/** Whether an operation needs an existing account. */
export function isLogin({ path, operationId = '' }: ApiOperation): boolean {
  return (
    /\/(log-?in|sign-?in|tokens?|authenticate|sessions?|auth)\/?$/i.test(path) ||
    /^(log|sign)_?-?in|authenticate/i.test(operationId)
  );
}
