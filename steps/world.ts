/** What one scenario knows: its exchanges, the rows that it made, the body that it sent last. */
import { setWorldConstructor } from '@cucumber/cucumber';
import type { Exchange, RequestSpecification } from '../conformance/http/exchange.js';
import { isSafe, notSent } from '../conformance/http/read-only.js';
import type { CheckRun, CreatedRow, OpenScenario, World } from '../conformance/run.js';
import { Blocked } from '../conformance/verdict/verdict.js';
import { explain, idOf, isSuccess } from './answers.js';
import { type Credential, validCredential } from './credentials.js';

export type Resource = Exclude<CreatedRow['resource'], 'lists'>;

/** A JSON object. */
export type Json = Record<string, unknown>;

export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A row that the scenario made, with the members that it shall have now. */
export interface Row extends CreatedRow {
  readonly resource: Resource;
  readonly members: Json;
}

/** A request, seen from the scenario. */
export interface Call {
  readonly method: string;
  /** Gives the path, and the credential that the declared profile wants. */
  readonly resource: Resource;
  /** In place of the resource's own path. */
  readonly path?: string;
  readonly query?: QueryPairs;
  /** Sent as JSON, with the content type. */
  readonly json?: unknown;
  /** Sent as it is, in place of `json`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the one that the profile wants. */
  readonly credential?: Credential;
}

export class ScenarioWorld implements World {
  /** The latest one is the row that the scenario speaks of as "the user", "the product". */
  readonly rows: Row[] = [];
  /** The ids that were given to a DELETE. */
  readonly removed = new Set<string>();
  /** What the row was before the change that the scenario is about. */
  before: Json = {};
  /** The members of the latest JSON body. */
  sent: Json = {};
  /** Of the latest request. */
  resource: Resource = 'users';
  /** Several exchanges of which it is enough that one is as it should be. */
  answers: readonly Exchange[] = [];
  /** The id of the list of entries that probes may add to. */
  list: string | undefined;
  #scenario: OpenScenario | undefined;
  #answer: Exchange | undefined;

  get run(): CheckRun {
    if (this.#scenario !== undefined) return this.#scenario.run;
    throw new Error('No run is open: start the scenarios with "touchstone check".');
  }

  begin(scenario: OpenScenario): void {
    this.#scenario = scenario;
  }

  explain(error: Error): Error {
    return this.#answer === undefined ? error : explain(error, this.#answer);
  }

  /** Lets time go by, in which other scenarios may run. */
  async pause(milliseconds: number): Promise<void> {
    await this.#scenario?.pause(milliseconds);
  }

  /** The latest exchange. */
  get answer(): Exchange {
    if (this.#answer === undefined) throw new Error('The scenario has not sent any request yet.');
    return this.#answer;
  }

  /**
   * The row that the scenario made last.
   *
   * @throws Blocked when there is none, since a create was answered without an id.
   */
  get row(): Row {
    const row = this.rows.at(-1);
    if (row !== undefined) return row;
    throw new Blocked(`${this.resource}.create.id`, 'There is no row that could be looked at.');
  }

  /** The row that the scenario made first. */
  get firstRow(): Row {
    const [row] = this.rows;
    if (row === undefined) throw new Error('The scenario has not made any row yet.');
    return row;
  }

  /** Gives the latest row other members, after the target was told to change it. */
  changeRow(members: Json): void {
    const row = this.row;
    this.rows[this.rows.length - 1] = { ...row, members: { ...row.members, ...members } };
  }

  /** Sends a request, and enters in the ledger what it makes and removes. */
  async send(call: Call): Promise<Exchange> {
    const { method, resource, query = [], json, text } = call;
    if (this.run.readOnly && !isSafe(method))
      throw notSent(method, call.path ?? `/api/${resource}`);
    const credential = call.credential ?? validCredential(this.run, resource);
    const body = json === undefined ? text : JSON.stringify(json);
    const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const exchange = await this.exchange({
      method,
      path: call.path ?? `/api/${resource}`,
      query: [...query, ...(credential.query ?? [])],
      headers: { ...contentType, ...credential.headers, ...call.headers },
      ...(body === undefined ? {} : { body }),
    });
    this.resource = resource;
    this.#enterInLedger(call, exchange);
    return exchange;
  }

  /** Sends a request as it is, without a credential. */
  async exchange(request: RequestSpecification): Promise<Exchange> {
    this.#answer = await this.run.client.send(request);
    return this.#answer;
  }

  #enterInLedger({ method, resource, query = [] }: Call, exchange: Exchange): void {
    if (!isSuccess(exchange)) return;
    const id = method === 'POST' ? idOf(exchange) : query.find(([name]) => name === 'id')?.[1];
    if (id === undefined) return;
    if (method === 'POST') this.run.ledger.add({ resource, id });
    if (method === 'DELETE') this.run.ledger.remove({ resource, id });
  }
}

setWorldConstructor(ScenarioWorld);
