/** What one scenario knows: its exchanges, the rows that it made, the body that it sent last. */
import {
  Blocked,
  type CheckRun,
  type Exchange,
  type Leftover,
  notSent,
  type OpenScenario,
  type RequestSpecification,
  setWorldConstructor,
  TargetFailure,
  type World,
} from '../conformance/index.js';
import { explain, isSuccess } from './answers.js';
import { validCredential } from './api/auth/credentials.js';
import { idOf } from './api/requests/contents.js';
import { removeRows } from './api/rows/clean-up.js';
import { canChange, OwnRows } from './api/rows/own-rows.js';
import { removeLists } from './runtime/lists.js';
import type { JsonObject, Resource, ScenarioRow, Sender, ServiceRequest } from './service.js';

/**
 * Thrown when a step finds nothing to work on, since no earlier one has left it there. It is a
 * mistake in the feature and says nothing about the target.
 */
class MisplacedStep extends Error {
  readonly missing: string;

  /** @param missing what it needs, in words that follow "needs": `a request` */
  constructor(missing: string, step = 'A step') {
    super(`${step} needs ${missing}, which no step before it gives.`);
    this.name = 'MisplacedStep';
    this.missing = missing;
  }
}

function demandGiven<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new MisplacedStep(name);
  return value;
}

/** Steps share what is here; reading what none of them has set throws MisplacedStep. */
export class ServiceWorld implements World, Sender {
  /** The id of the list of entries that probes may add to, once one of them has. */
  list: string | undefined;
  readonly #rows: ScenarioRow[] = [];
  #ownRows: OwnRows | undefined;
  readonly #removedIds = new Set<string>();
  #scenario: OpenScenario | undefined;
  #answer: Exchange | undefined;
  #answers: readonly Exchange[] | undefined;
  #before: JsonObject | undefined;
  #listedBefore: readonly string[] | undefined;
  #resource: Resource | undefined;
  #sent: JsonObject | undefined;

  get run(): CheckRun {
    return this.scenario.run;
  }

