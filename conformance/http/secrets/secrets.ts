/** The secrets of a run: credentials, and values of headers. */
import { type Credentials, type Suite, variableOf } from '../../suite/suite.js';

/** A secret, and the environment variable that contains it. */
export interface Secret {
  readonly value: string;
  readonly variable: string;
}

/** The notation of secrets in redacted texts: a variable of the shell, also changed by it. */
export const variablePattern = /\$TOUCHSTONE_\w+|\$\{TOUCHSTONE_\w+[%#^,~?]*\}/g;

/** The secrets in credentials, with the environment variables of their options. */
export function secretsOf(credentials: Credentials, suite: Pick<Suite, 'credentials'>): Secret[] {
  const shown = namesOfShown(suite);
  return Object.entries(credentials).flatMap(([name, value]) =>
    value === '' || shown.has(name) ? [] : [{ value, variable: variableOf(name) }],
  );
}

/** The credentials that reports show, such as the name of a user. */
export function namesOfShown({ credentials }: Pick<Suite, 'credentials'>): ReadonlySet<string> {
  return new Set(credentials.filter(({ isSecret }) => !isSecret).map(({ name }) => name));
}

/** Headers that carry credentials, in addition to the headers that a suite declares. */
export const credentialHeader =
  /^(?:proxy-)?authorization$|^cookie$|token|session|secret|password|key/i;

/** Shorter values of headers are not secrets, and would match by accident. */
export const shortestHeaderSecret = 8;

/** The options of an operator that may be secret. */
interface OperatorSecrets {
  readonly credentials: Credentials;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The operator's secrets: credentials, and values of headers. */
export function secretsIn(
  { credentials, headers }: OperatorSecrets,
  suite: Pick<Suite, 'credentials'>,
): Secret[] {
  return [...secretsOf(credentials, suite), ...secretsOfHeaders(headers)];
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
