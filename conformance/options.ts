/**
 * The options of `touchstone check`. One table says everything about each of them: from it come
 * the command line with its help, the environment variables and the keys of the configuration
 * file. The command line wins over the environment, the environment over the file.
 */
import { Command, CommanderError, Option } from 'commander';
import type { Environment } from '../cli/environment.js';
import { configurationFile, readConfiguration } from './configuration.js';
import { credentialNames, credentialTable } from './credentials.js';
import {
  parseBaseUrl,
  parseHeader,
  parseInteger,
  parseSeconds,
  parseSwitch,
  parseText,
  parseWord,
  UsageError,
  variableOf,
} from './option-values.js';
import { conformanceClasses, profiles } from './requirements.js';
import type { Credentials } from './run.js';

/** One option. */
interface OptionRow<T> {
  /** Without the dashes; also the key in the configuration file. */
  readonly flag: string;
  /** What stands for the value in the help; a switch has none. */
  readonly placeholder?: string;
  /** May be given several times. */
  readonly repeatable?: true;
  readonly help: string;
  /** In words, when it is not obvious from the help. */
  readonly defaultText?: string;
  /** Takes at least one text; throws a UsageError. */
  readonly parse: (texts: readonly string[]) => T;
  /** What holds when nobody says anything. */
  readonly fallback: T;
}

function optional<T>(parse: (text: string) => T) {
  return { parse: lastOf<T | undefined>(parse), fallback: undefined };
}

function required<T>(parse: (text: string) => T, fallback: T) {
  return { parse: lastOf(parse), fallback, defaultText: String(fallback) };
}

/** Several values, given one by one or separated by commas. */
function listed<T>(parse: (text: string) => T) {
  const split = (text: string) => text.split(',').map((part) => parse(part.trim()));
  return {
    repeatable: true as const,
    parse: (texts: readonly string[]): readonly T[] => texts.flatMap(split),
    fallback: [] as readonly T[],
  };
}

function switched() {
  return { parse: lastOf(parseSwitch), fallback: false };
}

function lastOf<T>(parse: (text: string) => T): (texts: readonly string[]) => T {
  return (texts) => parse(texts.at(-1) ?? '');
}

const credentialRows = Object.fromEntries(
  credentialNames.map((name) => [name, { ...credentialTable[name], ...optional(parseText) }]),
) as Readonly<Record<keyof Credentials, OptionRow<string | undefined>>>;

const table = {
  baseUrl: {
    flag: 'base-url',
    placeholder: 'URL',
    help: 'the server to check; without it, the reference server is started and checked',
    ...optional(parseBaseUrl),
  },
  probesUrl: {
    flag: 'probes-url',
    placeholder: 'URL',
    help: 'the server that hosts the scripts of spec/probes, for the class runtime',
    defaultText: 'that of --base-url',
    ...optional(parseBaseUrl),
  },
  classes: {
    flag: 'class',
    placeholder: 'LIST',
    help: `conformance classes: ${conformanceClasses.join(', ')}`,
    defaultText: 'api; both for the reference server and with --probes-url',
    ...listed(parseWord(conformanceClasses)),
  },
  profiles: {
    flag: 'profile',
    placeholder: 'NAME',
    help: 'how the server guards its resources: basic (users open, products by API key), users-api-key (both by API key), bearer (both by bearer token)',
    defaultText: 'basic; all for the reference server',
    ...listed(parseWord(profiles)),
  },
  ...credentialRows,
  start: {
    flag: 'start',
    placeholder: 'COMMAND',
    help: 'start the server with this command, and end it when the check is over',
    ...optional(parseText),
  },
  setup: {
    flag: 'setup',
    placeholder: 'COMMAND',
    help: 'run this before the check; it may print credentials as JSON: {"api-key": "..."}',
    ...optional(parseText),
  },
  teardown: {
    flag: 'teardown',
    placeholder: 'COMMAND',
    help: 'run this after the check',
    ...optional(parseText),
  },
  only: {
    flag: 'only',
    placeholder: 'LIST',
    help: "check these alone: ids ('products.list.*') or parts of the specification (4.2)",
    ...listed(parseText),
  },
  expect: {
    flag: 'expect',
    placeholder: 'FILE',
    help: 'known failures: requirements by id, each with the reason why it is known to fail',
    ...optional(parseText),
  },
  writeExpect: {
    flag: 'write-expect',
    placeholder: 'FILE',
    help: 'write what failed as such a file, with reasons to be filled in',
    ...optional(parseText),
  },
  readOnly: {
    flag: 'read-only',
    help: 'send only requests that change nothing, and judge what they show of the rows there are',
    ...switched(),
  },
  wait: {
    flag: 'wait',
    placeholder: 'SECONDS',
    help: 'how long to wait for a first answer of the server',
    ...required(parseSeconds, 10),
  },
  timeout: {
    flag: 'timeout',
    placeholder: 'MS',
    help: 'how long one answer may take, in milliseconds',
    ...required(parseInteger(1), 10_000),
  },
  seed: {
    flag: 'seed',
    placeholder: 'N',
    help: 'repeat the order of an earlier run',
    defaultText: 'another one each time',
    ...optional(parseInteger(0)),
  },
  repeat: {
    flag: 'repeat',
    placeholder: 'N',
    help: 'run everything N times, each in another order; what comes out differently is unstable',
    ...required(parseInteger(1), 1),
  },
  concurrency: {
    flag: 'concurrency',
    placeholder: 'N',
    help: 'run so many scenarios at a time; those that count rows are always alone',
    ...required(parseInteger(1), 1),
  },
  headers: {
    flag: 'header',
    placeholder: "'NAME: VALUE'",
    repeatable: true,
    help: 'send this header with every request, for a gateway before the server',
    parse: (texts: readonly string[]): readonly (readonly [string, string])[] =>
      texts.map(parseHeader),
    fallback: [],
  },
  insecure: {
    flag: 'insecure',
    help: 'accept any TLS certificate',
    ...switched(),
  },
  reports: {
    flag: 'reports',
    placeholder: 'DIR',
    help: 'the folder for the reports',
    ...required(parseText, 'reports'),
  },
  allowUntested: {
    flag: 'allow-untested',
    help: 'end with 0 although something was not tested',
    ...switched(),
  },
  list: {
    flag: 'list',
    help: 'print what would be checked, and send nothing',
    ...switched(),
  },
  quiet: {
    flag: 'quiet',
    help: 'print failures and the conclusion, no progress',
    ...switched(),
  },
} as const satisfies Record<string, OptionRow<unknown>>;

