/** Finds the folder of a suite and reads its `suite.yaml`. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../kit/errors.js';
import { isFolder } from '../../kit/files.js';
import { mustExist } from '../../kit/invariant.js';
import { packageFile } from '../../kit/package-root.js';
import { asQueryHeader } from '../../kit/query-header.js';
import { cut } from '../../kit/words.js';
import { compiledOr } from '../../kit/yaml.js';
import { nameOf, type PlacedDocument, readChecked } from './checked-document.js';
import { readSections } from './specification-text.js';
import {
  baseUrlOption,
  type ConformanceClass,
  type CredentialDescription,
  type DerivedUse,
  type Login,
  type OwnServer,
  type ParameterDescription,
  type Profile,
  type RequestLine,
  type ResourceKind,
  type ServerDescription,
  type Specification,
  type Start,
  type StartOption,
  type Suite,
  undeclaredClass,
} from './suite.js';

/** A credential in `suite.yaml`. */
interface CredentialEntry {
  readonly help: string;
  readonly placeholder?: string;
  readonly secret?: boolean;
  readonly opposite?: string;
  readonly header?: string;
  readonly query?: string;
  readonly login?: {
    readonly request: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly form?: Readonly<Record<string, string | number | boolean>>;
    readonly token: string;
    readonly cleanup?: string;
  };
}

/** The content of `suite.yaml`, as its schema describes it. */
interface SuiteFile {
  readonly name: string;
  readonly title: string;
  readonly version?: string | number;
  readonly specification?: Partial<Record<keyof Specification, string>>;
  readonly sections?: Readonly<Record<string, string>>;
  readonly requirements: string | readonly string[];
  readonly openapi?: string;
  readonly derive?:
    | 'openapi'
    | { readonly from: 'openapi'; readonly except?: DerivedUse['except'] };
  readonly features: string;
  readonly steps?: string;
  readonly docs?: { readonly decisions?: string };
  readonly classes?: Readonly<
    Record<string, { help: string; server?: string; profiles?: boolean; path?: string }>
  >;
  readonly profiles?: Readonly<Record<string, string>>;
  readonly credentials?: Readonly<Record<string, CredentialEntry>>;
  readonly parameters?: Readonly<
    Record<string, { help: string; placeholder?: string; default?: string | number }>
  >;
  readonly resources?: Readonly<Record<string, Pick<ResourceKind, 'item'> & Partial<ResourceKind>>>;
  readonly servers?: Readonly<Record<string, { help?: string; default?: string; ready?: string }>>;
  readonly start?: {
    readonly title?: string;
    readonly module?: string;
    readonly command?: string;
    readonly url?: string;
    readonly servers?: readonly { name: string; class?: string; profile?: string }[];
    readonly options?: Readonly<Record<string, { help: string; placeholder?: string }>>;
  };
}

/** The name of the file that describes a suite. */
export const suiteFile = 'suite.yaml';

/** The folder of the shipped suite, compiled if the build has run. */
function shippedSuiteFolder(): string {
  const compiled = packageFile('dist', 'spec');
  return existsSync(join(compiled, 'suite.json')) ? compiled : packageFile('spec');
}

/** Whether a suite is the shipped one, compiled. */
export function isCompiled({ folder }: Pick<Suite, 'folder'>): boolean {
  return folder === packageFile('dist', 'spec');
}

/** The suite that comes with Touchstone. */
export function loadShippedSuite(): Suite {
  return loadSuite(shippedSuiteFolder());
}

/**
 * Reads the suite in a folder.
 *
 * @param folder absolute, or relative to the current folder
 * @throws UsageError that names file, line and key of every mistake
 */
export function loadSuite(folder: string): Suite {
  const file = findSuiteFile(folder);
  const document = readChecked(file, 'suite.schema.json');
  const suite = describeSuite(document.value as SuiteFile, dirname(file));
  checkNames(suite, document);
  return suite;
}

/**
 * The absolute path of a suite's `suite.yaml`, which may exist in compiled form only.
 *
 * @throws UsageError when there is no such folder, or no suite in it
 */
export function findSuiteFile(folder: string): string {
  const root = resolve(folder);
  if (!existsSync(root)) throw new UsageError(`There is no suite in ${folder}: no such folder.`);
  if (!isFolder(root)) {
    throw new UsageError(
      `${folder} is not the folder of a suite; name the folder of its ${suiteFile}.`,
    );
  }
  const file = join(root, suiteFile);
  if (existsSync(compiledOr(file))) return file;
  throw new UsageError(`There is no suite in ${folder}: it has no ${suiteFile}.`);
}

function deriveOf({ derive, openapi, name }: SuiteFile): DerivedUse | undefined {
  if (derive === undefined) return undefined;
  if (openapi === undefined)
    throw new UsageError(`${name}: derive needs an OpenAPI description (openapi).`);
  return { except: (typeof derive === 'string' ? undefined : derive.except) ?? [] };
}

