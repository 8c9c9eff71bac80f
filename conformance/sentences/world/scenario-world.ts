/** The world of scenarios, for suites that do not define their own. */

import { ownMember } from '../../../kit/collections.js';
import { textLike, textWith, wordWith } from '../../creations/marker.js';
import type { Deletion } from '../../creations/owned-resources.js';
import { noteAnswer } from '../../creations/reading.js';
import { isNumber } from '../../http/exact-number.js';
import { answersOfTarget, type Exchange, type RequestSpecification } from '../../http/exchange.js';
import { BrokenOff, TargetFailure } from '../../http/target-failure.js';
import type { Step, StepKind, World } from '../../scenarios/scenario.js';
import { BlockedByNeeds, NotTested, SuiteMistake, Violation } from '../../verdict/outcomes.js';
import { fillText } from '../values/templates.js';
import { demandOwn, isGiven, mayCreate } from './own-requests.js';
import { attachPage } from './pages.js';
import { fillPath } from './paths.js';
import { valueOfPlaceholder } from './placeholder-values.js';
import {
  addDeletion,
  noteKept,
  recordAcceptance,
  recordAnswered,
  recordUnanswered,
} from './recorded-deletions.js';
import { bodyOf, demandLonger, demandRequest, encodedBodyOf, hasMarker } from './request-parts.js';
import { ScenarioAccess } from './scenario-access.js';
import { ScenarioCreations } from './scenario-creations.js';
import { ScenarioHeaders } from './scenario-headers.js';
import { ScenarioValues, type ValueSource } from './scenario-values.js';
import type { CreationRule, ScenarioRequest, SentenceWorld } from './sentence-world.js';

/** What the scenarios that share a request take over from the one that sent it. */
interface SharedAnswer {
  readonly answer: Exchange;
  readonly sent: unknown;
  readonly uniques: ReadonlyMap<string, string>;
}

/** How a request is sent, beside what it contains. */
interface NextRequest {
  /** Whether all scenarios share it. */
  readonly isShared?: boolean;
  /** The number of bytes after which it breaks off. */
  readonly breakOffAfter?: number;
}

/** A request as a key: equal for equal requests. */
function describeRequest(
  request: ScenarioRequest,
  headers: Readonly<Record<string, string>>,
): string {
  const { method, path, query = [] } = request;
  return JSON.stringify([method, path, query, headers, String(bodyOf(request) ?? '')]);
}

/**
 * The world of a scenario: sends requests, and remembers answers and values.
 *
 * @example
 * Then('the basket is empty', async function (this: ScenarioWorld) {
 *   const { response } = await this.send({ method: 'GET', path: '/basket' });
 *   if (response.body !== '[]') {
 *     throw new Violation([{ path: 'body', expected: '[]', observed: response.body }]);
 *   }
 * });
 */
export class ScenarioWorld extends ScenarioAccess implements World, SentenceWorld {
  /** What the scenario has created so far. */
  readonly creations = new ScenarioCreations();
  /** How the next request is sent, as sentences before it say. */
  nextRequest: NextRequest = {};
  readonly #values = new ScenarioValues();
  readonly #headers = new ScenarioHeaders();
  /** Values from answers that placeholders of requests have used. */
  readonly #used = new Set<string>();
  readonly #creationRules: CreationRule[] = [];
  #hasSentMarker = false;
  #answer: Exchange | undefined;
  #isAnswerPrepared = false;
  /** The requests that the scenario has shared, with the number of times. */
  readonly #shared = new Map<string, number>();
  #sent: unknown;
  #kind: StepKind = 'action';
  #isStatusJudged = false;

  /** Notes the purpose of the step that follows, and whether the next one judges the status. */
  beginStep({ kind }: Step, next?: Step): void {
    this.#kind = kind;
    this.#isStatusJudged = next?.kind === kind && /^the status is /.test(next.text);
  }