  /** The way to let time go by, to hold the target, and to send several requests at once. */
  get scenario(): OpenScenario {
    if (this.#scenario !== undefined) return this.#scenario;
    throw new Error('No run is open: start the scenarios with "touchstone check".');
  }

  begin(scenario: OpenScenario): void {
    this.#scenario = scenario;
  }

  explain(error: Error, step: string): Error {
    if (error instanceof MisplacedStep) return new MisplacedStep(error.missing, `"${step}"`);
    return this.#answer === undefined ? error : explain(error, this.#answer);
  }

  /** The rows that the scenario may change. */
  get ownRows(): OwnRows {
    this.#ownRows ??= new OwnRows(this.run.marker);
    return this.#ownRows;
  }

  async cleanUpRun(): Promise<readonly Leftover[]> {
    return [...(await removeRows(this)), ...(await removeLists(this.run))];
  }

  /**
   * Lets others send again.
   *
   * @throws MisplacedStep when the scenario does not hold the target
   */
  release(): void {
    if (!this.scenario.release()) throw new MisplacedStep('that no other scenario runs');
  }

  /** The latest exchange. */
  get answer(): Exchange {
    return demandGiven(this.#answer, 'a request');
  }

  /** The latest exchange, which has to be about that resource. */
  answerAbout(resource: Resource): Exchange {
    if (this.resource !== resource) throw new MisplacedStep(`a request to ${resource}`);
    return this.answer;
  }

  /** Several exchanges of which it is enough that one is as it should be. */
  get answers(): readonly Exchange[] {
    return demandGiven(this.#answers, 'several requests');
  }

  set answers(exchanges: readonly Exchange[]) {
    this.#answers = exchanges;
  }

  /** The ids of the users that were listed before the scenario added to them. */
  get listedBefore(): readonly string[] {
    return demandGiven(this.#listedBefore, 'an earlier list');
  }

  set listedBefore(ids: readonly string[]) {
    this.#listedBefore = ids;
  }

  /** Whether the scenario is about the change of a row. */
  get hasChange(): boolean {
    return this.#before !== undefined;
  }

  /** What the row was before the change that the scenario is about. */
  get before(): JsonObject {
    return demandGiven(this.#before, 'a change of a row');
  }

  set before(members: JsonObject) {
    this.#before = members;
  }

  /** That of the latest request. */
  get resource(): Resource {
    return demandGiven(this.#resource, 'a request');
  }

  /** The members of the latest body that was sent for a row. */
  get sent(): JsonObject {
    return demandGiven(this.#sent, 'a body that was sent');
  }

  set sent(members: JsonObject) {
    this.#sent = members;
  }

  /** From the first one to the latest, deleted ones included. */
  get rows(): readonly ScenarioRow[] {
    return this.#rows;
  }

  /** Those whose ids were not given to a DELETE. */
  get remainingRows(): readonly ScenarioRow[] {
    return this.#rows.filter(({ id }) => !this.#removedIds.has(id));
  }

  /** Makes it the latest one. */
  addRow(row: ScenarioRow): void {
    this.#rows.push(row);
  }

  /** To be told of the id that a DELETE is sent for, whatever comes of it. */
  noteRemoval(id: string): void {
    this.#removedIds.add(id);
  }

  /**
   * The row that the scenario made last: "the user", "the product", "its".
   *
   * @throws Blocked when there is none, since a create was answered without an id.
   */
  get row(): ScenarioRow {
    return this.#demandRow(this.#rows.at(-1));
  }

  /** The row that the scenario made first; throws what `row` throws. */
  get firstRow(): ScenarioRow {
    return this.#demandRow(this.#rows[0]);
  }

  /** The row that was made last, which has to be one of that resource. */
  rowOf(resource: Resource): ScenarioRow {
    return demandOf(this.row, resource);
  }

  /** The row that was made first, which has to be one of that resource. */
  firstRowOf(resource: Resource): ScenarioRow {
    return demandOf(this.firstRow, resource);
  }

  /** All rows of that resource, of which there has to be one at least. */
  rowsOf(resource: Resource): readonly ScenarioRow[] {
    demandOf(this.row, resource);
    return this.#rows.filter((row) => row.resource === resource);
  }

  #demandRow(row: ScenarioRow | undefined): ScenarioRow {
    if (row !== undefined) return row;
    const reason = 'There is no row that could be looked at.';
    if (this.#sent !== undefined) throw new Blocked(`${this.resource}.create.id`, reason);
    throw new MisplacedStep('a row');
  }

  /** Gives the latest row other members, after the target was told to change it. */
  changeRow(members: JsonObject): void {
    const row = this.row;
    this.#rows[this.#rows.length - 1] = { ...row, members: { ...row.members, ...members } };
  }

  /**
   * Sends a request, and enters in the ledger what it makes and removes.
   *
   * @throws Blocked in place of one that could change a row which is not shown to be the run's own
   */
  async send(request: ServiceRequest): Promise<Exchange> {
    if (this.run.readOnly && canChange(request)) {
      throw notSent(request.method, request.path ?? `/api/${request.resource}`);
    }
    const specification = specify(request, this.run);
    await this.ownRows.demand(this, request);
    this.ownRows.noteRequest(request);
    const exchange = await this.#sendNoting(request, specification);
    this.ownRows.noteAnswer(request, exchange);
    this.#resource = request.resource;
    return exchange;
  }

  /** Takes an exchange of another scenario for the latest one. */
  adoptExchange(exchange: Exchange, resource: Resource): void {
    if (this.#answer === exchange) return;
    this.run.recorder.exchange(exchange);
    this.#answer = exchange;
    this.#resource = resource;
  }

  /**
   * Does something on the way: the latest answer stays that which steps speak of, unless the scenario
   * ends with what goes wrong here.
   */
  async aside<T>(act: () => Promise<T>): Promise<T> {
    const [answer, resource] = [this.#answer, this.#resource];
    const result = await act();
    [this.#answer, this.#resource] = [answer, resource];
    return result;
  }

  /** Sends a request as it is, without a credential. */
  async exchange(request: RequestSpecification): Promise<Exchange> {
    this.#answer = await this.run.client.send(request);
    return this.#answer;
  }

  /** A create without an answer may have made a row all the same, and so may one without an id. */
  async #sendNoting(
    request: ServiceRequest,
    specification: RequestSpecification,
  ): Promise<Exchange> {
    const { method, resource, query = [] } = request;
    const { ledger } = this.run;
    const settle = method === 'POST' ? ledger.expect(resource) : undefined;
    const exchange = await this.exchange(specification).catch((error: unknown) => {
      if (!(error instanceof TargetFailure && error.isSent)) settle?.();
      throw error;
    });
    const id = method === 'POST' ? idOf(exchange) : query.find(([name]) => name === 'id')?.[1];
    if (!isSuccess(exchange)) settle?.();
    else if (id !== undefined) {
      settle?.();
      if (method === 'POST') ledger.add({ resource, id });
      if (method === 'DELETE') ledger.remove({ resource, id });
    }
    return exchange;
  }
}

function specify(request: ServiceRequest, run: CheckRun): RequestSpecification {
  const { method, resource, query = [], json, text, contentType = 'application/json' } = request;
  const credential = request.credential ?? validCredential(run, resource);
  const body = json === undefined ? text : JSON.stringify(json);
  const hasType = body !== undefined && contentType !== null;
  return {
    method,
    path: request.path ?? `/api/${resource}`,
    query: [...query, ...(credential.query ?? [])],
    headers: {
      ...(hasType ? { 'Content-Type': contentType } : {}),
      ...credential.headers,
      ...request.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function demandOf(row: ScenarioRow, resource: Resource): ScenarioRow {
  if (row.resource === resource) return row;
  throw new MisplacedStep(`a row among the ${resource}`);
}

setWorldConstructor(ServiceWorld);
