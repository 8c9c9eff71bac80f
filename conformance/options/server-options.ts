/** The options of every command that sends requests: they mean the same as in `touchstone check`. */
import type { Command } from 'commander';
import { reportFailure, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import type { ClientOptions } from '../http/client.js';
import type { Suite } from '../suite/suite.js';
import {
  type CheckOptions,
  type HarnessOption,
  type PlacedRow,
  rowsNamed,
} from './option-table.js';
import { addOptions, type GivenTexts, readSuite, readValues } from './read-options.js';

const harnessOptions = ['suite', 'timeout', 'headers', 'insecure', 'reports'] as const;

/** Where a server is, and how to get in. */
export type ServerOptions = Pick<
  CheckOptions,
  'baseUrl' | 'urls' | 'credentials' | 'parameters' | (typeof harnessOptions)[number]
>;

function serverRows(suite: Suite): readonly PlacedRow[] {
  const names: readonly HarnessOption[] = harnessOptions;
  return rowsNamed(suite, names, ['urls', 'credentials', 'parameters']);
}

/** Adds them to a command, with another help where that of a check does not fit; but for `reports`. */
export function addServerOptions(
  command: Command,
  suite: Suite,
  helps: Readonly<Record<string, string>>,
): GivenTexts {
  const rows = serverRows(suite).filter(({ flag }) => flag !== 'reports');
  return addOptions(command, rows, helps);
}

/** @throws UsageError that names the option, variable or key that is wrong */
export function readServerOptions(
  suite: Suite,
  given: GivenTexts,
  environment: Environment,
): ServerOptions {
  return readValues(serverRows(suite), suite, given, environment) as ServerOptions;
}

/** What a client needs to know of them besides the address. */
export type ClientSettings = Pick<ClientOptions, 'timeoutMs' | 'insecure' | 'headers'>;

export function clientSettings({ headers, insecure, timeout }: ServerOptions): ClientSettings {
  return { headers: Object.fromEntries(headers), insecure, timeoutMs: timeout };
}

/**
 * Runs a command whose options depend on the suite.
 *
 * @param prepare adds the options; what it returns acts when they are read
 * @returns the exit code
 */
export async function runWithSuite(
  command: Command,
  environment: Environment,
  prepare: (suite: Suite) => () => Promise<number>,
): Promise<number> {
  let act: () => Promise<number>;
  try {
    act = prepare(readSuite(environment));
  } catch (error) {
    return reportFailure(command, environment, error);
  }
  return await runCommand(command, environment, act);
}
