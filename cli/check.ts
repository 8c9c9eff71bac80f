/** `touchstone check`: checks a server against its specification. */
import type { Command } from 'commander';
import { check } from '../conformance/check/check.js';
import type { CheckRequest } from '../conformance/check/check-input.js';
import type { CheckOptions } from '../conformance/check/check-options.js';
import { type Secret, secretsIn } from '../conformance/http/secrets/secrets.js';
import type { Suite } from '../conformance/suite/suite.js';
import { createCommand, parseArguments } from '../kit/command-line.js';
import type { CommandMain, Environment } from '../kit/environment.js';
import { exitCodeOf, UsageError } from '../kit/errors.js';
import { escapeHidden } from '../kit/words.js';
import { configurationFile } from './options/configuration.js';
import { optionRows } from './options/option-table.js';
import {
  addOptions,
  checkAddress,
  findSettings,
  nameCredentials,
  readSuite,
  valuesOf,
} from './options/read-options.js';

const epilogue = `
Every option can also be given as an environment variable (TOUCHSTONE_BASE_URL
for --base-url) or as a key of ${configurationFile} in the current folder
(base-url); the command line wins.

Exit codes:
  0  the server conforms, or fails as expected
  1  a requirement failed unexpectedly, or an expected failure passed
  2  wrong usage, a mistake in the suite, or the server cannot be reached, at the
     start or later
  3  nothing failed, but something was not tested
  4  an internal error of Touchstone

Examples:
  touchstone check
  touchstone check --base-url http://127.0.0.1:7001
  touchstone check --base-url http://127.0.0.1:7001 --only 4.2
  touchstone check --suite my-suite --base-url http://127.0.0.1:7001`;

/** Resolves to the exit code; see `--help`. */
export const main: CommandMain = async (environment) => {
  let secrets: readonly Secret[] = [];
  try {
    const read = readOptions(environment);
    if ('help' in read) {
      environment.stdout.write(read.help);
      return 0;
    }
    secrets = secretsIn(read.options, read.suite);
    return await check({ ...read, secrets }, environment);
  } catch (error) {
    const { exitCode, message } = describeError(error);
    const { createRedactor } = await import('../conformance/http/secrets/redact.js');
    environment.stderr.write(
      `touchstone check: ${escapeHidden(createRedactor(secrets)(message))}\n`,
    );
    return exitCode;
  }
};

function describeError(error: unknown): { exitCode: number; message: string } {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const exitCode = exitCodeOf(error);
  if (exitCode !== undefined) return { exitCode, message };
  return { exitCode: 4, message: `internal error of Touchstone: ${stack}` };
}

/** The help text, when the arguments ask for it. */
export interface HelpRequest {
  readonly help: string;
}

/**
 * Reads the options of `touchstone check` from all their sources.
 *
 * @throws Error with an exit code that names the wrong option, variable or key
 */
export function readOptions(environment: Environment): Omit<CheckRequest, 'secrets'> | HelpRequest {
  const suite = readSuite(environment);
  let help = '';
  const collect = { write: (text: string) => (help += text) };
  const streams = { stdout: collect, stderr: collect, call: environment.call };
  const command = createCommand('touchstone check', streams)
    .description(`Checks a server against the specification: ${suite.specification.title}.`)
    .usage('[--base-url <url>] [options]')
    .allowExcessArguments()
    .addHelpText('after', epilogue);
  const rows = optionRows(suite);
  const given = addOptions(command, rows);
  if (parse(command, environment.argv, suite) !== undefined) return { help };
  checkLeftOver(command);
  const settings = findSettings(rows, suite, given, environment);
  checkAddress(settings);
  return { suite, options: valuesOf(settings) as CheckOptions };
}

/** @throws Error for wrong arguments */
function parse(command: Command, argv: readonly string[], suite: Suite): number | undefined {
  try {
    return parseArguments(command, argv);
  } catch (error) {
    throw nameCredentials(error, suite);
  }
}

/** @throws UsageError for excess arguments; it does not repeat them, because one may be a secret */
function checkLeftOver({ args }: Command): void {
  if (args.length === 0) return;
  throw new UsageError(
    'Unexpected argument: give the address of the server with --base-url. See --help.',
  );
}
