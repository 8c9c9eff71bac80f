/**
 * Reads options from the command line, environment variables and the configuration file. The
 * command line wins over the environment, the environment over the file.
 */
import { type Command, Option } from 'commander';
import { createCommand, parseArguments } from '../../cli/command-line.js';
import type { Environment } from '../../cli/environment.js';
import { variableOf } from '../credentials.js';
import { UsageError } from '../usage-error.js';
import { configurationFile, readConfiguration } from './configuration.js';
import { type CheckOptions, type OptionName, type OptionRow, optionTable } from './option-table.js';

const allNames = Object.keys(optionTable) as OptionName[];
const allFlags = Object.values(optionTable).map(({ flag }) => flag);

/** What a command line gives for each option, by their flags. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Adds options to a command, with another help where the table's does not fit.
 *
 * @returns what they are given, when the command's arguments have been read
 */
export function addOptions(
  command: Command,
  names: readonly OptionName[] = allNames,
  helps: Readonly<Partial<Record<OptionName, string>>> = {},
): GivenTexts {
  const given = new Map<string, string[]>();
  for (const name of names) {
    const { flag, placeholder, help, defaultText }: OptionRow<unknown> = optionTable[name];
    const value = placeholder === undefined ? '' : ` <${placeholder}>`;
    const suffix = defaultText === undefined ? '' : ` (default: ${defaultText})`;
    command.addOption(new Option(`--${flag}${value}`, helps[name] ?? help + suffix));
    command.on(`option:${flag}`, (text: string | null) => {
      given.set(flag, [...(given.get(flag) ?? []), text ?? 'true']);
    });
  }
  return given;
}

/** An option, and where its value comes from, if anybody gave one. */
interface Setting {
  readonly name: OptionName;
  readonly row: OptionRow<unknown>;
  readonly value: unknown;
  /** As messages name it. */
  readonly origin?: string;
}

/**
 * Reads the values of options from all their sources.
 *
 * @throws UsageError that names the option, variable or key that is wrong.
 */
export function readValues<N extends OptionName>(
  names: readonly N[],
  given: GivenTexts,
  environment: Environment,
): Pick<CheckOptions, N> {
  return valuesOf(findSettings(names, given, environment)) as Pick<CheckOptions, N>;
}

function valuesOf(settings: readonly Setting[]): unknown {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

function findSettings(
  names: readonly OptionName[],
  given: GivenTexts,
  { cwd, env }: Environment,
): Setting[] {
  const configured = readConfiguration(cwd, allFlags);
  return names.map((name) => {
    const row: OptionRow<unknown> = optionTable[name];
    const { flag } = row;
    const variable = variableOf(flag);
    const sources: readonly [origin: string, texts: readonly string[] | undefined][] = [
      [`--${flag}`, given.get(flag)],
      [variable, emptyAsUnset(row, textsOfVariable(row, env[variable]))],
      [`${configurationFile}: ${flag}`, emptyAsUnset(row, configured.get(flag))],
    ];
    const [origin, texts] = sources.find((source) => source[1] !== undefined) ?? [];
    if (origin === undefined || texts === undefined) return { name, row, value: row.fallback };
    return { name, row, origin, value: parseFrom(origin, row, texts) };
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

/**
 * Reads the options of `touchstone check` from all their sources.
 *
 * @throws Error with an exit code, that names the option, variable or key that is wrong.
 */
export function readOptions(environment: Environment): CheckOptions | HelpRequest {
  let help = '';
  const collect = { write: (text: string) => (help += text) };
  const command = createCommand('touchstone check', { stdout: collect, stderr: collect })
    .description('Checks a server against the specification of the REST API Scripting Service.')
    .usage('[--base-url <url>] [options]')
    .allowExcessArguments()
    .addHelpText('after', epilogue);
  const given = addOptions(command);
  if (parseArguments(command, environment.argv) !== undefined) return { help };
  checkLeftOver(command);
  const settings = findSettings(allNames, given, environment);
  checkAddress(settings);
  return valuesOf(settings) as CheckOptions;
}

/** @throws UsageError for what no option has taken; it is not repeated, since it may be a secret. */
function checkLeftOver({ args }: Command): void {
  if (args.length === 0) return;
  throw new UsageError(
    'An argument belongs to no option: the server is named by --base-url. See "touchstone check --help".',
  );
}

/** @throws UsageError for what is said of a server without its address: ours would be checked. */
function checkAddress(settings: readonly Setting[]): void {
  if (settings.some(({ name, origin }) => name === 'baseUrl' && origin !== undefined)) return;
  const idle = settings.find(
    ({ row, value, origin }) =>
      row.ofServer && value !== row.fallback && !(row.secret && origin === variableOf(row.flag)),
  );
  if (idle === undefined) return;
  throw new UsageError(`${idle.origin}: needs --base-url, where the server is to be found.`);
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
  touchstone check --base-url http://127.0.0.1:7001 --api-key "$KEY" \\
    --inactive-api-key "$OLD_KEY"
  touchstone check --base-url http://127.0.0.1:7001 --api-key "$KEY" --only 4.2`;
