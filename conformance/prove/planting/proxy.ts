/**
 * The proxy between the scenarios and the target. It records every exchange, and plants a fault. It
 * is a part of the client, not a server of its own: the target gets the same requests, the scenario
 * the same answers, and no port, certificate or process is needed. The requests of the clean-up do
 * not pass it, so that no fault can keep rows from being deleted.
 */
import type { Intermediary } from '../../http/client.js';
import {
  type Exchange,
  type ReceivedResponse,
  type SentRequest,
  withoutQuery,
} from '../../http/exchange.js';
import type { OutgoingRequest } from '../../http/outgoing-request.js';
import { Payload } from '../../http/transport.js';
import { isRequestOf } from '../../suite/requirements.js';
import { findNamingParameter } from '../../suite/resource-kinds.js';
import type { ResourceKind } from '../../suite/suite.js';
import type { ContractDescription } from '../../verdict/openapi-description.js';
import { nameFollowing } from '../../verdict/operations.js';
import type { Fault, Performed, SeenExchange, SeenRequest } from '../faults/fault.js';
import { areEqual } from '../faults/json-places.js';

/** An exchange that was recorded without a fault. */
export interface RecordedExchange extends SeenExchange {
  /** The index of the step that sent the request. */
  readonly step: number;
}

/** One more execution of a scenario, usually with a fault. */
export interface Planting {
  readonly fault?: Fault;
  /** The first execution, without a fault. */
  readonly recorded: {
    readonly exchanges: readonly SeenExchange[];
    /** The longest time, in milliseconds, that the scenario waited for a state of the target. */
    readonly waited: number;
    readonly isAdaptive: boolean;
  };
}

/** What the proxy saw of one execution of a scenario. */
export interface Passage {
  readonly exchanges: readonly RecordedExchange[];
  /** The first exchange that the fault changed, as the scenario saw it. */
  readonly altered: SeenExchange | undefined;
}

/** By what operations are named that no description names. */
export interface Naming {
  /** The kinds of resources that a query may name. */
  readonly kinds: readonly ResourceKind[];
  /** The template of paths that are one operation, such as `/scripts/{name}`. */
  readonly template: string | undefined;
}

/** The proxy before one target, for one scenario after the other. */
export class FaultProxy {
  readonly #description: ContractDescription;
  readonly #baseUrl: string;
  readonly #naming: Naming;
  #planting: Planting | undefined;
  #exchanges: RecordedExchange[] = [];
  #counts = new Map<string, number>();
  #altered: SeenExchange | undefined;
  #step = 0;

  /** @param description names the operations that it describes */
  constructor(description: ContractDescription, baseUrl: string, naming: Naming) {
    this.#description = description;
    this.#naming = naming;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /** Begins the passage of a scenario. */
  begin(planting?: Planting): void {
    this.#planting = planting;
    this.#exchanges = [];
    this.#counts = new Map();
    this.#altered = undefined;
    this.#step = 0;
  }

  /** Notes the step that sends the next requests. */
  noteStep(index: number): void {
    this.#step = index;
  }

  get passage(): Passage {
    return { exchanges: this.#exchanges, altered: this.#altered };
  }

  readonly intercept: Intermediary = async (outgoing, forward) => {
    const { sent: request, payload } = outgoing;
    // A request that ends early, or an answer without an end, is not for others to change.
    if (payload.breakOff !== undefined || payload.events !== undefined) return forward(outgoing);
    const seen = this.#see(request);
    const before = [...this.#exchanges];
    const startedAt = performance.now();
    const passOn = async (one: SentRequest) => (await forward(toOutgoing(one, outgoing))).response;
    const performed = await this.#perform(seen, before, passOn);
    const durationMs = performance.now() - startedAt;
    const asExchange = (response: ReceivedResponse): Exchange => ({
      request,
      response,
      durationMs,
    });
    const answered = performed.answered.map(asExchange);
    return { ...asExchange(performed.response), answered };
  };

  async #perform(
    seen: SeenRequest,
    before: readonly SeenExchange[],
    passOn: (request: SentRequest) => Promise<ReceivedResponse>,
  ): Promise<Performed> {
    const step = this.#step;
    const fault = this.#faultFor(seen);
    const overlapping = () => this.#exchanges.slice(before.length);
    const note = (response: ReceivedResponse) =>
      this.#exchanges.push({ ...seen, response, step, overlapping: overlapping() });
    if (fault === undefined || !('request' in fault.change)) {
      const response = await passOn(seen.request);
      const whole = { ...seen, response, overlapping: overlapping() };
      note(response);
      const altered =
        fault && 'answer' in fault.change ? fault.change.answer(whole, before) : undefined;
      if (altered !== undefined && !areEqual(altered, response)) this.#noteAltered(seen, altered);
      return { response: altered ?? response, answered: [response] };
    }
    const { request: change } = fault.change;
    if (!change.applies(seen, before)) {
      const response = await passOn(seen.request);
      note(response);
      return { response, answered: [response] };
    }
    return await this.#change(seen, async () => {
      const performed = await change.perform(seen, before, passOn);
      note(performed.response);
      return performed;
    });
  }

