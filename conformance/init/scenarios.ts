/** Plans a requirement and a scenario for every operation and documented status. */
import { asObject } from '../../kit/collections.js';
import { bodyOf } from './bodies.js';
import type { CredentialEntry } from './credentials.js';
import {
  type ApiDescription,
  type ApiOperation,
  type DocumentedAnswer,
  isForm,
  isWrittenAsJson,
} from './description.js';
import { NoExample, uniquePlaceholder } from './example-value.js';
import { headersOf, queryOf } from './parameters.js';
import type { PathOptions } from './path-options.js';
import { interchangeableAnswers, type RequestVariant, variantFor } from './request-variants.js';
import {
  type CreatingRequest,
  deletionByPut,
  deletionPath,
  type FilledPath,
  fillPath,
  isCreatingPut,
  type PathSources,
  successOf,
} from './resources.js';
import { kebab, UniqueNames } from './values.js';

/** A requirement with its scenario. */
export interface PlannedRequirement {
  readonly id: string;
  readonly tag: string;
  readonly statement: string;
  readonly needs: readonly string[];
  /** The answers that its scenario exercises, unless they follow from the path that it sends. */
  readonly exercises: readonly string[];
  readonly title: string;
  readonly steps: readonly PlannedStep[];
  /** Why the scenario cannot run yet; undefined when it can. */
  readonly unfinished: string | undefined;
}

/** A step of a scenario. */
export interface PlannedStep {
  readonly kind: 'Given' | 'When' | 'Then';
  readonly text: string;
  /** The text in triple quotes below it. */
  readonly below?: string | undefined;
  /** The rows of the table below it. */
  readonly table?: readonly (readonly string[])[];
}

/** The input of the planning. */
interface ScenarioSources {
  readonly api: ApiDescription;
  readonly options: PathOptions;
  /** By the names of their schemes. */
  readonly credentials: ReadonlyMap<string, CredentialEntry>;
  /** The ids of the requirements that operations succeed, by method and path. */
  readonly successIds: ReadonlyMap<string, string>;
}

/** In the order of the description. */
export function planRequirements(
  api: ApiDescription,
  credentials: ReadonlyMap<string, CredentialEntry>,
  options: PathOptions,
): readonly PlannedRequirement[] {
  const names = new UniqueNames();
  const named = api.operations.flatMap((operation) => {
    const base = `${kebab(operation.tag, 'api')}.${idOf(operation)}`;
    return operation.answers.filter(isProvocable).map((answer) => ({
      ...{ operation, answer, id: names.take(`${base}.${answer.status.toLowerCase()}`) },
    }));
  });
  const successes = named.filter(({ operation, answer }) => answer === successOf(operation));
  const successIds = new Map(successes.map(({ operation, id }) => [operationName(operation), id]));
  const sources = { api, options, credentials, successIds };
  return named.map(({ operation, answer, id }) => planOne(sources, operation, answer, id));
}

/** Documented statuses that no request makes a conforming server answer with. */
export function unprovocableStatuses({ operations }: ApiDescription): readonly string[] {
  const answers = operations.flatMap((one) => one.answers);
  const statuses = answers.filter((one) => !isProvocable(one)).map(({ status }) => status);
  return [...new Set(statuses)].sort();
}

/** Faults and overload depend on the server's state, not on the request. */
function isProvocable({ status }: DocumentedAnswer): boolean {
  return !/^(5..|429)$/.test(status);
}

function idOf({ operationId, method, path }: ApiOperation): string {
  return kebab(operationId ?? `${method.toLowerCase()} ${path}`, method.toLowerCase());
}

