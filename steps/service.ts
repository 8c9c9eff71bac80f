/** The resources of the service, requests to it, and the rows that scenarios work on. */
import type { CheckRun, CreatedRow, Exchange } from '../conformance/index.js';
import type { Credential } from './api/auth/credentials.js';

/** What the API gives access to; it is also the last segment of the path. */
export type Resource = 'users' | 'products';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** The parameters of a query string, in order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A row that the scenario made, with the members that it shall have now. */
export interface ScenarioRow extends CreatedRow {
  readonly resource: Resource;
  readonly members: JsonObject;
}

/** A request, seen from the scenario. */
export interface ServiceRequest {
  readonly method: string;
  /** Gives the path, and the credential that the declared profile wants. */
  readonly resource: Resource;
  /** In place of the resource's own path. */
  readonly path?: string;
  readonly query?: QueryPairs;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, in place of `json`. */
  readonly text?: string;
  /** Of either of them, in place of `application/json`; null for none. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the one that the profile wants. */
  readonly credential?: Credential;
}

/** What sends requests of a scenario. */
export interface Sender {
  readonly run: CheckRun;
  send(request: ServiceRequest): Promise<Exchange>;
  /** Records that a DELETE was sent for this id. */
  noteRemoval(id: string): void;
}