function describeSuite(file: SuiteFile, folder: string): Suite {
  const at = (path: string) => resolve(folder, path);
  const classes = describeClasses(file);
  const profiles = Object.entries(file.profiles ?? {}).map(([name, help]) => ({ name, help }));
  const specification = describeSpecification(file, at);
  const optional = (path: string | undefined) => (path === undefined ? undefined : at(path));
  return {
    name: file.name,
    title: file.title,
    version: String(file.version ?? 0),
    folder,
    specification,
    sections: file.sections ?? sectionsOf(specification),
    requirements: [file.requirements].flat().map(at),
    openapi: optional(file.openapi),
    derive: deriveOf(file),
    features: at(file.features),
    steps: optional(file.steps),
    decisions: optional(file.docs?.decisions),
    classes,
    profiles,
    credentials: Object.entries(file.credentials ?? {}).map(describeCredential),
    parameters: Object.entries(file.parameters ?? {}).map(describeParameter),
    resources: Object.entries(file.resources ?? {}).map(([name, kind]) => {
      const { item, list, members = [], refers, ids, needs } = kind;
      return { name, item, list, members, refers, ids, needs };
    }),
    servers: describeServers(file),
    start: describeStart(file, classes, profiles, at),
  };
}

function describeSpecification(
  { specification = {}, title }: SuiteFile,
  at: (path: string) => string,
): Specification {
  const { url, anchor, text, normative, sha256 } = specification;
  return {
    title: specification.title ?? title,
    url,
    anchor: anchor === undefined || url === undefined ? anchor : joinUrl(url, anchor),
    text: text === undefined ? undefined : at(text),
    ...{ normative, sha256 },
  };
}

/** The headings of the text, for suites that list no sections. */
function sectionsOf({ text }: Specification): Suite['sections'] {
  return text === undefined ? {} : readSections(text);
}

