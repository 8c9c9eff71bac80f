/**
 * Comparison of every answer with the OpenAPI description. Deviations are reported beside the
 * verdicts and are not verdicts, since the description fixes more than the specification states.
 */
import {
  type Exchange,
  headerOf,
  plainJsonOf,
  type ReceivedResponse,
  type UnansweredRequest,
  withoutQuery,
} from '../http/exchange.js';
import {
  type ContractDescription,
  type DescribedAnswer,
  loadContractDescription,
  noDescription,
} from './openapi-description.js';

/** An answer that the description does not allow, with the number of occurrences. */
export interface Deviation {
  /** `GET /todos/{id}` */
  readonly operation: string;
  readonly status: number;
  /** The place in the body, as a JSON pointer; empty for the whole answer. */
  readonly path: string;
  readonly message: string;
  readonly count: number;
}

/** The described operations, with the answers that came. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
}

/** A described operation with its answers. */
export interface OperationCoverage {
  readonly operation: string;
  readonly statuses: readonly StatusCoverage[];
}

/** A described answer of an operation. */
export interface StatusCoverage {
  readonly status: string;
  /** The number of such answers. */
  readonly answers: number;
  /** The members of its schema: `data[].price`. */
  readonly members: readonly { readonly name: string; readonly seen: boolean }[];
}

/** The results of the comparison. */
export interface ContractFindings {
  readonly coverage: Coverage;
  readonly deviations: readonly Deviation[];
}

/** The occurrences of a described answer. */
interface Sightings {
  answers: number;
  readonly members: Set<string>;
}

/** Compares the exchanges of a run with the description. */
export class ContractCheck {
  readonly #file: string | undefined;
  readonly #sightings = new Map<DescribedAnswer, Sightings>();
  readonly #deviations = new Map<string, Deviation>();
  /** The paths of addresses without their queries. */
  readonly #paths = new Map<string, string>();

  /**
   * @param file the description, which is read at the first exchange; undefined for none, from
   *    which no
   *   answer deviates
   */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  get #description(): ContractDescription {
    return this.#file === undefined ? noDescription : loadContractDescription(this.#file);
  }

  /** Records the exchanges of a scenario that have an answer. */
  addAll(exchanges: readonly (Exchange | UnansweredRequest)[], baseUrl: string): void {
    for (const one of exchanges) if ('response' in one) this.add(one, baseUrl);
  }

  /**
   * Records an exchange, unless its path is not described.
   *
   * @param baseUrl the prefix of all paths, without a slash at its end
   */
  add({ request, response }: Exchange, baseUrl: string): void {
    const found = this.#description.find(request.method, this.#pathOf(request.url, baseUrl));
    if (found === undefined) return;
    const answer = answerWith(response.status, found.answers);
    const problems =
      answer === undefined
        ? [{ path: '', message: 'the status is not described' }]
        : problemsWith(response, answer, this.#seenOf(answer));
    for (const problem of problems) {
      this.#deviate({ operation: found.operation, status: response.status, ...problem });
    }
  }

  #pathOf(url: string, baseUrl: string): string {
    const address = withoutQuery(url);
    const path =
      this.#paths.get(address) ?? new URL(address.replace(baseUrl, 'http://target')).pathname;
    this.#paths.set(address, path);
    return path;
  }

  get findings(): ContractFindings {
    const operations = this.#description.operations.map(({ operation, answers }) => ({
      operation,
      statuses: answers.map((answer) => this.#describeCoverage(answer)),
    }));
    return { coverage: { operations }, deviations: [...this.#deviations.values()] };
  }

  #describeCoverage(answer: DescribedAnswer): StatusCoverage {
    const { answers, members: seen } = this.#seenOf(answer);
    const members = answer.members.map((name) => ({ name, seen: seen.has(name) }));
    return { status: answer.status, answers, members };
  }

  #seenOf(answer: DescribedAnswer): Sightings {
    const seen = this.#sightings.get(answer) ?? { answers: 0, members: new Set() };
    this.#sightings.set(answer, seen);
    return seen;
  }

  #deviate(found: Omit<Deviation, 'count'>): void {
    const key = JSON.stringify(found);
    const count = (this.#deviations.get(key)?.count ?? 0) + 1;
    this.#deviations.set(key, { ...found, count });
  }
}

/** A difference between an answer and its description, with its place in the answer. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * Compares a single answer with a description.
 *
 * @param path the path below the base URL, without its query
 * @returns the problems; undefined when the operation is not described
 */
export function checkAnswer(
  description: ContractDescription,
  { method, path }: { readonly method: string; readonly path: string },
  response: ReceivedResponse,
): readonly Problem[] | undefined {
  const found = description.find(method, path);
  if (found === undefined) return undefined;
  const answer = answerWith(response.status, found.answers);
  if (answer === undefined) return [{ path: '', message: 'the status is not described' }];
  return problemsWith(response, answer, { answers: 0, members: new Set() });
}

function answerWith(
  status: number,
  answers: readonly DescribedAnswer[],
): DescribedAnswer | undefined {
  return (
    answers.find((one) => one.status === String(status)) ??
    answers.find((one) => one.status === `${Math.floor(status / 100)}XX`) ??
    answers.find((one) => one.status === 'default')
  );
}

/** Records an answer, and returns its problems. */
function problemsWith(
  response: ReceivedResponse,
  { validate, members }: DescribedAnswer,
  seen: Sightings,
): readonly Problem[] {
  seen.answers += 1;
  if (validate === undefined) return [];
  const json = plainJsonOf(response);
  if (json === undefined) return [{ path: '', message: 'the body is not JSON' }];
  if (members.some((name) => !seen.members.has(name))) {
    for (const name of membersOf(json.value)) seen.members.add(name);
  }
  const isTyped = /[/+]json\b/.test(headerOf(response, 'content-type') ?? '');
  const problems = isTyped ? [] : [{ path: '', message: 'the content type is not JSON' }];
  if (validate(json.value)) return problems;
  const errors = (validate.errors ?? []).map(({ instancePath, message, keyword }) => ({
    path: instancePath.replace(/\/\d+/g, '/*'),
    message: message ?? keyword,
  }));
  return [...problems, ...errors];
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
