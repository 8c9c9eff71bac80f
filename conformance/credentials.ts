/**
 * The credentials that an operator can give. One table names them: from it come the options with
 * their variables, what a setup may print, and what a redaction writes in their place.
 */
import { UsageError, variableOf } from './option-values.js';
import type { Credentials } from './run.js';

/** How a credential is given. */
interface CredentialRow {
  /** The option without its dashes; also the name in what a setup prints. */
  readonly flag: string;
  /** What stands for the value in the help. */
  readonly placeholder: string;
  readonly help: string;
}

/** Each credential by its name. */
export const credentialTable: Readonly<Record<keyof Credentials, CredentialRow>> = {
  apiKey: { flag: 'api-key', placeholder: 'KEY', help: 'an active API key' },
  inactiveApiKey: {
    flag: 'inactive-api-key',
    placeholder: 'KEY',
    help: 'an API key that exists but is not active',
  },
  bearerToken: { flag: 'bearer-token', placeholder: 'TOKEN', help: 'a valid bearer token' },
  expiredBearerToken: {
    flag: 'expired-bearer-token',
    placeholder: 'TOKEN',
    help: 'a bearer token that exists but has expired',
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

/** The environment variable that a credential can be given by. */
export function credentialVariable(name: keyof Credentials): string {
  return variableOf(credentialTable[name].flag);
}

/** Of each pair, a server has to accept the first and refuse the second. */
const opposites = [
  ['apiKey', 'inactiveApiKey'],
  ['bearerToken', 'expiredBearerToken'],
] as const;

/** @throws UsageError for a value in both roles of a pair, where nothing could be right. */
export function checkOpposites(credentials: Credentials): void {
  for (const [accepted, refused] of opposites) {
    const value = credentials[accepted];
    if (value === undefined || value !== credentials[refused]) continue;
    const [one, other] = [credentialTable[accepted].flag, credentialTable[refused].flag];
    throw new UsageError(
      `--${one} and --${other} are the same: a server has to accept the one and refuse the other.`,
    );
  }
}