/** An anchor such as `#s-${section}` belongs to the URL of the document. */
function joinUrl(url: string, anchor: string): string {
  if (/^https?:/.test(anchor)) return anchor;
  return anchor.startsWith('#') ? url.replace(/#.*$/, '') + anchor : new URL(anchor, url).href;
}

/** A suite without classes has one. */
function describeClasses({ classes }: SuiteFile): readonly ConformanceClass[] {
  return Object.entries(classes ?? { [undeclaredClass]: { help: 'all requirements' } }).map(
    ([name, { help, server = baseUrlOption, profiles: hasProfiles = true, path }]) => ({
      ...{ name, help, server, hasProfiles, path },
    }),
  );
}

function describeCredential([name, one]: [string, CredentialEntry]): CredentialDescription {
  const { help, placeholder = 'value', secret = true, opposite, header, query, login } = one;
  return {
    ...{ name, placeholder, help, isSecret: secret, opposite },
    header: carrierOf(header, query),
    login: login && describeLogin(login),
  };
}

function carrierOf(
  header: string | undefined,
  query: string | undefined,
): CredentialDescription['header'] {
  if (header !== undefined) return readHeader(header);
  return query === undefined ? undefined : { name: asQueryHeader(query), value: '${value}' };
}

function readHeader(text: string): { readonly name: string; readonly value: string } {
  const [name, value] = cut(text, ': ');
  return { name, value };
}

function describeLogin({
  request,
  headers = {},
  json,
  form,
  token,
  cleanup,
}: NonNullable<CredentialEntry['login']>): Login {
  const fields = form && Object.entries(form).map(([name, value]) => [name, String(value)]);
  return {
    ...{ request: readRequestLine(request), headers, json, token },
    form: fields && Object.fromEntries(fields),
    cleanup: cleanup === undefined ? undefined : readRequestLine(cleanup),
  };
}

/** `DELETE /todos/7` */
export function readRequestLine(text: string): RequestLine {
  const [method, path] = cut(text, ' ');
  return { method, path };
}

function describeParameter([name, one]: [
  string,
  { help: string; placeholder?: string; default?: string | number },
]): ParameterDescription {
  const { help, placeholder = 'value', default: fallback } = one;
  return {
    name,
    placeholder,
    help,
    fallback: fallback === undefined ? fallback : String(fallback),
  };
}

function describeServers({ servers }: SuiteFile): readonly ServerDescription[] {
  return Object.entries(servers ?? { [baseUrlOption]: {} }).map(
    ([name, { help = 'the server to check', default: fallback, ready = 'GET /' }]) => {
      return { name, help, fallback, ready: readRequestLine(ready) };
    },
  );
}

function describeStart(
  { start }: SuiteFile,
  classes: readonly ConformanceClass[],
  profiles: readonly Profile[],
  at: (path: string) => string,
): Start | undefined {
  if (start === undefined) return undefined;
  const firstClass = mustExist(classes[0], 'class').name;
  const servers: readonly OwnServer[] =
    start.servers?.map(({ name, class: given = firstClass, profile }) => ({
      ...{ name, class: given, profile },
    })) ?? classes.flatMap((one) => serversOf(one, classes, profiles));
  const { title = "the suite's own server" } = start;
  if (start.module !== undefined) {
    const options = Object.entries(start.options ?? {}).map(
      ([name, { help, placeholder = 'value' }]) => ({ name, placeholder, help }),
    );
    return { title, module: at(start.module), options, servers };
  }
  const { command, url = 'http://127.0.0.1:$' + '{port}' } = start;
  return { title, command: mustExist(command, 'command'), url, servers };
}

/** The options of the module that starts a suite's servers. */
export function startOptionsOf({ start }: Pick<Suite, 'start'>): readonly StartOption[] {
  return start !== undefined && 'module' in start ? start.options : [];
}

/** A server for each profile, or one when there are no profiles. */
export function serversOf(
  one: ConformanceClass,
  classes: readonly ConformanceClass[],
  profiles: readonly Profile[],
): OwnServer[] {
  const prefix = classes.filter(({ hasProfiles }) => hasProfiles).length > 1 ? `${one.name} ` : '';
  if (one.hasProfiles && profiles.length > 0) {
    return profiles.map(({ name }) => ({ name: prefix + name, class: one.name, profile: name }));
  }
  const name = one.server === baseUrlOption ? 'server' : one.server.replace(/-url$/, '');
  return [{ name: classes.length > 1 ? name : 'server', class: one.name, profile: undefined }];
}

/** @throws UsageError for an unknown name, and for an option with two meanings */
function checkNames(suite: Suite, document: PlacedDocument): void {
  const problems: string[] = [];
  const fail = (path: readonly (string | number)[], message: string): void => {
    problems.push(`${document.place(path)}: ${path.join('.')}: ${message}.`);
  };
  const demand = (
    path: readonly (string | number)[],
    name: string | undefined,
    kind: string,
    known: readonly { readonly name: string }[],
  ): void => {
    if (name === undefined || known.some((one) => one.name === name)) return;
    fail(path, `there is no ${kind} "${name}"`);
  };
  const { normative } = suite.specification;
  if (normative !== undefined && !isExpression(normative)) {
    fail(['specification', 'normative'], 'it is not a regular expression');
  }
  for (const { name, server } of suite.classes) {
    demand(['classes', name, 'server'], server, 'server', suite.servers);
  }
  for (const { name, opposite } of suite.credentials) {
    demand(['credentials', name, 'opposite'], opposite, 'credential', suite.credentials);
  }
  for (const { name, refers } of suite.resources) {
    for (const [member, other] of Object.entries(refers ?? {})) {
      demand(['resources', name, 'refers', member], other, 'kind of resource', suite.resources);
    }
  }
  for (const { name, fallback } of suite.servers) {
    demand(['servers', name, 'default'], fallback, 'server', suite.servers);
  }
  for (const [index, one] of (suite.start?.servers ?? []).entries()) {
    const path = ['start', 'servers', index];
    demand([...path, 'class'], one.class, 'class', suite.classes);
    demand([...path, 'profile'], one.profile, 'profile', suite.profiles);
  }
  const options = [
    ...suite.servers.map(({ name }) => ['servers', name] as const),
    ...suite.credentials.map(({ name }) => ['credentials', name] as const),
    ...suite.parameters.map(({ name }) => ['parameters', name] as const),
    ...startOptionsOf(suite).map(({ name }) => ['start.options', name] as const),
  ];
  for (const [index, [kind, name]] of options.entries()) {
    const first = options.findIndex((one) => one[1] === name);
    if (first < index) fail([...kind.split('.'), name], takenName(name));
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) !== undefined;
  } catch {
    return false;
  }
}

/** @throws UsageError for an option of the suite that the harness has, too */
export function checkOptionNames(suite: Suite, taken: readonly string[]): void {
  const kinds = {
    servers: suite.servers,
    credentials: suite.credentials,
    parameters: suite.parameters,
    'start.options': startOptionsOf(suite),
  };
  const place = placesIn(suite);
  const problems = Object.entries(kinds).flatMap(([kind, options]) =>
    options
      .filter(({ name }) => taken.includes(name))
      .map(
        ({ name }) => `${place([...kind.split('.'), name])}: ${kind}.${name}: ${takenName(name)}.`,
      ),
  );
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

/** The places in the file of a suite. */
export function placesIn({ folder }: Pick<Suite, 'folder'>): PlacedDocument['place'] {
  return readChecked(join(folder, suiteFile), 'suite.schema.json').place;
}

function takenName(name: string): string {
  return `the option --${name} exists already`;
}

/** The name of a suite's file in messages. */
export function suiteFileOf({ folder }: Pick<Suite, 'folder'>): string {
  return nameOf(join(folder, suiteFile));
}

/**
 * The way in which a suite starts servers.
 *
 * @throws UsageError when it does not
 */
export function startOf(suite: Suite): Start {
  if (suite.start !== undefined) return suite.start;
  throw new UsageError(
    suite.features === undefined
      ? 'Give --base-url, the address of the server.'
      : `Give --base-url: ${suiteFileOf(suite)} does not say how to start a server (start).`,
  );
}
