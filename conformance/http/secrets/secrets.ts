/** The secrets of a run: credentials, and values of headers. */
import { type Credentials, variableOf } from '../../suite/suite.js';

/** A secret, and the environment variable that contains it. */
export interface Secret {
  readonly value: string;
  readonly variable: string;
}

/** The secrets in credentials, with the environment variables of their options. */
export function secretsOf(credentials: Credentials): Secret[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    value === '' ? [] : [{ value, variable: variableOf(name) }],
  );
}

/** The headers that carry credentials, besides those that a suite declares. */
export const credentialHeader =
  /^(?:proxy-)?authorization$|^cookie$|token|session|secret|password|key/i;

/** Shorter values of headers are not secrets, and would match by accident. */
export const shortestHeaderSecret = 8;

/** The operator's secrets: credentials, and values of headers. */
export function secretsIn({
  credentials,
  headers,
}: {
  readonly credentials: Credentials;
  readonly headers: readonly (readonly [name: string, value: string])[];
}): Secret[] {
  return [...secretsOf(credentials), ...secretsOfHeaders(headers)];
}

/** The secrets in headers, such as a gateway's key; their variables exist only in reports. */
function secretsOfHeaders(headers: readonly (readonly [string, string])[]): Secret[] {
  return headers
    .filter(([, value]) => value.length >= shortestHeaderSecret)
    .map(([name, value]) => ({ value, variable: variableOfHeader(name) }));
}

function variableOfHeader(name: string): string {
  return `TOUCHSTONE_HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;
}
