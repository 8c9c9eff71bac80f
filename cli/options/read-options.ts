/**
 * Reads options from the command line, environment variables and the configuration file. The
 * command line wins over the environment, the environment over the file.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { type Command, CommanderError, Option } from 'commander';
import type { CheckOptions } from '../../conformance/check/check-options.js';
import type { DerivationInput } from '../../conformance/derive/derive.js';
import {
  checkOptionNames,
  loadShippedSuite,
  loadSuite,
} from '../../conformance/suite/load-suite.js';
import { baseUrlOption, type Suite, variableOf } from '../../conformance/suite/suite.js';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { configurationFile, readConfiguration } from './configuration.js';
import {
  harnessFlags,
  type OptionRow,
  optionRows,
  type PlacedRow,
  type SuiteGroup,
} from './option-table.js';

/** The texts that the command line gives for each option, by flag. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>;

/**
 * Loads the suite of a command. It defines further options, so it is found before they are read: by
 * the command line, the environment or the configuration file.
 *
 * @throws UsageError when the suite does not exist or is invalid
 */
export function readSuite(environment: Environment): Suite {
  const openapi = textOf('openapi', environment);
  if (openapi !== undefined) return readDerivedSuite(openapi, environment);
  const folder = suiteFolder(environment);
  const suite = folder === undefined ? loadShippedSuite() : loadSuite(folder);
  if (folder !== undefined) checkOptionNames(suite, harnessFlags);
  if (suite.derive === undefined) {
    refuseDerivationOptions(environment);
    return suite;
  }
  return loadDerivation().withDerived(suite, derivationInput(environment));
}

/** @throws UsageError for an option that only derived requirements have */
function refuseDerivationOptions(environment: Environment): void {
  const idle = ['except', 'examples', 'max-requests', 'allow'].find(
    (flag) => textOf(flag, environment) !== undefined,
  );
  if (idle !== undefined)
    throw new UsageError(
      `--${idle} concerns what is derived from an OpenAPI description: give it with --openapi, or for a suite that says "derive: openapi".`,
    );
}

/**
 * A suite with what it derives from its description.
 *
 * @throws UsageError when the description cannot be read
 */
export function withDerivedParts(suite: Suite): Suite {
  if (suite.derive === undefined) return suite;
  return loadDerivation().withDerived(suite, { takenOptions: harnessFlags });
}

/** The modules of the derivation are loaded on use. */
function loadDerivation() {
  const load = createRequire(import.meta.url);
  const file = '../../conformance/derive/derived-suite.js';
  return load(file) as typeof import('../../conformance/derive/derived-suite.js');
}

function derivationInput(environment: Environment): DerivationInput {
  const most = Number(textOf('max-requests', environment));
  return {
    takenOptions: harnessFlags,
    isGiven: (name) => textOf(name, environment) !== undefined,
    except: textsOf('except', environment).flatMap((text) => text.split(',')),
    examples: Number(textOf('examples', environment) ?? 0),
    // Any other text is refused later, with all options.
    maxRequests: most >= 1 ? most : Number.POSITIVE_INFINITY,
    allow: textsOf('allow', environment).flatMap((text) => text.split(',')),
  };
}

/**
 * The folder of a command's suite; undefined for the shipped suite.
 *
 * @throws UsageError when the configuration file cannot be read
 */
export function suiteFolder(environment: Environment): string | undefined {
  const folder = textOf('suite', environment);
  return folder === undefined ? undefined : resolve(environment.cwd, folder);
}

/** The text of an option on which other options depend; undefined if it is not given. */
function textOf(flag: string, environment: Environment): string | undefined {
  return textsOf(flag, environment).at(-1);
}

function textsOf(flag: string, { argv, env, cwd }: Environment): readonly string[] {
  const given = argv.flatMap((one, index) => {
    if (one !== `--${flag}` && !one.startsWith(`--${flag}=`)) return [];
    return one.split('=').slice(1).join('=') || (argv[index + 1] ?? []);
  });
  if (given.length > 0) return given;
  const variable = env[variableOf(flag)];
  return variable ? [variable] : (readConfiguration(cwd).get(flag) ?? []);
}

/** @throws UsageError when the description cannot be read, or a suite is named as well */
function readDerivedSuite(openapi: string, environment: Environment): Suite {
  const { argv, cwd } = environment;
  if (argv.some((one) => /^--suite(=|$)/.test(one)))
    throw new UsageError('--openapi and --suite exclude each other: give only one of them.');
  return loadDerivation().deriveSuite(resolve(cwd, openapi), derivationInput(environment));
}

/**
 * Adds options to a command.
 *
 * @param helps help texts by flag, in place of those of the rows
 * @returns the given texts, filled in when the command reads its arguments
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

/** The value of an option, with its origin. */
export interface Setting {
  readonly row: PlacedRow;
  readonly value: unknown;
  /** Name of the origin in messages; undefined for the default. */
  readonly origin?: string;
}

/** The values of options, by group. */
export function valuesOf(
  settings: readonly Setting[],
): Partial<CheckOptions> & Pick<CheckOptions, SuiteGroup | 'baseUrl'> {
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

/**
 * Finds the values of options in all their sources.
 *
 * @param suite the suite whose other options may stand in the configuration file, too
 * @throws UsageError that names the wrong option, variable or key
 */
export function findSettings(
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
    for (const [origin, texts] of sources) {
      if (texts !== undefined) return { row, origin, value: parseFrom(origin, row, texts) };
    }
    return { row, value: row.fallback };
  });
}

/**
 * @throws UsageError for an option about a server at an address without --base-url, or about servers
 *   that the suite starts together with --base-url: otherwise another server would be checked
 */
export function checkAddress(settings: readonly Setting[]): void {
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
      ? `${idle.origin}: applies to servers that the suite starts, but --base-url names another.`
      : `${idle.origin}: needs --base-url with the address of the server.`,
  );
}

/** Completes the error for an unknown option by the options of a description's security schemes. */
export function nameCredentials(error: unknown, { credentials, derived }: Suite): unknown {
  const names = credentials.map(({ name }) => `--${name}`).join(', ');
  const isUnknown = error instanceof CommanderError && error.code === 'commander.unknownOption';
  if (derived === undefined || names === '' || !isUnknown) return error;
  return new UsageError(`${error.message} The security schemes of the description give ${names}.`);
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
