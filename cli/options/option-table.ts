/**
 * The options of `touchstone check`: those of the harness, and those that a suite brings along. These
 * tables say everything about each of them: from them come the command line with its help, the
 * environment variables and the keys of the configuration file.
 */
import {
  type HarnessOptions,
  type KeptExchanges,
  keptExchanges,
  reportFormats,
} from '../../conformance/check-options.js';
import { startOptionsOf } from '../../conformance/suite/load-suite.js';
import { baseUrlOption, type Suite } from '../../conformance/suite/suite.js';
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
  /** Says something of servers that the suite starts: nothing with --base-url. */
  readonly ofOwnServers?: true;
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

/** The options of the harness, by their names in the program. */
const harnessTable = {
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
    help: 'run this before the check; it may print credentials as JSON: {"token": "..."}',
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
  suite: {
    flag: 'suite',
    placeholder: 'dir',
    help: 'the folder of another suite than the one that comes with Touchstone',
    ...optional(parseText),
  },
  only: {
    flag: 'only',
    placeholder: 'list',
    help: "check these alone: ids ('todos.list.*') or parts of the specification (4.2)",
    ...listed(parseText),
  },
  lastFailed: {
    flag: 'last-failed',
    help: 'check these alone: what went wrong in the last result among the reports',
    ...switched(),
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
  disposable: {
    flag: 'disposable',
    help: 'the data of the server end with the check: change and delete any of them, leave all',
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
    help: 'send at most so many requests at a time; fewer when the server answers more slowly for it',
    defaultText: '8; with our own servers 4',
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
  formats: {
    flag: 'format',
    placeholder: 'list',
    help: `write these reports besides: ${reportFormats.join(', ')}`,
    ...listed(parseWord(reportFormats)),
  },
  keep: {
    flag: 'keep',
    placeholder: keptExchanges.join('|'),
    help: 'what reports have of the requests of passing cases: first and last of two cases, or all',
    ...required<KeptExchanges>(parseWord(keptExchanges), 'essential'),
  },
  history: {
    flag: 'history',
    placeholder: 'number',
    help: 'how many results the folder "history" of the reports keeps, for trends; 0: none',
    ...required(parseInteger(0), 20),
  },
  coverage: {
    flag: 'coverage',
    help: 'name the answers of the OpenAPI description that were not exercised',
    ...switched(),
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
} as const satisfies { readonly [Name in HarnessOption]: OptionRow<HarnessOptions[Name]> };

/** The name of one of the harness's own options in the program. */
export type HarnessOption = keyof HarnessOptions;

/** The options that every check has, so that no suite can give them another meaning. */
export const harnessFlags: readonly string[] = [
  ...Object.values(harnessTable).map(({ flag }) => flag),
  ...['class', 'profile', 'help'],
];

/** The part of the options that a row belongs to. */
export type OptionGroup =
  | 'harness'
  | 'urls'
  | 'classes'
  | 'profiles'
  | 'credentials'
  | 'parameters'
  | 'startOptions';

/** An option in its part. */
export interface PlacedRow extends OptionRow<unknown> {
  readonly group: OptionGroup;
  /** Its name within the part. */
  readonly name: string;
}

/** All options of a check with a suite, in the order of the help. */
export function optionRows(suite: Suite): readonly PlacedRow[] {
  const own: Readonly<Record<string, OptionRow<unknown>>> = harnessTable;
  return [
    ...serverRows(suite),
    ...selectionRows(suite),
    ...credentialRows(suite),
    ...parameterRows(suite),
    ...startOptionRows(suite),
    ...Object.entries(own).map(([name, row]): PlacedRow => ({ group: 'harness', name, ...row })),
  ];
}

function serverRows({ servers }: Suite): readonly PlacedRow[] {
  return servers.map(({ name, help, fallback }) => ({
    ...{ group: 'urls' as const, name, flag: name, placeholder: 'url', help },
    ...(fallback === undefined ? {} : { defaultText: `that of --${fallback}` }),
    ...(name === baseUrlOption ? { neverEmpty: true as const } : { ofServer: true as const }),
    ...optional(parseBaseUrl),
  }));
}

/** Where there is nothing to choose, there is no option. */
function selectionRows({ classes, profiles, servers }: Suite): readonly PlacedRow[] {
  const rows: PlacedRow[] = [];
  if (classes.length > 1) {
    const names = classes.map(({ name }) => name);
    const first = classes.filter(({ server }) => server === baseUrlOption);
    const others = servers.slice(1).map(({ name }) => `, with --${name}`);
    rows.push({
      ...{ group: 'classes', name: 'classes', flag: 'class', placeholder: 'list' },
      help: `conformance classes: ${names.join(', ')}`,
      defaultText: `${first.map(({ name }) => name).join(', ')}; all without --${baseUrlOption}${others.join('')}`,
      ...listed(parseWord(names)),
    });
  }
  if (profiles.length > 1) {
    const names = profiles.map(({ name }) => name);
    rows.push({
      ...{ group: 'profiles', name: 'profiles', flag: 'profile', placeholder: 'name' },
      help: `how the server is set up: ${profiles.map(({ name, help }) => `${name} (${help})`).join(', ')}`,
      defaultText: `${names[0]}; all without --${baseUrlOption}`,
      ...listed(parseWord(names)),
    });
  }
  return rows;
}

function credentialRows({ credentials }: Suite): readonly PlacedRow[] {
  return credentials.map(({ name, placeholder, help }) => ({
    ...{ group: 'credentials' as const, name, flag: name, placeholder, help },
    ...{ ofServer: true as const, secret: true as const },
    ...optional(parseText),
  }));
}

function parameterRows({ parameters }: Suite): readonly PlacedRow[] {
  return parameters.map(({ name, placeholder, help, fallback }) => ({
    ...{ group: 'parameters' as const, name, flag: name, placeholder, help },
    ...(fallback === undefined ? {} : { defaultText: fallback }),
    parse: lastOf(parseText),
    fallback,
  }));
}

function startOptionRows(suite: Suite): readonly PlacedRow[] {
  return startOptionsOf(suite).map(({ name, placeholder, help }) => ({
    ...{ group: 'startOptions' as const, name, flag: name, placeholder, help },
    ...{ ofOwnServers: true as const, secret: true as const },
    ...optional(parseText),
  }));
}

/** Options of other commands that are those of a check with the same meaning. */
export function rowsNamed(
  suite: Suite,
  names: readonly HarnessOption[],
  groups: readonly OptionGroup[] = [],
): readonly PlacedRow[] {
  return optionRows(suite).filter(({ group, name }) =>
    group === 'harness' ? names.some((one) => one === name) : groups.includes(group),
  );
}
