/** Keeps secrets out of whatever leaves the process. */
import type { CheckOptions } from '../check-options.js';
import { type Credentials, variableOf } from '../suite/suite.js';
import { encodedForms, forms, type Secret, SecretSearch } from './secret-search.js';

export type { Secret };

/** Replaces every secret in a text by the shell variable that stands for it. */
export type Redact = (text: string) => string;

/** The variables that the options of the same meaning read. */
export function secretsOf(credentials: Credentials): Secret[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    value === '' ? [] : [{ value, variable: variableOf(name) }],
  );
}

/** A shorter value of a header is no secret, and would be found in texts by accident. */
const shortestHeaderSecret = 8;

/** The secrets that an operator gave: credentials, and values of headers. */
export function secretsIn({
  credentials,
  headers,
}: Pick<CheckOptions, 'credentials' | 'headers'>): Secret[] {
  return [...secretsOf(credentials), ...secretsOfHeaders(headers)];
}

/** Values of headers, such as a gateway's key. Their variables exist in reports only. */
function secretsOfHeaders(headers: readonly (readonly [string, string])[]): Secret[] {
  return headers
    .filter(([, value]) => value.length >= shortestHeaderSecret)
    .map(([name, value]) => ({ value, variable: variableOfHeader(name) }));
}

function variableOfHeader(name: string): string {
  return `TOUCHSTONE_HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;
}

/**
 * Matches by value, wherever a secret stands, in any of the usual encodings and, unless it is short,
 * in any letter case. Characters beyond the encoded secret that share a digit of base64 with it go
 * with it.
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const search = new SecretSearch(secrets);
  const whole = wholeTexts(secrets);
  const replace = (text: string) => whole.get(text) ?? search.replace(text);
  // Short texts are names and values of headers for the most part, and these are ever the same.
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longestRemembered) return replace(text);
    const replaced = known.get(text) ?? replace(text);
    known.set(text, replaced);
    return replaced;
  };
}

/** In characters. */
const longestRemembered = 64;

/** A secret is replaced where it makes up a text by itself, however short it is. */
function wholeTexts(secrets: readonly Secret[]): Map<string, string> {
  return new Map(secrets.map(({ value, variable }) => [value, `$${variable}`]));
}

/** Applies a redaction to every text inside a value, the names of members included. */
export function redactDeep<T>(value: T, redact: Redact): T;
export function redactDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}

/** Puts secrets back where a redaction took them away, encoded as their place in a request asks. */
export type Restore = (text: string, encode?: (secret: string) => string) => string;

/** The reverse of `createRedactor` for the same secrets; other variables stay as they are. */
export function createRestorer(secrets: readonly Secret[]): Restore {
  const originals = secrets.flatMap(({ value, variable }) =>
    [...forms, ...encodedForms].map(([derive, write]) => ({
      written: write(variable),
      original: derive(value),
    })),
  );
  return (text, encode = (secret) => secret) =>
    originals.reduce(
      (restored, { written, original }) => restored.replaceAll(written, () => encode(original)),
      text,
    );
}
