/**
 * The credentials that an operator can give. One table names them: from it come the options with
 * their variables, what a setup may print, and what a redaction writes in their place.
 */

/** A credential for each role that scenarios play; a missing one leaves its checks untested. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  /** A key that exists with `active` ≠ 1. */
  readonly inactiveApiKey?: string | undefined;
  readonly bearerToken?: string | undefined;
  readonly expiredBearerToken?: string | undefined;
}

/** How a credential is given. */
interface CredentialRow {
  /** The option without its dashes; also the name in what a setup prints. */
  readonly flag: string;
  /** What stands for the value in the help. */
  readonly placeholder: string;
  readonly help: string;
  /** What a server must accept where it must refuse this. */
  readonly opposite?: keyof Credentials;
}

/** Each credential by its name. */
export const credentialTable: Readonly<Record<keyof Credentials, CredentialRow>> = {
  apiKey: { flag: 'api-key', placeholder: 'key', help: 'an active API key' },
  inactiveApiKey: {
    flag: 'inactive-api-key',
    placeholder: 'key',
    help: 'an API key that exists but is not active',
    opposite: 'apiKey',
  },
  bearerToken: { flag: 'bearer-token', placeholder: 'token', help: 'a valid bearer token' },
  expiredBearerToken: {
    flag: 'expired-bearer-token',
    placeholder: 'token',
    help: 'a bearer token that exists but has expired',
    opposite: 'bearerToken',
  },
};

/** The names of all credentials. */
export const credentialNames = Object.keys(credentialTable) as (keyof Credentials)[];

/** The credentials among the options. */
export function credentialsOf(options: Credentials): Credentials {
  return Object.fromEntries(credentialNames.map((name) => [name, options[name]]));
}

/** The credential that an option gives; undefined for the flag of another option. */
export function credentialOf(flag: string): keyof Credentials | undefined {
  return credentialNames.find((name) => credentialTable[name].flag === flag);
}

/** The environment variable that an option reads; one of a credential stands for it in reports. */
export function variableOf(flag: string): string {
  return `TOUCHSTONE_${flag.toUpperCase().replaceAll('-', '_')}`;
}
