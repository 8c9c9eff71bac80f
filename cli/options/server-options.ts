/** The options of every command that sends requests: they mean the same as in `touchstone check`. */
import type { Command } from 'commander';
import type { CheckOptions, ServerOptions } from '../../conformance/check-options.js';
import type { Suite } from '../../conformance/suite/suite.js';
import { reportFailure, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { type HarnessOption, type PlacedRow, rowsNamed } from './option-table.js';
import { addOptions, findSettings, type GivenTexts, readSuite, valuesOf } from './read-options.js';

const harnessOptions = ['suite', 'timeout', 'headers', 'insecure', 'reports'] as const;

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
): ServerOptions & Pick<CheckOptions, 'reports'> {
  const values = valuesOf(findSettings(serverRows(suite), suite, given, environment));
  return values as ServerOptions & Pick<CheckOptions, 'reports'>;
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
