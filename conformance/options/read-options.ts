/**
 * Reads options from the command line, environment variables and the configuration file. The
 * command line wins over the environment, the environment over the file.
 */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { createCommand, parseArguments } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/usage-error.js';
import { variableOf } from '../suite/credentials.js';
import { checkOptionNames, loadShippedSuite, loadSuite } from '../suite/load-suite.js';
import { baseUrlOption, type Suite } from '../suite/suite.js';
import { configurationFile, readConfiguration } from './configuration.js';
import {
  type CheckOptions,
  harnessFlags,
  type OptionRow,
  optionRows,
  type PlacedRow,
} from './option-table.js';

/** What a command line gives for each option, by their flags. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>;

/**
 * The suite that a command is about, which has to be known before the other options can be read: from
 * the command line, the environment or the configuration file.
 *
 * @throws UsageError when there is none, or it is not as it should be
 */
export function readSuite(environment: Environment): Suite {
  const folder = suiteFolder(environment);
  return folder === undefined ? loadShippedSuite() : loadOwnSuite(folder);
}

/**
 * Reads the suite in a folder, whose options have to fit beside those of the harness.
 *
 * @throws UsageError that names file, line and key of what is wrong
 */
export function loadOwnSuite(folder: string): Suite {
  const suite = loadSuite(folder);
  checkOptionNames(suite, harnessFlags);
  return suite;
}

/**
 * The folder of the suite that a command is about; undefined for the one that comes with Touchstone.
 *
 * @throws UsageError when the configuration file cannot be read
 */
export function suiteFolder({ argv, env, cwd }: Environment): string | undefined {
  const index = argv.findIndex((one) => /^--suite(=|$)/.test(one));
  const inline = argv[index]?.split('=').slice(1).join('=');
  const given = index < 0 ? undefined : inline || argv[index + 1];
  const folder = given || env.TOUCHSTONE_SUITE || readSuiteKey(cwd);
  return folder === undefined ? undefined : resolve(cwd, folder);
}

function readSuiteKey(cwd: string): string | undefined {
  return readConfiguration(cwd).get('suite')?.at(-1);
}

/**
 * Adds options to a command, with another help where the row's does not fit.
 *
 * @returns what they are given, when the command's arguments have been read
 */
export function addOptions(
  command: Command,
  rows: readonly PlacedRow[],
  helps: Readonly<Record<string, string>> = {},
): GivenTexts {
  const given = new Map<string, string[]>();
  for (const { flag, placeholder, help, defaultText } of rows) {
    const value = placeholder === undefined ? '' : ` <${placeholder}>`;
    const suffix = defaultText === undefined ? '' : ` (default: ${defaultText})`;
    command.addOption(new Option(`--${flag}${value}`, helps[flag] ?? help + suffix));
    command.on(`option:${flag}`, (text: string | null) => {
      given.set(flag, [...(given.get(flag) ?? []), text ?? 'true']);
    });
  }
  return given;
}

/** An option, and where its value comes from, if anybody gave one. */
interface Setting {
  readonly row: PlacedRow;
  readonly value: unknown;
  /** As messages name it. */
  readonly origin?: string;
}

/**
 * Reads the values of options from all their sources.
 *
 * @param suite whose options a configuration file may have besides
 * @throws UsageError that names the option, variable or key that is wrong.
 */
export function readValues(
  rows: readonly PlacedRow[],
  suite: Suite,
  given: GivenTexts,
  environment: Environment,
): Partial<CheckOptions> & Pick<CheckOptions, SuiteGroup> {
  return valuesOf(findSettings(rows, suite, given, environment));
}

type SuiteGroup =
  | 'baseUrl'
  | 'urls'
  | 'classes'
  | 'profiles'
  | 'credentials'
  | 'parameters'
  | 'startOptions';

function valuesOf(
  settings: readonly Setting[],
): Partial<CheckOptions> & Pick<CheckOptions, SuiteGroup> {
  const groupOf = (wanted: string): Record<string, unknown> =>
    Object.fromEntries(
      settings.flatMap(({ row, value }) =>
        row.group === wanted && value !== undefined ? [[row.name, value]] : [],
      ),
    );
  const listOf = (wanted: string) => (groupOf(wanted)[wanted] ?? []) as readonly string[];
  const urls = groupOf('urls') as Record<string, string>;
  return {
    ...groupOf('harness'),
    urls,
    baseUrl: urls[baseUrlOption],
    classes: listOf('classes'),
    profiles: listOf('profiles'),
    credentials: groupOf('credentials') as Record<string, string>,
    parameters: groupOf('parameters') as Record<string, string>,
    startOptions: groupOf('startOptions') as Record<string, string>,
  };
}

