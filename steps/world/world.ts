/** The state of a scenario: its exchanges, its rows, its latest request body. */
import {
  Blocked,
  type CheckRun,
  type Exchange,
  notSent,
  OwnRows,
  type RequestSpecification,
  ScenarioWorld,
  SuiteMistake,
  setWorldConstructor,
} from '../../conformance/index.js';
import { explain, isReadOf } from './answers.js';
import { credentialName, validCredential } from './credentials.js';
import { judgeAdopted } from './foreign-rows.js';
import {
  type JsonObject,
  pathOf,
  type Resource,
  type ScenarioRow,
  type Sender,
  type ServiceRequest,
} from './service.js';

/** A mistake in a feature: a step lacks the result of an earlier step. Says nothing about the target. */
function misplaced(missing: string): SuiteMistake {
  return new SuiteMistake(`It needs ${missing}, which no earlier step provides.`);
}

function demandGiven<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw misplaced(name);
  return value;
}

/** The most rows of a resource that are created while no answer names any of them. */
const mostUnnamed = 30;

/** The state that steps share. Reading a value that no step has set throws SuiteMistake. */
export class ServiceWorld extends ScenarioWorld implements Sender {
  /** The id of the scenario's list of entries, once it has one. */
  list: string | undefined;
  readonly #rows: ScenarioRow[] = [];
  #ownRows: OwnRows | undefined;
  readonly #sharedRows = new Set<ScenarioRow>();
  readonly #removedIds = new Set<string>();
  #answers: readonly Exchange[] | undefined;
  #before: JsonObject | undefined;
  #listedBefore: readonly string[] | undefined;
  #resource: Resource | undefined;
  #sent: JsonObject | undefined;

  override async explain(error: Error): Promise<Error> {
    const { latest } = this;
    if (latest === undefined) return error;
    const explained = explain(error, latest);
    return this.run.readOnly ? await judgeAdopted(this, this.rows, explained, latest) : explained;
  }

