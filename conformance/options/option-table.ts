/**
 * The options of `touchstone check`. This table says everything about each of them: from it come
 * the command line with its help, the environment variables and the keys of the configuration file.
 */
import { type Credentials, credentialNames, credentialTable } from '../credentials.js';
import { conformanceClasses, profiles } from '../requirements.js';
import {
  parseBaseUrl,
  parseHeader,
  parseInteger,
  parseSeconds,
  parseSwitch,
  parseText,
  parseWord,
} from './option-values.js';

/** One option, whose value is of some type. */
export interface OptionRow<T> {
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
  /** Says something of a server at some address: nothing without --base-url. */
  readonly ofServer?: true;
  /** People keep it in the environment, whatever they run: there it may be of no use. */
  readonly secret?: true;
  /** An empty variable or key is a mistake, not the same as none. */
  readonly neverEmpty?: true;
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
  credentialNames.map((name) => {
    return [
      name,
      { ...credentialTable[name], ...optional(parseText), ofServer: true, secret: true },
    ];
  }),
) as Readonly<Record<keyof Credentials, OptionRow<string | undefined>>>;

/** Each option by its name. */
export const optionTable = {
  baseUrl: {
    flag: 'base-url',
    placeholder: 'url',
    help: 'the server to check; without it, the reference server is started and checked',
    neverEmpty: true,
    ...optional(parseBaseUrl),
  },
  probesUrl: {
    flag: 'probes-url',
    placeholder: 'url',
    help: 'the server that hosts the scripts of spec/probes, for the class runtime',
    defaultText: 'that of --base-url',
    ofServer: true,
    ...optional(parseBaseUrl),
  },
  classes: {
    flag: 'class',
    placeholder: 'list',
    help: `conformance classes: ${conformanceClasses.join(', ')}`,
    defaultText: 'api; both for the reference server and with --probes-url',
    ...listed(parseWord(conformanceClasses)),
  },
  profiles: {
    flag: 'profile',
    placeholder: 'name',
    help: 'how the server guards its resources: basic (users open, products by API key), users-api-key (both by API key), bearer (both by bearer token)',
    defaultText: 'basic; all for the reference server',
    ...listed(parseWord(profiles)),
  },
  ...credentialRows,
  start: {
    flag: 'start',
    placeholder: 'command',
    help: 'start the server with this command, and end it when the check is over',
    ofServer: true,
    ...optional(parseText),
  },
  setup: {
    flag: 'setup',
    placeholder: 'command',
    help: 'run this before the check; it may print credentials as JSON: {"api-key": "..."}',
    ofServer: true,
    ...optional(parseText),
  },
  teardown: {
    flag: 'teardown',
    placeholder: 'command',
    help: 'run this after the check',
    ofServer: true,
    ...optional(parseText),
  },
  only: {
    flag: 'only',
    placeholder: 'list',
    help: "check these alone: ids ('products.list.*') or parts of the specification (4.2)",
    ...listed(parseText),
  },
  expect: {
    flag: 'expect',
    placeholder: 'file',
    help: 'known failures: requirements by id, each with the reason why it is known to fail',
    ...optional(parseText),
  },
  writeExpect: {
    flag: 'write-expect',
    placeholder: 'file',
    help: 'write what failed as such a file, with reasons to be filled in',
    ...optional(parseText),
  },
  readOnly: {
    flag: 'read-only',
    help: 'send only requests that change nothing, and judge what they show of the rows there are',
    ofServer: true,
    ...switched(),
  },
  wait: {
    flag: 'wait',
    placeholder: 'seconds',
    help: 'how long to wait for a first answer of the server',
    ofServer: true,
    ...required(parseSeconds, 10),
  },
  timeout: {
    flag: 'timeout',
    placeholder: 'milliseconds',
    help: 'how long one answer may take',
    ...required(parseInteger(1), 10_000),
  },
  seed: {
    flag: 'seed',
    placeholder: 'number',
    help: 'repeat the order of an earlier run',
    defaultText: 'another one each time',
    ...optional(parseInteger(0)),
  },
  repeat: {
    flag: 'repeat',
    placeholder: 'number',
    help: 'run everything so many times, each in another order; what comes out differently is unstable',
    ...required(parseInteger(1), 1),
  },
  concurrency: {
    flag: 'concurrency',
    placeholder: 'number',
    help: 'run so many scenarios at a time; those that look at lists are always alone',
    defaultText: '1; with our own servers 4',
    ...optional(parseInteger(1)),
  },
  headers: {
    flag: 'header',
    placeholder: "'name: value'",
    repeatable: true,
    help: 'send this header with every request, for a gateway before the server',
    ofServer: true,
    secret: true,
    parse: (texts: readonly string[]): readonly (readonly [string, string])[] =>
      texts.map(parseHeader),
    fallback: [],
  },
  insecure: {
    flag: 'insecure',
    help: 'accept any TLS certificate',
    ofServer: true,
    ...switched(),
  },
  reports: {
    flag: 'reports',
    placeholder: 'dir',
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

type Table = typeof optionTable;

/** The name of an option in the program. */
export type OptionName = keyof Table;

/** The value of every option. */
export type CheckOptions = { readonly [K in OptionName]: ReturnType<Table[K]['parse']> };