  /** An answer that a fault keeps back changes an exchange, too. */
  async #change(seen: SeenRequest, perform: () => Promise<Performed>): Promise<Performed> {
    try {
      const performed = await perform();
      const { response, sound } = performed;
      if (sound === undefined || !areEqual(sound, response)) this.#noteAltered(seen, response);
      return performed;
    } catch (error) {
      this.#noteAltered(seen, { status: 0, headers: [], body: '', malformedAt: undefined });
      throw error;
    }
  }

  #noteAltered(seen: SeenRequest, response: ReceivedResponse): void {
    this.#altered ??= { ...seen, response };
  }

  /**
   * The fault, when it concerns this request: the same request of the recording, counted by its
   * operation, has the status that the fault is about.
   */
  #faultFor({ operation }: SeenRequest): Fault | undefined {
    const count = this.#counts.get(operation) ?? 0;
    this.#counts.set(operation, count + 1);
    const { fault, recorded } = this.#planting ?? {};
    if (fault?.operation !== operation || recorded === undefined) return undefined;
    const alike = recorded.exchanges.filter((one) => one.operation === operation);
    const { response } = alike[Math.min(count, alike.length - 1)] ?? {};
    return response?.status === fault.status ? fault : undefined;
  }

  #see(request: SentRequest): SeenRequest {
    const { method, url } = request;
    const path = url.startsWith(this.#baseUrl) ? url.slice(this.#baseUrl.length) : url;
    const described = this.#description.find(method, withoutQuery(path))?.operation;
    const name = described ?? this.#nameByTemplate(request, path);
    // The id in a query is that of a resource, which no POST has yet.
    const isOfOne = method !== 'POST';
    const namingParameter = isOfOne
      ? findNamingParameter(new URL(url), this.#naming.kinds)
      : undefined;
    const operation = namingParameter === undefined ? name : `${name}?${namingParameter}`;
    return { operation, request, namingParameter };
  }

  #nameByTemplate({ method, url }: SentRequest, path: string): string {
    const { template = '' } = this.#naming;
    const operation = `${method} ${template}`;
    if (isRequestOf(operation, { method, path })) return operation;
    return nameFollowing({ method, url }, this.#exchanges);
  }
}

/** A request as it is sent; one that is unchanged keeps its bytes. */
function toOutgoing(request: SentRequest, original: OutgoingRequest): OutgoingRequest {
  if (request === original.sent) return original;
  const body = request.body === original.sent.body ? original.payload.body : request.body;
  return {
    sent: request,
    payload: new Payload(request.headers, body, { gate: original.payload.gate }),
  };
}
