/** The credentials that an operator can give, as the suite describes them. */
import { UsageError } from '../../kit/errors.js';
import type { CredentialDescription } from './suite.js';

/** Credentials by their names in `suite.yaml`; what needs a missing one is not tested. */
export type Credentials = Readonly<Record<string, string>>;

/** @throws UsageError for one credential in two roles, where no answer to it could be right. */
export function checkOpposites(
  credentials: Credentials,
  descriptions: readonly CredentialDescription[],
): void {
  for (const { name, opposite } of descriptions) {
    if (opposite === undefined || credentials[name] === undefined) continue;
    if (credentials[name] !== credentials[opposite]) continue;
    throw new UsageError(
      `--${opposite} and --${name} are the same: a server has to accept the one and refuse the other.`,
    );
  }
}

/** The environment variable that an option reads; one of a credential stands for it in reports. */
export function variableOf(flag: string): string {
  return `TOUCHSTONE_${flag.toUpperCase().replaceAll('-', '_')}`;
}
