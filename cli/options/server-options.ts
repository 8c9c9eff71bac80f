/** The options of all commands that send requests, as in `touchstone check`. */
import type { Command } from 'commander';
import type { CheckOptions } from '../../conformance/check/check-options.js';
import type { TargetOptions } from '../../conformance/servers/target-options.js';
import type { Suite } from '../../conformance/suite/suite.js';
import { reportFailure, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { type HarnessOption, rowsNamed, type SuiteGroup } from './option-table.js';
import {
  addOptions,
  checkAddress,
  findSettings,
  nameCredentials,
  readSuite,
  valuesOf,
} from './read-options.js';

const harnessOptions = [
  'suite',
  'openapi',
  'timeout',
  'headers',
  'insecure',
  'cert',
  'key',
  'proxy',
  'reports',
] as const;

const suiteGroups = ['urls', 'credentials', 'parameters'] as const;

/**
 * Adds the options to a command. `reports` is read, but not shown in the help.
 *
 * @param helps help texts by flag, in place of those of a check
 * @param more further options of the command
 * @param moreGroups further options that the suite defines
 * @returns a function that reads the values once the arguments are parsed; it throws a UsageError
 *   that names the wrong option, variable or key
 */
export function addServerOptions<More extends HarnessOption = never>(
  command: Command,
  suite: Suite,
  helps: Readonly<Record<string, string>>,
  more: readonly More[] = [],
  moreGroups: readonly SuiteGroup[] = [],
): (environment: Environment) => TargetOptions & Pick<CheckOptions, 'reports' | More> {
  const rows = rowsNamed(suite, [...harnessOptions, ...more], [...suiteGroups, ...moreGroups]);
  const named: readonly string[] = more;
  const shown = rows.filter(({ flag }) => flag !== 'reports' || named.includes(flag));
  const given = addOptions(command, shown, helps);
  const startsServers = moreGroups.includes('startOptions');
  return (environment) => {
    const settings = findSettings(rows, suite, given, environment);
    if (startsServers) checkAddress(settings);
    const values = valuesOf(settings);
    return values as TargetOptions & Pick<CheckOptions, 'reports' | More>;
  };
}

/**
 * Runs a command whose options depend on the suite.
 *
 * @param prepare adds the options and returns the action, which runs after they are read
 * @returns the exit code
 */
export async function runWithSuite(
  command: Command,
  environment: Environment,
  prepare: (suite: Suite) => () => Promise<number>,
): Promise<number> {
  let suite: Suite;
  let act: () => Promise<number>;
  try {
    suite = readSuite(environment);
    act = prepare(suite);
  } catch (error) {
    return reportFailure(command, environment, error);
  }
  return await runCommand(command, environment, act, (error) => nameCredentials(error, suite));
}
