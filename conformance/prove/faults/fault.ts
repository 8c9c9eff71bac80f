/** Faults of a target, as data: which exchanges each changes, and how. */
import type { ReceivedResponse, SentRequest } from '../../http/exchange.js';

/** A request of a scenario on its way to the target. */
export interface SeenRequest {
  /** `GET /todos/{id}`, as the description names it; `GET /todos/{}` without one. */
  readonly operation: string;
  readonly request: SentRequest;
  /** The parameter by which its query names a resource; undefined when none does. */
  readonly namingParameter?: string | undefined;
}

/** A request and the target's answer, before any fault. */
export interface SeenExchange extends SeenRequest {
  readonly response: ReceivedResponse;
  /** Exchanges of the scenario that ended while this one was under way. Default: none. */
  readonly overlapping?: readonly SeenExchange[];
}

/**
 * A fault that changes answers; undefined leaves an answer as it is.
 *
 * @param before the earlier exchanges of the scenario
 */
export type AnswerChange = (
  seen: SeenExchange,
  before: readonly SeenExchange[],
) => ReceivedResponse | undefined;

/** What a fault made of one request. */
export interface Performed {
  /** The answer that the scenario gets. */
  readonly response: ReceivedResponse;
  /** The target's own answers, which decide what was created. */
  readonly answered: readonly ReceivedResponse[];
  /** What the target answers without the fault, where a fault can ask without a change. */
  readonly sound?: ReceivedResponse;
}

/** Sends a request to the target, and returns its answer. */
export type Forward = (request: SentRequest) => Promise<ReceivedResponse>;

/** A fault that changes what reaches the target. */
export interface RequestChange {
  /** Whether the fault concerns a request; `before` are the earlier exchanges of the scenario. */
  applies(seen: SeenRequest, before: readonly SeenExchange[]): boolean;
  /** @throws TargetFailure for a fault that keeps the answer back */
  perform(seen: SeenRequest, before: readonly SeenExchange[], forward: Forward): Promise<Performed>;
}

/** A fault that a proxy can plant between a suite and a sound target. */
export interface Fault {
  /** The name of its kind. */
  readonly kind: string;
  readonly operation: string;
  /** The status of the answers that it changes, or of those that the target gives without it. */
  readonly status: number;
  /** A JSONPath, the name of a header or of a parameter; empty for the whole exchange. */
  readonly place: string;
  /** In words, to follow the operation: `$.title is absent`. */
  readonly sentence: string;
  readonly change: { readonly answer: AnswerChange } | { readonly request: RequestChange };
}

/** Names a fault: equal faults of two runs have equal names. */
export function nameOfFault({ operation, status, sentence }: Fault): string {
  return `${operation} (${status}): ${sentence}`;
}

/** Exchanges with the same operation and status, in the order of the recording. */
export interface AnswerGroup {
  readonly operation: string;
  readonly status: number;
  readonly exchanges: readonly SeenExchange[];
}

/** What faults are made from. */
export interface FaultSource {
  readonly groups: readonly AnswerGroup[];
  /** The statuses that the description states for an operation. */
  statusesOf(operation: string): readonly number[];
  /** Whether the description forbids an answer. */
  isForbidden(seen: SeenExchange): boolean;
  /** The headers that carry credentials, in lower case. */
  readonly credentialHeaders: ReadonlySet<string>;
  /** Values of credentials, which requests may carry elsewhere. */
  readonly credentials: readonly string[];
  /** The path of operations that stand for many paths, none of which is a resource. */
  readonly template: string | undefined;
  /** A text in everything that the run creates. */
  readonly marker: string;
  /** Whether faults may let a request change anything on the target. */
  readonly isDisposable: boolean;
}

/** A kind of faults. */
export interface FaultKind {
  readonly name: string;
  /** What the target does wrong, as a clause: `a member of an answer is absent`. */
  readonly meaning: string;
  readonly find: (source: FaultSource) => readonly Fault[];
}

/** A fault of a kind that concerns the answers of one group. */
export function inAnswers(
  { operation, status }: Pick<AnswerGroup, 'operation' | 'status'>,
  place: string,
  sentence: string,
  answer: AnswerChange,
): Omit<Fault, 'kind'> {
  return { operation, status, place, sentence, change: { answer } };
}

/** A fault of a kind that concerns the requests with the answers of one group. */
export function inRequests(
  { operation, status }: Pick<AnswerGroup, 'operation' | 'status'>,
  place: string,
  sentence: string,
  request: RequestChange,
): Omit<Fault, 'kind'> {
  return { operation, status, place, sentence, change: { request } };
}

/** Declares a kind by the faults that it finds in a group. */
export function kindOf(
  name: string,
  meaning: string,
  findIn: (group: AnswerGroup, source: FaultSource) => readonly Omit<Fault, 'kind'>[],
): FaultKind {
  const find = (source: FaultSource) =>
    source.groups.flatMap((group) => findIn(group, source).map((one) => ({ kind: name, ...one })));
  return { name, meaning, find };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
