/**
 * Holds every answer against the OpenAPI description. What deviates is reported beside the
 * verdicts and is none of them: the description fixes more than the specification states.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Exchange, headerOf, jsonOf, type ReceivedResponse } from '../http/exchange.js';
import { readDocument } from '../yaml.js';
import type { UnansweredRequest } from './recorder.js';

/** An answer that the description does not allow, with the number of times it came. */
export interface Deviation {
  /** `GET /api/users` */
  readonly operation: string;
  readonly status: number;
  /** Where in the body, as a JSON pointer; empty for the answer as a whole. */
  readonly path: string;
  readonly message: string;
  readonly count: number;
}

/** What of the description was met. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
}

/** One operation with all answers that are described. */
export interface OperationCoverage {
  readonly operation: string;
  readonly statuses: readonly StatusCoverage[];
}

/** One described answer of an operation. */
export interface StatusCoverage {
  readonly status: string;
  /** How many came. */
  readonly answers: number;
  /** The members that its schema describes: `data[].price`. */
  readonly members: readonly { readonly name: string; readonly seen: boolean }[];
}

/** All that the check has to say. */
export interface ContractFindings {
  readonly coverage: Coverage;
  readonly deviations: readonly Deviation[];
}

type Json = Readonly<Record<string, unknown>>;

/** One answer that the description foresees. */
interface DescribedAnswer {
  readonly status: string;
  readonly validate: ValidateFunction | undefined;
  readonly members: readonly string[];
  readonly seen: Set<string>;
  answers: number;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Collects what the exchanges of a run say about the description. */
export class ContractCheck {
  readonly #operations: ReadonlyMap<string, readonly DescribedAnswer[]>;
  readonly #deviations = new Map<string, Deviation>();

  /**
   * @param file an OpenAPI 3.1 document in YAML or JSON
   * @throws Error when the document cannot be read or one of its schemas cannot be compiled
   */
  constructor(file: string) {
    this.#operations = describeOperations(readDocument(file) as Json);
  }

  /** Notes the exchanges of a scenario; a request without an answer says nothing. */
  addAll(exchanges: readonly (Exchange | UnansweredRequest)[], baseUrl: string): void {
    for (const one of exchanges) if ('response' in one) this.add(one, baseUrl);
  }

  /**
   * Notes an exchange; one on a path that is not described says nothing.
   *
   * @param baseUrl what comes before the document's paths, without a slash at its end
   */
  add({ request, response }: Exchange, baseUrl: string): void {
    const path = new URL(request.url.replace(baseUrl, 'http://target')).pathname;
    const operation = `${request.method} ${path}`;
    const answers = this.#operations.get(operation);
    if (answers === undefined) return;
    const answer =
      answers.find((one) => one.status === String(response.status)) ??
      answers.find((one) => one.status === `${Math.floor(response.status / 100)}XX`) ??
      answers.find((one) => one.status === 'default');
    for (const problem of problemsWith(response, answer)) {
      this.#deviate({ operation, status: response.status, ...problem });
    }
  }

  get findings(): ContractFindings {
    const operations = [...this.#operations].map(([operation, answers]) => ({
      operation,
      statuses: answers.map(({ status, answers: count, members, seen }) => ({
        status,
        answers: count,
        members: members.map((name) => ({ name, seen: seen.has(name) })),
      })),
    }));
    return { coverage: { operations }, deviations: [...this.#deviations.values()] };
  }

  #deviate(found: Omit<Deviation, 'count'>): void {
    const key = JSON.stringify(found);
    const count = (this.#deviations.get(key)?.count ?? 0) + 1;
    this.#deviations.set(key, { ...found, count });
  }
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Counts an answer where it belongs, and lists what is wrong with it. */
function problemsWith(
  response: ReceivedResponse,
  answer: DescribedAnswer | undefined,
): readonly Problem[] {
  if (answer === undefined) return [{ path: '', message: 'the status is not described' }];
  answer.answers += 1;
  if (answer.validate === undefined) return [];
  const json = jsonOf(response, JSON.parse);
  if (json === undefined) return [{ path: '', message: 'the body is not JSON' }];
  if (answer.members.some((name) => !answer.seen.has(name))) {
    for (const name of membersOf(json.value)) answer.seen.add(name);
  }
  const isTyped = /[/+]json\b/.test(headerOf(response, 'content-type') ?? '');
  const problems = isTyped ? [] : [{ path: '', message: 'the content type is not JSON' }];
  if (answer.validate(json.value)) return problems;
  const errors = (answer.validate.errors ?? []).map(({ instancePath, message, keyword }) => ({
    path: instancePath.replace(/\/\d+/g, '/*'),
    message: message ?? keyword,
  }));
  return [...problems, ...errors];
}

/** Every run compiles the schemas: what Ajv does to check and optimize them takes five times that. */
const quickly = { validateSchema: false, meta: false, code: { optimize: false } };

function describeOperations(document: Json): Map<string, DescribedAnswer[]> {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ...quickly });
  ajv.addSchema(document, 'openapi');
  const operations = new Map<string, DescribedAnswer[]>();
  for (const [path, item] of Object.entries(document.paths as Json)) {
    for (const method of methods) {
      const responses = ((item as Json)[method] as Json | undefined)?.responses;
      if (responses === undefined) continue;
      const pointer = `#/paths/${escapePointer(path)}/${method}/responses`;
      const answers = Object.keys(responses as Json).map((status) =>
        describeAnswer(document, ajv, `${pointer}/${status}`, status),
      );
      operations.set(`${method.toUpperCase()} ${path}`, answers);
    }
  }
  return operations;
}

function describeAnswer(
  document: Json,
  ajv: Ajv2020,
  pointer: string,
  status: string,
): DescribedAnswer {
  const answer = { status, seen: new Set<string>(), answers: 0 };
  const response = follow(document, pointer);
  const schemaPointer = `${response.pointer}/content/application~1json/schema`;
  const schema = follow(document, schemaPointer).value;
  if (schema === undefined) return { ...answer, validate: undefined, members: [] };
  const validate = ajv.compile({ $ref: `openapi${schemaPointer}` });
  return { ...answer, validate, members: membersOfSchema(document, schemaPointer) };
}

/** What a pointer leads to, through references, and where that is. */
function follow(document: Json, pointer: string): { pointer: string; value: Json | undefined } {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    value = (value as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  const reference = (value as Json | undefined)?.$ref;
  if (typeof reference === 'string') return follow(document, reference);
  return { pointer, value: value as Json | undefined };
}

/** Names as `membersOf` gives them, for what a schema and its parts describe. */
function membersOfSchema(document: Json, pointer: string, prefix = ''): string[] {
  const { pointer: place, value: schema } = follow(document, pointer);
  const own = Object.keys((schema?.properties ?? {}) as Json).flatMap((key) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const below = `${place}/properties/${escapePointer(key)}`;
    return [name, ...membersOfSchema(document, below, name)];
  });
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    ((schema?.[keyword] ?? []) as unknown[]).flatMap((_part, index) =>
      membersOfSchema(document, `${place}/${keyword}/${index}`, prefix),
    ),
  );
  const items =
    schema?.items === undefined ? [] : membersOfSchema(document, `${place}/items`, `${prefix}[]`);
  return [...new Set([...own, ...parts, ...items])];
}

/** The members of a JSON value at every depth: `data[].price`. */
function membersOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [name, ...membersOf(item, name)];
  });
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
