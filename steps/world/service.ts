/** The resources of the service, requests to it, and the rows of scenarios. */
import type { CheckRun, Exchange } from '../../conformance/index.js';

/** A resource of the API, which is also the last segment of its path. */
export type Resource = 'users' | 'products';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** The parameters of a query string, in order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A row by its id; it may not exist. */
export interface RowKey {
  readonly resource: Resource;
  readonly id: string;
}

/** A row that the scenario created, with the members that it must have now. */
export interface ScenarioRow extends RowKey {
  readonly members: JsonObject;
}

/** The path of a resource. */
export function pathOf(resource: Resource): string {
  return `/api/${resource}`;
}

/** The headers and query parameters that authenticate a request. */
export interface Credential {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: QueryPairs;
}

/** A request of a scenario. */
export interface ServiceRequest {
  readonly method: string;
  /** Determines the path, and the credential of the declared profile. */
  readonly resource: Resource;
  /** Default: the path of the resource. */
  readonly path?: string;
  readonly query?: QueryPairs;
  /** The body as a JSON value. */
  readonly json?: unknown;
  /** The body as a text, in place of `json`. */
  readonly text?: string;
  /** Default: `application/json`. Null for no content type. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the credential of the profile. */
  readonly credential?: Credential;
}

/** Sends requests of a scenario. */
export interface Sender {
  readonly run: CheckRun;
  request(request: ServiceRequest): Promise<Exchange>;
  /** Records that a DELETE was sent for this id. */
  noteRemoval(id: string): void;
}

/** The origin of pages that send requests in a browser. */
export const pageOrigin = 'https://app.touchstone.example';