  /** The rows that the scenario may change. */
  get ownRows(): OwnRows {
    const { run } = this;
    this.#ownRows ??= new OwnRows(run, {
      credentialOf: (resource) => credentialName(run, resource),
      refuse: (needs, reason) => new Blocked(needs, reason),
    });
    return this.#ownRows;
  }

  /** The latest exchange, if it is a successful read of the row that asks for nothing else. */
  latestReadOf(row: ScenarioRow): Exchange | undefined {
    const { latest } = this;
    return latest !== undefined && isReadOf(latest, row) ? latest : undefined;
  }

  /** The latest exchange, which must be about the resource. */
  answerAbout(resource: Resource): Exchange {
    if (this.resource !== resource) throw misplaced(`a request to ${resource}`);
    return this.answer;
  }

  /** Several exchanges that are judged together. */
  get answers(): readonly Exchange[] {
    return demandGiven(this.#answers, 'several requests');
  }

  set answers(exchanges: readonly Exchange[]) {
    this.#answers = exchanges;
  }

  /** The ids in the list of users before the scenario created users. */
  get listedBefore(): readonly string[] {
    return demandGiven(this.#listedBefore, 'an earlier list');
  }

  set listedBefore(ids: readonly string[]) {
    this.#listedBefore = ids;
  }

  /** Whether the scenario has changed a row. */
  get hasChange(): boolean {
    return this.#before !== undefined;
  }

  /** The members of the row before the change. */
  get before(): JsonObject {
    return demandGiven(this.#before, 'a change of a row');
  }

  set before(members: JsonObject) {
    this.#before = members;
  }

  /** The resource of the latest request. */
  get resource(): Resource {
    return demandGiven(this.#resource, 'a request');
  }

  /** The members of the latest request body for a row. */
  get sentMembers(): JsonObject {
    return demandGiven(this.#sent, 'a body that was sent');
  }

  set sentMembers(members: JsonObject) {
    this.#sent = members;
  }

  /** All rows of the scenario in order, including deleted ones. */
  get rows(): readonly ScenarioRow[] {
    return this.#rows;
  }

  /** The rows for which no DELETE was sent. */
  get remainingRows(): readonly ScenarioRow[] {
    return this.#rows.filter(({ id }) => !this.#removedIds.has(id));
  }

  /**
   * Adds a row as the latest one.
   *
   * @param isShared whether other scenarios use it, too
   */
  addRow(row: ScenarioRow, isShared = false): void {
    this.#rows.push(row);
    if (isShared) this.#sharedRows.add(row);
  }

  /** Whether the latest row is one that several scenarios use and none changes. */
  get isRowShared(): boolean {
    return this.#sharedRows.has(this.row);
  }

  /** Records that a DELETE was sent for this id. */
  noteRemoval(id: string): void {
    this.#removedIds.add(id);
  }

  /**
   * The latest row of the scenario: "the user", "the product", "its".
   *
   * @throws Blocked when a create was answered without an id
   */
  get row(): ScenarioRow {
    return this.#demandRow(this.#rows.at(-1));
  }

  /** The first row of the scenario; throws like `row`. */
  get firstRow(): ScenarioRow {
    return this.#demandRow(this.#rows[0]);
  }

  /** The latest row, which must be of the resource. */
  rowOf(resource: Resource): ScenarioRow {
    return demandOf(this.row, resource);
  }

  /** The first row, which must be of the resource. */
  firstRowOf(resource: Resource): ScenarioRow {
    return demandOf(this.firstRow, resource);
  }

  /** All rows of the resource; at least one must exist. */
  rowsOf(resource: Resource): readonly ScenarioRow[] {
    demandOf(this.row, resource);
    return this.#rows.filter((row) => row.resource === resource);
  }

  #demandRow(row: ScenarioRow | undefined): ScenarioRow {
    if (row !== undefined) return row;
    const reason = 'The scenario has no row.';
    if (this.#sent !== undefined) throw new Blocked(`${this.resource}.create.id`, reason);
    throw misplaced('a row');
  }

  /** Records changed members of the latest row after an update. */
  changeRow(members: JsonObject): void {
    const row = this.row;
    this.#rows[this.#rows.length - 1] = { ...row, members: { ...row.members, ...members } };
  }

  /**
   * Sends a request, and records created and removed rows.
   *
   * @throws Blocked in place of a request that could change a row not proved to be the run's own,
   *    and of a create when no answer names the rows of many earlier ones
   */
  async request(request: ServiceRequest): Promise<Exchange> {
    const { run, ownRows } = this;
    const { method, resource } = request;
    const { path = pathOf(resource), query = [] } = request;
    // A request that is not sent needs no credential.
    if (run.readOnly && ownRows.mayChange(resource, { method, path, query })) {
      throw notSent(method, path);
    }
    const specification = specify(request, run);
    if (method === 'POST') this.#limitUnnamed(resource);
    const get = (one: string) => this.request({ method: 'GET', resource, path: one });
    const send = () => this.exchange(specification);
    const exchange = await ownRows.send(resource, specification, get, send);
    this.#resource = resource;
    return exchange;
  }

  /** Makes an exchange of another scenario the latest one. */
  adoptExchange(exchange: Exchange, resource: Resource): void {
    if (this.latest === exchange) return;
    this.run.recorder.exchange(exchange);
    this.keepAnswer(exchange);
    this.#resource = resource;
  }

  /** Runs an action and restores the latest answer, unless the action throws. */
  async preserveAnswer<T>(act: () => Promise<T>): Promise<T> {
    const [answer, resource] = [this.latest, this.#resource];
    const result = await act();
    this.keepAnswer(answer);
    this.#resource = resource;
    return result;
  }

  /** Sends a request unchanged, without a credential. */
  async exchange(request: RequestSpecification): Promise<Exchange> {
    const exchange = await this.run.client.send(request);
    this.keepAnswer(exchange);
    return exchange;
  }

  /**
   * Rows that no answer names cannot be deleted. When these are many, only scenarios about such
   * answers create more.
   */
  #limitUnnamed(resource: Resource): void {
    const { owned, requirement } = this.run;
    const suspects = ['http.json.readable', `${resource}.create.id`];
    const creation = { method: 'POST', path: pathOf(resource) };
    const isNamed = owned.named.some(({ deletion }) => deletion.path.startsWith(creation.path));
    if (isNamed || owned.countUnnamed(creation) < mostUnnamed) return;
    if (suspects.includes(requirement.id)) return;
    const reason = `No answer names any of ${mostUnnamed} ${resource} that were created, so no more are.`;
    throw new Blocked(suspects, reason);
  }
}

function specify(request: ServiceRequest, run: CheckRun): RequestSpecification {
  const { method, resource, query = [], json, text, contentType = 'application/json' } = request;
  const credential = request.credential ?? validCredential(run, resource);
  const body = json === undefined ? text : JSON.stringify(json);
  const hasType = body !== undefined && contentType !== null;
  return {
    method,
    path: request.path ?? pathOf(resource),
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
  throw misplaced(`a row among the ${resource}`);
}

setWorldConstructor(ServiceWorld);