function operationName({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

function planOne(
  sources: ScenarioSources,
  operation: ApiOperation,
  answer: DocumentedAnswer,
  id: string,
): PlannedRequirement {
  const said = answer.text === undefined ? '' : `: ${answer.text.replace(/[.:]+$/, '')}`;
  const accepted = interchangeableAnswers(operation, answer).map(({ status }) => status);
  const about = {
    ...{ id, tag: operation.tag },
    exercises: isPlain(operation.path) ? [] : [`${operationName(operation)} ${answer.status}`],
    statement: `${operationName(operation)} answers ${accepted.join(' or ')}${said}.`,
    title: `${operation.summary?.replace(/\.$/, '') ?? operationName(operation)}: ${answer.status}`,
  };
  try {
    const { steps, creations } = planSteps(sources, operation, answer);
    const needed = creations.map(
      (one) => sources.successIds.get(operationName(one.operation)) ?? [],
    );
    const needs = [...new Set(needed.flat())].filter((one) => one !== id);
    return { ...about, needs, steps, unfinished: undefined };
  } catch (error) {
    if (!(error instanceof NoExample)) throw error;
    const steps: readonly PlannedStep[] = [
      { kind: 'When', text: `I send ${operation.method} ${operation.path.replace(/\s/g, '%20')}` },
      statusStep([answer]),
    ];
    return { ...about, needs: [], steps, unfinished: error.message };
  }
}

/** Whether a path needs no encoding. */
function isPlain(path: string): boolean {
  return /^[\w.~/{}:@!&'()*+,;=-]*$/.test(path);
}

interface PlannedSteps {
  readonly steps: readonly PlannedStep[];
  readonly creations: readonly CreatingRequest[];
}

/** @throws NoExample when the description does not show how to provoke the answer */
function planSteps(
  sources: ScenarioSources,
  operation: ApiOperation,
  answer: DocumentedAnswer,
): PlannedSteps {
  const { api } = sources;
  const variant = variantFor(api, operation, answer);
  const { path, creations } = fillOwnPath(sources, operation, variant);
  const carried = credentialsOf(sources, operation, variant, creations);
  const given = uniquePairs(creations.flatMap((one) => headersOf(api, one.operation)));
  const own = [
    ...(variant.header === undefined ? [] : [variant.header]),
    ...headersOf(api, operation),
  ].filter(([name, value]) => !given.some(([other, same]) => other === name && same === value));
  const query = queryOf(api, operation, { ...variant.query, ...carried.query });
  const isKnown = creations.some((one) => one.operation === operation);
  const accepted = interchangeableAnswers(operation, answer);
  const cleanUp = isKnown ? undefined : deletionOf(sources, operation, path);
  const steps = [
    ...carried.steps,
    ...given.map(headerStep),
    ...creations.flatMap((one) => stepsOfCreation(api, one)),
    ...cleanUpSteps(operation, path, cleanUp),
    ...(variant.isAnonymous && carried.steps.length > 0
      ? [{ kind: 'Given' as const, text: 'I use no credential' }]
      : carried.own),
    ...own.map(headerStep),
    requestStep(api, operation, variant, path + query),
    statusStep(accepted),
    ...(accepted.some(({ schema }) => schema !== undefined) && operation.method !== 'HEAD'
      ? [{ kind: 'Then' as const, text: 'the answer conforms to the OpenAPI description' }]
      : []),
  ];
  return { steps, creations };
}

/**
 * The path of a request that changes no data of others. A server may look for the resource before
 * the credential, so an anonymous request names an existing one where it can.
 */
function fillOwnPath(
  sources: PathSources,
  operation: ApiOperation,
  variant: RequestVariant,
): FilledPath {
  try {
    const filled = fillPath(sources, operation, variant.last);
    demandOwnership(sources.api, operation, filled, variant);
    return filled;
  } catch (error) {
    if (!(error instanceof NoExample) || variant.otherwise === undefined) throw error;
    return fillPath(sources, operation, variant.otherwise);
  }
}

/**
 * Scenarios must not change data of others: the resource must be created by the scenario, contain a
 * unique text, and be shown by a GET.
 */
function demandOwnership(
  api: ApiDescription,
  { method, path }: ApiOperation,
  { path: sent, creations }: FilledPath,
  { last, otherwise, isAnonymous }: RequestVariant,
): void {
  if (sent.includes(uniquePlaceholder)) return;
  const isCreate = method === 'POST' && creations.length === 0;
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || isCreate) return;
  if (last !== undefined && creations.length === 0) return;
  if (creations.length === 0) throw new NoExample('it may change data of others');
  const isMarked = creations.every(({ body }) =>
    JSON.stringify(body ?? '').includes(uniquePlaceholder),
  );
  if (!isMarked) throw new NoExample("the creating request has no free text for the run's marker");
  const isShown = api.operations.some(
    (one) => one.method === 'GET' && one.path.includes('{') && isPathWithin(path, one.path),
  );
  if (!isShown && (!isAnonymous || otherwise !== undefined))
    throw new NoExample('no GET shows whether the run owns what is changed');
}

function isPathWithin(path: string, around: string): boolean {
  const plain = (one: string) => `${one.replace(/\{[^{}]*\}/g, '{}')}/`;
  return plain(path).startsWith(plain(around));
}

interface Carried {
  readonly steps: readonly PlannedStep[];
  /** The steps after the preparations: the same header may carry another credential there. */
  readonly own: readonly PlannedStep[];
  /** Query parameters. */
  readonly query: Readonly<Record<string, string>>;
}

/** The credentials that the requests of a scenario need. */
function credentialsOf(
  { credentials }: ScenarioSources,
  operation: ApiOperation,
  { isAnonymous }: RequestVariant,
  creations: readonly CreatingRequest[],
): Carried {
  const steps: PlannedStep[] = [];
  const own: PlannedStep[] = [];
  const query: Record<string, string> = {};
  const prepared = new Set(creations.flatMap((one) => one.operation.schemes));
  const headerFor = (scheme: string) => credentials.get(scheme)?.header?.replace(/:.*/s, '');
  const preparedHeaders = new Set([...prepared].map(headerFor));
  const schemes = new Set([...operation.schemes, ...prepared]);
  for (const scheme of isAnonymous && creations.length === 0 ? [] : schemes) {
    const credential = credentials.get(scheme);
    if (credential === undefined)
      throw new NoExample(`no request can carry the credential of ${scheme}`);
    if (credential.query === undefined) {
      const isReplaced = !prepared.has(scheme) && preparedHeaders.has(headerFor(scheme));
      const text = `I use the credential ${credential.name}`;
      (isReplaced ? own : steps).push({ kind: 'Given', text });
    } else if (creations.length > 0) {
      throw new NoExample(`each request carries ${credential.query} in its query`);
    } else query[credential.query] = `\${credential:${credential.name}}`;
  }
  return { steps, own, query };
}

function uniquePairs<T>(pairs: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return [...new Map(pairs)];
}

function headerStep([name, value]: readonly [name: string, value: string]): PlannedStep {
  return { kind: 'Given', text: `I set the header ${name} to ${JSON.stringify(value)}` };
}

function stepsOfCreation(api: ApiDescription, creation: CreatingRequest): readonly PlannedStep[] {
  const { operation, path, body, jsonPath, name, deletion } = creation;
  const kind = 'Given';
  return [
    ...cleanUpSteps(operation, path, deletion),
    sendStep(kind, operation, path + queryOf(api, operation), body),
    ...(jsonPath === undefined
      ? []
      : [{ kind, text: `I remember ${jsonPath} as "${name}"` } as const]),
  ];
}

/**
 * Cleans up after a request. The step comes before the request: a server can create something and
 * answer with another status than the documented one.
 */
function cleanUpSteps(
  { method }: ApiOperation,
  path: string,
  deletion: string | undefined,
): readonly PlannedStep[] {
  if (deletion === undefined) return [];
  const text = `what ${method} ${path} creates is cleaned up with DELETE ${deletion}`;
  return [{ kind: 'Given', text }];
}

function sendStep(
  kind: PlannedStep['kind'],
  { method, body: described }: ApiOperation,
  path: string,
  body: unknown,
): PlannedStep {
  const text = `I send ${method} ${path}`;
  if (body === undefined) return { kind, text };
  const mediaType = described?.mediaType ?? '';
  if (isForm(mediaType)) return { kind, text: `${text} with the form`, table: rowsOf(body) };
  const isText = typeof body === 'string' && !isWrittenAsJson(mediaType);
  const below = isText ? body : JSON.stringify(body, undefined, 2);
  const [type = ''] = mediaType.split(';');
  const isUsual = /^application\/json$|\*/i.test(type.trim());
  return { kind, text: isUsual ? `${text} with` : `${text} as ${type.trim()}`, below };
}

function statusStep(accepted: readonly DocumentedAnswer[]): PlannedStep {
  const statuses = accepted.map(({ status }) => status.replace('XX', 'xx'));
  return { kind: 'Then', text: `the status is ${statuses.join(' or ')}` };
}

function rowsOf(fields: unknown): readonly (readonly string[])[] {
  return Object.entries(asObject(fields)).map(([name, value]) => [name, String(value)]);
}

function requestStep(
  { document }: ApiDescription,
  operation: ApiOperation,
  { text, without }: RequestVariant,
  path: string,
): PlannedStep {
  const { method } = operation;
  if (text !== undefined) {
    const said = `I send ${method} ${path} as ${text.mediaType}`;
    return { kind: 'When', text: said, below: text.content };
  }
  const body = bodyOf(document, operation);
  if (without === undefined) return sendStep('When', operation, path, body);
  const { [without]: _left, ...rest } = asObject(body);
  return sendStep('When', operation, path, rest);
}

/**
 * The path that deletes what a request creates; for a POST, with a place for the id in the answer.
 * Undefined when the description has no DELETE of that path, or of one below that of the POST.
 */
function deletionOf(
  sources: PathSources,
  operation: ApiOperation,
  path: string,
): string | undefined {
  if (isCreatingPut(operation)) return deletionByPut(sources.api, operation, path);
  if (operation.method !== 'POST') return undefined;
  const parts = operation.path.split('/').length;
  const item = sources.api.operations.find(
    (one) =>
      one.method === 'DELETE' &&
      one.path.split('/').length === parts + 1 &&
      isPathWithin(one.path, operation.path) &&
      /\/\{[^{}]+\}$/.test(one.path),
  );
  if (item === undefined) return undefined;
  try {
    const creation = fillPath(sources, item).creations.at(-1);
    if (creation?.operation !== operation) return undefined;
    return deletionPath(path, creation) + queryOf(sources.api, item);
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}