function findSettings(
  rows: readonly PlacedRow[],
  suite: Suite,
  given: GivenTexts,
  { cwd, env }: Environment,
): Setting[] {
  const flags = optionRows(suite).map(({ flag }) => flag);
  const configured = readConfiguration(cwd, flags);
  return rows.map((row) => {
    const { flag } = row;
    const variable = variableOf(flag);
    const sources: readonly [origin: string, texts: readonly string[] | undefined][] = [
      [`--${flag}`, given.get(flag)],
      [variable, emptyAsUnset(row, textsOfVariable(row, env[variable]))],
      [`${configurationFile}: ${flag}`, emptyAsUnset(row, configured.get(flag))],
    ];
    const [origin, texts] = sources.find((source) => source[1] !== undefined) ?? [];
    if (origin === undefined || texts === undefined) return { row, value: row.fallback };
    return { row, origin, value: parseFrom(origin, row, texts) };
  });
}

function textsOfVariable(
  { repeatable }: OptionRow<unknown>,
  value: string | undefined,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return (repeatable ? value.split('\n') : [value]).filter((text) => text !== '');
}

/** CI systems leave a variable empty when a secret is missing. */
function emptyAsUnset(
  row: OptionRow<unknown>,
  texts: readonly string[] | undefined,
): readonly string[] | undefined {
  if (texts?.length !== 0) return texts;
  return row.neverEmpty ? [''] : undefined;
}

function parseFrom(origin: string, row: OptionRow<unknown>, texts: readonly string[]): unknown {
  try {
    return row.parse(texts);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${origin}: ${error.message}.`);
    throw error;
  }
}

/** A help text that was asked for; not an error. */
export interface HelpRequest {
  readonly help: string;
}

/** The options of a check, and the suite that they belong to. */
export interface SuiteOptions {
  readonly suite: Suite;
  readonly options: CheckOptions;
}

/**
 * Reads the options of `touchstone check` from all their sources.
 *
 * @throws Error with an exit code, that names the option, variable or key that is wrong.
 */
export function readOptions(environment: Environment): SuiteOptions | HelpRequest {
  const suite = readSuite(environment);
  let help = '';
  const collect = { write: (text: string) => (help += text) };
  const command = createCommand('touchstone check', { stdout: collect, stderr: collect })
    .description(`Checks a server against the specification: ${suite.specification.title}.`)
    .usage('[--base-url <url>] [options]')
    .allowExcessArguments()
    .addHelpText('after', epilogue);
  const rows = optionRows(suite);
  const given = addOptions(command, rows);
  if (parseArguments(command, environment.argv) !== undefined) return { help };
  checkLeftOver(command);
  const settings = findSettings(rows, suite, given, environment);
  checkAddress(settings);
  return { suite, options: valuesOf(settings) as CheckOptions };
}

/** @throws UsageError for what no option has taken; it is not repeated, since it may be a secret. */
function checkLeftOver({ args }: Command): void {
  if (args.length === 0) return;
  throw new UsageError(
    'An argument belongs to no option: the server is named by --base-url. See "touchstone check --help".',
  );
}

/**
 * @throws UsageError for what is said of a server without its address, or of servers that are not
 *   started since there is an address: others would be checked.
 */
function checkAddress(settings: readonly Setting[]): void {
  const isGiven = settings.some(
    ({ row, origin }) => row.flag === baseUrlOption && origin !== undefined,
  );
  const idle = settings.find(
    ({ row, value, origin }) =>
      (isGiven ? row.ofOwnServers : row.ofServer) &&
      value !== row.fallback &&
      !(row.secret && origin === variableOf(row.flag)),
  );
  if (idle === undefined) return;
  throw new UsageError(
    isGiven
      ? `${idle.origin}: is about servers that the suite starts, but --base-url names one.`
      : `${idle.origin}: needs --base-url, where the server is to be found.`,
  );
}

const epilogue = `
Every option can also be given as an environment variable (TOUCHSTONE_BASE_URL
for --base-url) or as a key of ${configurationFile} in the current folder
(base-url); the command line wins.

Exit codes:
  0  the server conforms, or fails as expected
  1  a requirement failed that was not expected to, or one passed that was
  2  wrong usage, or the server cannot be reached, at the start or any longer
  3  nothing failed, but something was not tested
  4  a fault of Touchstone itself

Examples:
  touchstone check
  touchstone check --base-url http://127.0.0.1:7001
  touchstone check --base-url http://127.0.0.1:7001 --only 4.2
  touchstone check --suite my-suite --base-url http://127.0.0.1:7001`;