  /** A failure during preparation says nothing about the scenario's own requirement. */
  explain(error: Error): Error | Promise<Error> {
    recordAcceptance(error, this);
    if (!this.isPreparing || !(error instanceof Violation)) return attachPage(error, this.#answer);
    return new BlockedByNeeds(this.run.requirement.needs, error);
  }

  /** Whether a step that prepares (Given) sent the latest request. */
  get isAnswerPrepared(): boolean {
    return this.#isAnswerPrepared;
  }

  /** Whether the current step prepares (Given). */
  get isPreparing(): boolean {
    return this.#kind === 'preparation';
  }

  /** Whether the scenario has shared a request with others. */
  get sharesAnswers(): boolean {
    return this.#shared.size > 0;
  }

  /** Whether the request of the current step must succeed; the next step can judge its status. */
  get needsSuccess(): boolean {
    return this.isPreparing && !this.#isStatusJudged;
  }

  /**
   * The latest request with its answer.
   *
   * @throws SuiteMistake when there is none, or the connection was closed before it
   */
  get answer(): Exchange {
    if (this.#answer !== undefined) return this.#answer;
    throw new SuiteMistake('There is no answer yet: no step before this one has received one.');
  }

  /** The latest request with its answer; undefined when there is none. */
  get latest(): Exchange | undefined {
    return this.#answer;
  }

  /** Puts an answer in place of the latest one, such as an answer that stands for several pages. */
  keepAnswer(answer: Exchange | undefined): void {
    this.#answer = answer;
  }

  /** The latest JSON that was sent; undefined before that. */
  get sent(): unknown {
    return this.#sent;
  }

  /**
   * Sends a request with the headers set before, and keeps the answer.
   *
   * A request other than GET, HEAD, OPTIONS and POST must change only what the run created: on a
   * server that others may use, a GET has to prove that first.
   *
   * @throws Blocked when it is not proved, TargetFailure when there is no answer, SuiteMistake when
   *   it has an unknown member, or a header that cannot be sent
   * @example
   * const { response } = await this.send({ method: 'POST', path: '/todos', json: { title: 'a' } });
   */
  send(request: ScenarioRequest): Promise<Exchange> {
    return this.#during(request, async () => {
      await demandOwn(this, request);
      const answer = await this.#sendNow(request);
      noteKept(request, this);
      return answer;
    });
  }

