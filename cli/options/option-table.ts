/**
 * The options of `touchstone check`: those of the harness and those of the suite. The command line
 * with its help, the environment variables and the keys of the configuration file are made from these
 * tables. By hand, not by commander's `env` and `choices`, which know no configuration file, and whose
 * values do not tell their origin, which messages name.
 */
import type { HarnessOptions } from '../../conformance/check/check-options.js';
import {
  type KeptExchanges,
  keptExchanges,
  reportFormats,
} from '../../conformance/report/reports-folder.js';
import { startOptionsOf } from '../../conformance/suite/load-suite.js';
import { baseUrlOption, type Suite } from '../../conformance/suite/suite.js';
import { mustExist } from '../../kit/invariant.js';
import {
  parseBaseUrl,
  parseHeader,
  parseInteger,
  parseLabel,
  parseLink,
  parsePemFile,
  parseProxy,
  parseSeconds,
  parseSwitch,
  parseText,
  parseWord,
} from './option-values.js';

/** One option with a value of type `T`. */
export interface OptionRow<T> {
  /** Name without dashes; also the key in the configuration file. */
  readonly flag: string;
  /** Placeholder of the value in the help; a switch has none. */
  readonly placeholder?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: true;
  readonly help: string;
  /** Default as shown in the help. */
  readonly defaultText?: string;
  /** Parses one or more texts; throws a UsageError. */
  readonly parse: (texts: readonly string[]) => T;
  /** Default value. */
  readonly fallback: T;
  /** Describes a server at an address: an error without --base-url. */
  readonly ofServer?: true;
  /** Describes servers that the suite starts: an error with --base-url. */
  readonly ofOwnServers?: true;
  /** Often kept in the environment: there, it is no error where it does not apply. */
  readonly secret?: true;
  /** An empty variable or key is an error; otherwise it counts as missing. */
  readonly neverEmpty?: true;
  /** A suite may have an option of this name, which is then meant. */
  readonly yields?: true;
}

function optional<T>(parse: (text: string) => T) {
  return { parse: lastOf<T | undefined>(parse), fallback: undefined };
}

function required<T>(parse: (text: string) => T, fallback: T) {
  return { parse: lastOf(parse), fallback, defaultText: String(fallback) };
}

/** Several values, in several options or separated by commas. */
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
  return (texts) => parse(mustExist(texts.at(-1), 'text of an option'));
}