type Table = typeof table;
type OptionName = keyof Table;

/** The value of every option. */
export type CheckOptions = { readonly [K in OptionName]: ReturnType<Table[K]['parse']> };

const rows = Object.entries(table) as [OptionName, OptionRow<unknown>][];

/** A help text that was asked for; not an error. */
export interface HelpRequest {
  readonly help: string;
}

/**
 * Reads the options of a run from all their sources.
 *
 * @throws UsageError that names the option, variable or key that is wrong.
 */
export function readOptions(environment: Environment): CheckOptions | HelpRequest {
  const given = readCommandLine(environment.argv);
  if ('help' in given) return given;
  const configured = readConfiguration(
    environment.cwd,
    rows.map(([, row]) => row.flag),
  );
  const values = rows.map(([name, row]): [OptionName, unknown] => {
    const variable = variableOf(row.flag);
    const sources = [
      { origin: `--${row.flag}`, texts: given.texts(row.flag) },
      { origin: variable, texts: textsOfVariable(row, environment.env[variable]) },
      { origin: `${configurationFile}: ${row.flag}`, texts: configured.get(row.flag) },
    ];
    const source = sources.find(({ texts }) => texts !== undefined);
    if (source?.texts === undefined) return [name, row.fallback];
    return [name, parseFrom(source.origin, row, source.texts)];
  });
  return Object.fromEntries(values) as unknown as CheckOptions;
}

/** An empty variable counts as unset, as CI systems leave it when a secret is missing. */
function textsOfVariable(
  row: OptionRow<unknown>,
  value: string | undefined,
): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined;
  return row.repeatable ? value.split('\n').filter((line) => line !== '') : [value];
}

function parseFrom(origin: string, row: OptionRow<unknown>, texts: readonly string[]): unknown {
  try {
    return row.parse(texts);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${origin}: ${error.message}.`);
    throw error;
  }
}

interface CommandLine {
  texts(flag: string): readonly string[] | undefined;
}

function readCommandLine(argv: readonly string[]): CommandLine | HelpRequest {
  const found = new Map<string, string[]>();
  let output = '';
  const command = describeCommand((flag, text) => {
    found.set(flag, [...(found.get(flag) ?? []), text]);
  }).configureOutput({
    writeOut: (text) => {
      output += text;
    },
    writeErr: () => {},
  });
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return { help: output };
    throw new UsageError(describeMistake(error));
  }
  return { texts: (flag) => found.get(flag) };
}

/** Without the value of a mistyped option, which may be a secret. */
function describeMistake({ message }: CommanderError): string {
  const text = message
    .replace(/^error: /, '')
    .replace('\n', ' ')
    .replace(/('--[\w-]+)=[^']*'/, "$1'");
  return `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.?$/, '')}. See "touchstone check --help".`;
}

function describeCommand(collect: (flag: string, text: string) => void): Command {
  const command = new Command('touchstone check')
    .description('Checks a server against the specification of the REST API Scripting Service.')
    .usage('[--base-url URL] [options]')
    .helpOption('-h, --help', 'print this')
    .allowExcessArguments(false)
    .exitOverride()
    .addHelpText('after', epilogue);
  for (const [, row] of rows) {
    const value = row.placeholder === undefined ? '' : ` <${row.placeholder}>`;
    const suffix = row.defaultText === undefined ? '' : ` (default: ${row.defaultText})`;
    const option = new Option(`--${row.flag}${value}`, row.help + suffix);
    command.addOption(option);
    command.on(`option:${row.flag}`, (text: string | null) => collect(row.flag, text ?? 'true'));
  }
  return command;
}

const epilogue = `
Every option can also be given as an environment variable (TOUCHSTONE_BASE_URL
for --base-url) or as a key of ${configurationFile} in the current folder
(base-url); the command line wins.

Exit codes:
  0  the server conforms, or fails as expected
  1  a requirement failed that was not expected to, or one passed that was
  2  wrong usage, or the server cannot be reached
  3  nothing failed, but something was not tested
  4  a fault of Touchstone itself

Examples:
  touchstone check
  touchstone check --base-url http://127.0.0.1:7001 --api-key KEY \\
    --inactive-api-key OLD_KEY
  touchstone check --base-url http://127.0.0.1:7001 --api-key KEY --only 4.2`;