  /**
   * Sends the beginning of a request and closes the connection, as clients do that lose it. There is
   * no answer then, until another request is sent.
   *
   * @param bytes the number of bytes of the body to send; less than all
   * @throws as `send`, and SuiteMistake when the body is not longer
   * @example
   * await this.breakOff({ method: 'PUT', path: '/files/7', text: 'abcdef' }, 3);
   */
  breakOff(request: ScenarioRequest, bytes: number): Promise<void> {
    return this.#during(request, async () => {
      demandLonger(request, bytes);
      await demandOwn(this, request);
      try {
        await this.#sendNow(request, { breakOffAfter: bytes });
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error;
        this.#answer = undefined;
      }
    });
  }

  /**
   * Sends a request and closes the connection after a number of server-sent events, or at the time
   * limit; the answer has the body until there.
   *
   * @throws as `send`
   */
  sendForEvents(request: ScenarioRequest, events: number): Promise<Exchange> {
    return this.#during(request, async () => {
      await demandOwn(this, request);
      return await this.#sendNow(request, { events });
    });
  }

  /**
   * Sends a request once for all scenarios that share it, and keeps its answer: another scenario may
   * have sent it already, with unique texts of its own, which this one takes over. A scenario that
   * shares a request twice sends it twice.
   *
   * @throws as `send`
   */
  async share(request: ScenarioRequest): Promise<Exchange> {
    const described = describeRequest(request, this.#headers.of(request));
    const times = (this.#shared.get(described) ?? 0) + 1;
    this.#shared.set(described, times);
    const whole = times === 1 ? described : `${described} ${times}`;
    const key = this.#values.withoutUniques(whole);
    const { run } = this;
    const make = async (): Promise<SharedAnswer> => {
      const answer = await this.send(request);
      return { answer, sent: request.json, uniques: new Map(this.#values.uniques) };
    };
    const known = await run.shared.use(key, make);
    // It may be about what another scenario has created, whose creation is no longer shared.
    const isOther = known.answer !== this.#answer && this.#values.contradicts(known.uniques, key);
    const made = isOther ? await run.shared.use(whole, make) : known;
    this.#values.noteSent(whole);
    if (made.answer !== this.#answer) {
      this.#values.takeUniques(made.uniques, key);
      this.#hasSentMarker ||= hasMarker(request, this.#headers.of(request), run.marker);
      run.recorder.exchange(made.answer);
      if (made.answer.response.status < 300) this.#headers.accept();
    }
    this.#answer = made.answer;
    this.#isAnswerPrepared = this.isPreparing;
    if (made.sent !== undefined) this.#sent = made.sent;
    return made.answer;
  }

  /** Sends a request that is known to be harmless, and keeps the answer. */
  sendUnchecked(request: ScenarioRequest): Promise<Exchange> {
    return this.#during(request, () => this.#sendNow(request));
  }

  #during<T>(request: ScenarioRequest, send: () => Promise<T>): Promise<T> {
    return this.unfinished.during(`the request ${request.method} ${request.path}`, async () => {
      demandRequest(request);
      return await send();
    });
  }

  async #sendNow(
    request: ScenarioRequest,
    more: Pick<RequestSpecification, 'breakOffAfter' | 'events'> = {},
  ): Promise<Exchange> {
    const { method, path, json } = request;
    if (json !== undefined) this.#sent = json;
    const headers = this.#headers.of(request);
    const { bytes: _file, ...others } = request;
    this.#values.noteSent(describeRequest(others, headers));
    const body = encodedBodyOf(request, headers);
    this.#hasSentMarker ||= hasMarker(request, headers, this.run.marker);
    const { owned } = this.run;
    const expected = mayCreate(request, this) ? owned.expect(request) : undefined;
    let exchange: Exchange;
    try {
      this.#isAnswerPrepared = this.isPreparing;
      exchange = await this.run.client.send({
        ...{ method, path, query: request.query ?? [], headers },
        ...(body === undefined ? {} : { body }),
        ...more,
      });
    } catch (error) {
      const isSent = error instanceof TargetFailure && error.isSent;
      if (isSent && recordUnanswered(request, this.#creationRules, this)) expected?.forget();
      else expected?.noteUnanswered(error);
      throw error;
    }
    expected?.forget();
    for (const answer of answersOfTarget(exchange)) {
      this.#answer = answer;
      recordAnswered(request, this.#creationRules, this);
      const isDone = answer.response.status < 300;
      if (isDone) owned.remove(request);
    }
    this.#answer = exchange;
    noteAnswer({ method, path, headers }, exchange.response.status, owned);
    if (exchange.response.status < 300) this.#headers.accept();
    return exchange;
  }

  /**
   * Sets a header for later requests of the scenario; undefined removes it.
   *
   * @throws SuiteMistake when it cannot be sent
   */
  setHeader(name: string, value: string | undefined): void {
    this.#headers.set(name, value);
  }

  /** The headers that every request carries. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers.all;
  }

  /** Other headers that the scenario had, latest first: those of accepted requests, then all others. */
  get earlierHeaders(): readonly Readonly<Record<string, string>>[] {
    return this.#headers.earlier;
  }

  /**
   * Remembers a value under a name, for `${name}` in sentences and in `fill`.
   *
   * @example
   * this.remember('id', JSON.parse(this.answer.response.body).id);
   * @param source an answer, when a path in the value is relative to the host of that answer;
   *   otherwise it is relative to the base URL
   */
  remember(name: string, value: unknown, source: ValueSource = 'suite'): void {
    this.#values.remember(name, value, { source, url: this.#answer?.request.url });
  }

  /** Whether an answer gave the value of a placeholder, now or when it was remembered. */
  isFromAnswer(name: string): boolean {
    return this.#values.isFromAnswer(name);
  }

  /** All remembered values. */
  get remembered(): ReadonlyMap<string, unknown> {
    return this.#values.all;
  }

  /**
   * A remembered value.
   *
   * @throws SuiteMistake when there is none
   */
  recall(name: string): unknown {
    return this.#values.recall(name);
  }

  /**
   * The value of the placeholder `${name}`.
   *
   * @throws SuiteMistake for an unknown name, NotTested for a credential or a parameter that was not
   *   given, Violation for a value that the answer lacks
   */
  lookUp(name: string): unknown {
    const value = valueOfPlaceholder(name, this);
    const isText = typeof value === 'string' || isNumber(value);
    const isResource = !isGiven(name, this.run.suite) && !this.#values.isEndpoint(name);
    if (isText && isResource) this.#used.add(String(value));
    return value;
  }

  /** The values that placeholders stood for: values from answers, also of logins, and texts of the run. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** Whether any request has contained the run's marker. */
  get hasSentMarker(): boolean {
    return this.#hasSentMarker;
  }

  /**
   * A text that no other scenario or run uses; the run recognizes its own data by it.
   *
   * @param name tells several texts of one scenario apart
   * @example
   * await this.send({ method: 'POST', path: '/todos', json: { title: this.unique() } });
   */
  unique(name = ''): string {
    const placeholder = name === '' ? 'unique' : `unique:${name}`;
    return this.#values.unique(placeholder, () => textWith(this.run.marker, this.run.nextNumber()));
  }

  /**
   * A unique text of at most 12 lower-case letters and digits that begins with a letter, for values of
   * limited length or form.
   *
   * @param name tells several texts of one scenario apart
   */
  uniqueWord(name = ''): string {
    const placeholder = name === '' ? 'unique-word' : `unique-word:${name}`;
    const make = () => wordWith(this.run.marker, this.run.nextNumber());
    return this.#values.unique(placeholder, make);
  }

  /**
   * A text with other letters and digits than a model, for values of a fixed form: `XK-4071` for `AB-1234`. It is unlikely that another run uses it, and nothing recognizes it.
   *
   * @param model without a colon; after one, a name tells several texts of one scenario apart
   */
  uniqueLike(model: string): string {
    const [form = ''] = model.split(':');
    const make = () => textLike(form, `${this.run.marker} ${this.run.nextNumber()}`);
    return this.#values.unique(`unique-like:${model}`, make);
  }

  /**
   * A credential by its name in `suite.yaml`.
   *
   * @throws NotTested when the operator gave none, Blocked when its login failed
   */
  credential(name: string): string {
    const { credentials, loginFailures, recorder } = this.run;
    const value = ownMember(credentials, name);
    if (value !== undefined) return value;
    const failure = loginFailures?.get(name);
    if (failure === undefined) throw new NotTested(`--${name}`);
    if (failure.exchange !== undefined) recorder.exchange(failure.exchange);
    throw failure.error;
  }

  /** Replaces the placeholders `${…}` of a text; see `docs/sentences.md`. */
  fill(text: string): string {
    return fillText(text, this);
  }

  /**
   * The path below the base URL for a text with placeholders. An answer may have given an absolute
   * URL, or a reference that is relative to the URL of its request (RFC 3986 §5); a path in it begins
   * at the host, not at the base URL. A query after a URL that has one extends it.
   *
   * @throws NotTested when it is not below the base URL, Violation for `null` and other wrong values
   */
  fillPath(text: string): string {
    return fillPath(text, this, { values: this.#values, used: this.#used });
  }

  /**
   * Records the target's behaviour where the specification leaves it open.
   *
   * @param answer a few words that do not vary between runs: `409 json`
   */
  observe(answer: string): void {
    this.run.recorder.observe(answer);
  }

  /**
   * Records a deletion for the end of the run. It is sent only if the resource still belongs to the
   * run.
   *
   * @example
   * this.cleanUp({ method: 'DELETE', path: `/todos/${id}` });
   */
  cleanUp(deletion: Deletion): void {
    addDeletion(deletion, this, this.#answer);
  }

  /** Applies a rule to every later request of the scenario. */
  watchCreations(rule: CreationRule): void {
    this.#creationRules.push(rule);
  }
}
