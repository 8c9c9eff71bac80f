/** Makes the credentials of a suite from the security schemes of a description. */
import type { Scheme } from './description.js';
import { asNonBlankText, kebab, UniqueNames } from './values.js';

/** A credential in `suite.yaml`. */
export interface CredentialEntry {
  /** Also the name of its option. */
  readonly name: string;
  readonly help: string;
  /** Undefined unless it is sent in a header. */
  readonly header: string | undefined;
  /** The query parameter that carries it; undefined unless there is one. */
  readonly query: string | undefined;
}

const valuePlaceholder = '$'.concat('{value}');

/**
 * Credentials by the names of their schemes, without those that no request can carry.
 *
 * @param takenOptions options of the harness, which no credential may be named after
 */
export function makeCredentials(
  schemes: readonly Scheme[],
  takenOptions: readonly string[],
): ReadonlyMap<string, CredentialEntry> {
  const names = new UniqueNames([...takenOptions, 'base-url']);
  const credentials = new Map<string, CredentialEntry>();
  for (const scheme of schemes) {
    const carried = carry(scheme);
    if (carried === undefined) continue;
    const plain = kebab(scheme.name, 'credential').replace(/^(?=\d)/, 'credential-');
    const name = takenOptions.includes(plain) ? `${plain}-credential` : plain;
    credentials.set(scheme.name, { name: names.take(name), ...carried });
  }
  return credentials;
}

/**
 * The header or query parameter that carries the credential of a scheme; undefined when none can.
 */
function carry({ definition }: Scheme): Omit<CredentialEntry, 'name'> | undefined {
  const inHeader = (header: string, help: string) => ({ header, help, query: undefined });
  const key = asNonBlankText(definition.name);
  switch (definition.type) {
    case 'http': {
      const scheme = asNonBlankText(definition.scheme) ?? 'bearer';
      if (/^basic$/i.test(scheme)) {
        return inHeader(`Authorization: Basic ${valuePlaceholder}`, 'user:password in Base64');
      }
      const word = /^bearer$/i.test(scheme) ? 'Bearer' : scheme.replace(/[^\w-]/g, '');
      return inHeader(`Authorization: ${word} ${valuePlaceholder}`, 'a valid token');
    }
    case 'oauth2':
    case 'openIdConnect':
      return inHeader(`Authorization: Bearer ${valuePlaceholder}`, 'a valid access token');
    case 'apiKey':
      if (key === undefined) return undefined;
      if (definition.in === 'query')
        return { help: `a valid ${key}`, header: undefined, query: key };
      if (definition.in === 'cookie')
        return inHeader(`Cookie: ${key}=${valuePlaceholder}`, 'a valid cookie');
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key)) return undefined;
      return inHeader(`${key}: ${valuePlaceholder}`, `the whole value of the header ${key}`);
    default:
      return undefined;
  }
}