/** The options of the harness, by their names in `HarnessOptions`. */
const harnessTable = {
  start: {
    flag: 'start',
    placeholder: 'command',
    help: 'start the server with this command, and stop it after the check',
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
    help: 'the folder of a suite',
    defaultText: 'the shipped suite',
    ...optional(parseText),
  },
  openapi: {
    flag: 'openapi',
    placeholder: 'file',
    help: 'judge what this OpenAPI description states, without a suite',
    ...optional(parseText),
  },
  except: {
    flag: 'except',
    placeholder: 'list',
    help: "with --openapi, leave out these: kinds (lists) or ids ('create-note.*.max-length')",
    ...listed(parseText),
  },
  examples: {
    flag: 'examples',
    placeholder: 'number',
    help: 'with --openapi, the number of generated requests for each creating operation',
    ...required(parseInteger(0), 0),
  },
  maxRequests: {
    flag: 'max-requests',
    placeholder: 'number',
    help: 'with --openapi, plan about so many requests, in turns for the operations',
    ...optional(parseInteger(1)),
  },
  allow: {
    flag: 'allow',
    placeholder: 'list',
    help: 'with --openapi, send these operations although they may change data of others',
    ...listed(parseText),
  },
  targetName: {
    flag: 'target-name',
    placeholder: 'text',
    help: 'the name of the implementation in published results',
    ...optional(parseLabel),
  },
  targetVersion: {
    flag: 'target-version',
    placeholder: 'text',
    help: 'the version or commit of the implementation',
    ...optional(parseLabel),
  },
  targetUrl: {
    flag: 'target-url',
    placeholder: 'url',
    help: 'where readers of the result find the implementation',
    ...optional(parseLink),
  },
  only: {
    flag: 'only',
    placeholder: 'list',
    help: "check only these: ids ('todos.list.*') or sections of the specification (4.2, §4.2)",
    ...listed(parseText),
  },
  lastFailed: {
    flag: 'last-failed',
    help: 'check only what failed or was not judged in the last result in the reports folder',
    ...switched(),
  },
  expect: {
    flag: 'expect',
    placeholder: 'file',
    help: 'known failures: ids of requirements, each with the reason',
    ...optional(parseText),
  },
  writeExpect: {
    flag: 'write-expect',
    placeholder: 'file',
    help: 'write the failed requirements to a file for --expect, with empty reasons',
    ...optional(parseText),
  },
  readOnly: {
    flag: 'read-only',
    help: 'send only requests that change nothing, and judge their answers',
    ofServer: true,
    ...switched(),
  },
  disposable: {
    flag: 'disposable',
    help: "the server's data are disposable: change and delete any row, leave the run's own rows",
    ofServer: true,
    ...switched(),
  },
  wait: {
    flag: 'wait',
    placeholder: 'seconds',
    help: 'how long to wait for the first answer of the server',
    ofServer: true,
    ...required(parseSeconds, 10),
  },
  timeout: {
    flag: 'timeout',
    placeholder: 'milliseconds',
    help: 'time limit of one answer',
    ...required(parseInteger(1), 10_000),
  },
  seed: {
    flag: 'seed',
    placeholder: 'number',
    help: 'repeat the order of an earlier run',
    defaultText: 'a new order in each run',
    ...optional(parseInteger(0)),
  },
  repeat: {
    flag: 'repeat',
    placeholder: 'number',
    help: 'repeat the run in other orders; requirements whose verdicts differ are unstable',
    ...required(parseInteger(1), 1),
  },
  concurrency: {
    flag: 'concurrency',
    placeholder: 'number',
    help: 'maximum number of concurrent requests; the run sends fewer when answers slow down',
    defaultText: "8; with the suite's own servers 4",
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
  cert: {
    flag: 'cert',
    placeholder: 'file',
    help: 'the client certificate, in PEM, for a server that demands one',
    ofServer: true,
    yields: true,
    ...optional(parsePemFile),
  },
  key: {
    flag: 'key',
    placeholder: 'file',
    help: 'the key of the client certificate, in PEM',
    ofServer: true,
    yields: true,
    defaultText: 'in the file of the certificate',
    ...optional(parsePemFile),
  },
  proxy: {
    flag: 'proxy',
    placeholder: 'URL',
    help: 'send all requests through this HTTP proxy',
    ofServer: true,
    secret: true,
    yields: true,
    defaultText: 'HTTPS_PROXY, HTTP_PROXY and NO_PROXY, for servers elsewhere',
    ...optional(parseProxy),
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
    help: `further report formats: ${reportFormats.join(', ')}`,
    ...listed(parseWord(reportFormats)),
  },
  keep: {
    flag: 'keep',
    placeholder: keptExchanges.join('|'),
    help: 'exchanges of passing cases in the reports: first and last of two cases, or all',
    ...required<KeptExchanges>(parseWord(keptExchanges), 'essential'),
  },
  history: {
    flag: 'history',
    placeholder: 'number',
    help: 'results kept in the folder "history" of the reports, for trends; 0: none',
    ...required(parseInteger(0), 20),
  },
  coverage: {
    flag: 'coverage',
    help: 'name the answers of the OpenAPI description that were not exercised',
    ...switched(),
  },
  allowUntested: {
    flag: 'allow-untested',
    help: 'exit with 0 instead of 3 when something was not tested',
    ...switched(),
  },
  list: {
    flag: 'list',
    help: 'print the requirements to be checked; send nothing',
    ...switched(),
  },
  quiet: {
    flag: 'quiet',
    help: 'print only failures and the conclusion',
    ...switched(),
  },
} as const satisfies { readonly [Name in HarnessOption]: OptionRow<HarnessOptions[Name]> };

/** Name of an option of the harness. */
export type HarnessOption = keyof HarnessOptions;

/** The options of every check; a suite cannot redefine them. */
export const harnessFlags: readonly string[] = [
  ...Object.values(harnessTable).flatMap((row) => ('yields' in row ? [] : [row.flag])),
  ...['class', 'profile', 'help'],
];

/** The groups of options that a suite defines. */
export type SuiteGroup =
  | 'urls'
  | 'classes'
  | 'profiles'
  | 'credentials'
  | 'parameters'
  | 'startOptions';

/** An option with its group. */
export interface PlacedRow extends OptionRow<unknown> {
  readonly group: SuiteGroup | 'harness';
  /** Name within the group. */
  readonly name: string;
}

/** All options of a check, in the order of the help. */
export function optionRows(suite: Suite): readonly PlacedRow[] {
  const own: Readonly<Record<string, OptionRow<unknown>>> = harnessTable;
  const ofSuite = [
    ...serverRows(suite),
    ...selectionRows(suite),
    ...credentialRows(suite),
    ...parameterRows(suite),
    ...startOptionRows(suite),
  ];
  const taken = new Set(ofSuite.map(({ flag }) => flag));
  const ofHarness = Object.entries(own).map(
    ([name, row]): PlacedRow => ({ group: 'harness', name, ...row }),
  );
  return [...ofSuite, ...ofHarness.filter(({ flag, yields }) => !yields || !taken.has(flag))];
}

function serverRows({ servers }: Suite): readonly PlacedRow[] {
  return servers.map(({ name, help, fallback }) => ({
    ...{ group: 'urls' as const, name, flag: name, placeholder: 'url', help },
    ...(fallback === undefined ? {} : { defaultText: `that of --${fallback}` }),
    ...(name === baseUrlOption ? { neverEmpty: true as const } : { ofServer: true as const }),
    ...optional(parseBaseUrl),
  }));
}

/** The options that choose among several classes and profiles; none for a suite with one of each. */
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
      help: `profile of the server: ${profiles.map(({ name, help }) => `${name} (${help})`).join(', ')}`,
      defaultText: `${names[0]}; all without --${baseUrlOption}`,
      ...listed(parseWord(names)),
    });
  }
  return rows;
}

function credentialRows({ credentials }: Suite): readonly PlacedRow[] {
  return credentials.map(({ name, placeholder, help, login }) => ({
    ...{ group: 'credentials' as const, name, flag: name, placeholder, help },
    ...(login && { defaultText: `from ${login.request.method} ${login.request.path}` }),
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

/** The values of the harness's options when none is given. */
export function harnessFallbacks(suite: Suite): Readonly<Record<string, unknown>> {
  const rows = rowsNamed(suite, Object.keys(harnessTable) as HarnessOption[]);
  return Object.fromEntries(rows.map(({ name, fallback }) => [name, fallback]));
}

/** The options of a check that another command shares: some of the harness, and whole groups. */
export function rowsNamed(
  suite: Suite,
  names: readonly HarnessOption[],
  groups: readonly SuiteGroup[] = [],
): readonly PlacedRow[] {
  return optionRows(suite).filter(({ group, name }) =>
    group === 'harness' ? names.some((one) => one === name) : groups.includes(group),
  );
}
