/** The model of a suite: the content of its `suite.yaml`, with absolute paths. */

import { groupBy, ownMember } from '../../kit/collections.js';
import { UsageError } from '../../kit/errors.js';
import { cut } from '../../kit/words.js';

/** The name of the only class of a suite that declares none; no message and no report names it. */
export const undeclaredClass = 'default';

/** A class of requirements, for one kind of server. */
export interface ConformanceClass {
  readonly name: string;
  readonly help: string;
  /** The server that its requirements are about, by the name of its option. */
  readonly server: string;
  /** Whether its requirements depend on the profile. */
  readonly hasProfiles: boolean;
  /**
   * The template of paths that the same part of the server answers, such as `/scripts/{name}`; undefined for
   * none.
   */
  readonly path?: string | undefined;
}

/** A way to set up a server. The operator names it; it is never guessed. */
export interface Profile {
  readonly name: string;
  readonly help: string;
}

/** A credential that an operator can give, or a login obtains. Its option has the same name. */
export interface CredentialDescription {
  readonly name: string;
  /** The value's name in the help. */
  readonly placeholder: string;
  readonly help: string;
  /** Whether reports hide its value. */
  readonly isSecret: boolean;
  /** The credential that a server must accept where it must reject this one. */
  readonly opposite?: string | undefined;
  /**
   * The header that carries it, with `${value}` in place of the value; `asQueryHeader` names a parameter
   * of the query.
   */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
  /** The way to obtain it from the server when the operator gives none. */
  readonly login?: Login | undefined;
}

/** A method and a path with placeholders. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
}

/** A kind of resource that scenarios create: how one of them is named, and which list shows it. */
export interface ResourceKind {
  readonly name: string;
  /**
   * The path of one of them, with a placeholder for the member of its JSON that names it:
   * `/todos/${id}`, `/todos?id=${id}`, `/articles/${slug}`.
   */
  readonly item: string;
  /**
   * The path of the list, with `${page}` in place of the number of a page, from 1 on; undefined when no
   * list shows them.
   */
  readonly list: string | undefined;
  /**
   * The members of an element of the list that only its creator sets. The run's marker in one of them
   * proves that the run created it; other members may be computed from other resources.
   */
  readonly members: readonly string[];
  /**
   * The kinds of the resources that members name by their ids: `{ customerId: 'customers' }`. What an
   * answer named as created is the run's own, too, if a member names a resource with the run's marker.
   */
  readonly refers?: Readonly<Record<string, string>> | undefined;
  /** Whether a server may read a number out of any text for an id. Default: ids are any texts. */
  readonly ids?: 'integers' | undefined;
  /**
   * The requirements of which one is broken when nothing proves that a resource is the run's own, the
   * likeliest first. For ready-made sentences, the needs of the judged requirement follow them.
   */
  readonly needs?: readonly string[] | undefined;
}

/** A request by which a server issues a credential. All texts may contain placeholders. */
export interface Login {
  readonly request: RequestLine;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; undefined for another body or none. */
  readonly json: unknown;
  /** The body as a form; undefined for another body or none. */
  readonly form: Readonly<Record<string, string>> | undefined;
  /**
   * The JSONPath of the credential in the answer, or a text with placeholders for values of the
   * answer: `${header:X-Token}`, `${cookie:session}`.
   */
  readonly token: string;
  /** The request that deletes what the login created; undefined when it creates nothing. */
  readonly cleanup: RequestLine | undefined;
}

/** An option of the suite that is not secret. */
export interface ParameterDescription {
  readonly name: string;
  readonly placeholder: string;
  readonly help: string;
  readonly fallback: string | undefined;
}

/** A server that a run sends requests to. Its name is the option for its address. */
export interface ServerDescription {
  readonly name: string;
  readonly help: string;
  /** The server whose address it has by default. */
  readonly fallback: string | undefined;
  /** Any answer to this request shows that the server is up. */
  readonly ready: RequestLine;
}

/** A server that the suite starts when no address is given. */
export interface OwnServer {
  /** Its name in reports. */
  readonly name: string;
  readonly class: string;
  /** Undefined when its class has no profiles. */
  readonly profile: string | undefined;
}

/**
 * An option of the servers that a suite starts. Its value may be secret and appears in no report.
 */
export interface StartOption {
  readonly name: string;
  readonly placeholder: string;
  readonly help: string;
}

/** The way to start servers when no address is given. */
export type Start =
  /** A module that exports `start(server)`; see `StartServer`. */
  | (OwnServers & { readonly module: string; readonly options: readonly StartOption[] })
  /** A command line, run in the suite's folder with a free port in `PORT`. */
  | (OwnServers & { readonly command: string; readonly url: string });

interface OwnServers {
  /** The name of all of them in reports. */
  readonly title: string;
  readonly servers: readonly OwnServer[];
}

/** The document that a suite checks. */
export interface Specification {
  readonly title: string;
  readonly url: string | undefined;
  /** The address of a section; `${section}` stands for its number. */
  readonly anchor: string | undefined;
  /** The file of its text. */
  readonly text: string | undefined;
  /** A regular expression for its normative sentences; undefined for the words of RFC 2119. */
  readonly normative: string | undefined;
  /** SHA-256 of the text that the requirements come from. */
  readonly sha256: string | undefined;
}

/** The derived requirements of a suite. */
export interface DerivedUse {
  /** Kinds and patterns of ids that are left out, each with the reason. */
  readonly except: readonly { readonly requirements: string; readonly reason: string }[];
}

/** Requirements and features that a description gives a suite, beside those of its files. */
export interface DerivedParts {
  /** The name of the description in messages. */
  readonly origin: string;
  /** Entries of a catalogue, as its schema describes them. */
  readonly requirements: readonly object[];
  /** Requests that create what no operation deletes. */
  readonly undeleted: readonly string[];
  /** Those of them that certainly create: `POST /lamps/{id}/switches`. */
  readonly lasting: readonly string[];
  /** Requests that may change data of others, as the operator allows: `PUT /settings/{name}`. */
  readonly allowed: readonly string[];
  /** What is not checked, and why, in words. */
  readonly notes: readonly string[];
  readonly features: readonly DerivedFeature[];
}

/** A feature without a file. */
export interface DerivedFeature {
  /** Its name in cases, `features/…`. */
  readonly path: string;
  readonly text: string;
}

/** A suite, as data only. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** The folder of its `suite.yaml`. */
  readonly folder: string;
  readonly specification: Specification;
  /** Titles by number, in the order of the document. */
  readonly sections: Readonly<Record<string, string>>;
  /** The files of the catalogue. */
  readonly requirements: readonly string[];
  /** Undefined when there is none. */
  readonly openapi: string | undefined;
  /** What it takes from the description beside its own requirements; undefined for nothing. */
  readonly derive?: DerivedUse | undefined;
  /** The folder of the features; undefined when all scenarios are derived. */
  readonly features: string | undefined;
  /** What is derived from the OpenAPI description; undefined when nothing is. */
  readonly derived?: DerivedParts | undefined;
  /** The folder of the step files; undefined when the ready-made sentences suffice. */
  readonly steps: string | undefined;
  /** A Markdown file with the author's decisions on points that the specification leaves open. */
  readonly decisions: string | undefined;
  readonly classes: readonly ConformanceClass[];
  /** The first one is the default. Empty when servers can be set up in one way only. */
  readonly profiles: readonly Profile[];
  readonly credentials: readonly CredentialDescription[];
  readonly parameters: readonly ParameterDescription[];
  /** In the order in which they can be created: each may refer to those before it. */
  readonly resources: readonly ResourceKind[];
  /** The first one is the server of `--base-url`. */
  readonly servers: readonly ServerDescription[];
  readonly start: Start | undefined;
}

/** The option for the address of a suite's first server. */
export const baseUrlOption = 'base-url';

/** A server that a suite has started. */
export interface StartedServer {
  /** Its base URL, without a slash at its end. */
  readonly url: string;
  /** Credentials that it accepts or rejects, by their names in `suite.yaml`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Whether it never closes idle connections, so that they can be reused. Default: false. */
  readonly keepsConnections?: boolean;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/**
 * The function `start` of the module in `start.module`. Each server is for one run, and its data
 * end with it.
 *
 * @param options the values of the options in `start.options`, by name
 * @example
 * export const start: StartServer = async ({ profile }) => {
 *   const server = await serve({ port: 0, guarded: profile === 'guarded' });
 *   return { url: server.url, credentials: { token: server.token }, close: () => server.close() };
 * };
 */
export type StartServer = (
  server: OwnServer,
  options: Readonly<Record<string, string>>,
) => Promise<StartedServer>;

/** The class of a name from a validated catalogue or option. */
export function conformanceClassOf(suite: Pick<Suite, 'classes'>, name: string): ConformanceClass {
  const found = suite.classes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The suite has no class "${name}".`);
  return found;
}

/**
 * Credentials by their names in `suite.yaml`. Requirements that need a missing one are not tested.
 */
export type Credentials = Readonly<Record<string, string>>;

/**
 * @throws UsageError for one credential in two opposite roles, to which no answer could be right
 */
export function checkOpposites(
  credentials: Credentials,
  descriptions: readonly CredentialDescription[],
): void {
  for (const { name, opposite } of descriptions) {
    if (opposite === undefined || ownMember(credentials, name) === undefined) continue;
    if (credentials[name] !== ownMember(credentials, opposite)) continue;
    throw new UsageError(
      `--${opposite} and --${name} are the same: a server must accept one and reject the other.`,
    );
  }
}

/**
 * The environment variable of an option; for a credential, reports show it in place of the value.
 */
export function variableOf(flag: string): string {
  return `TOUCHSTONE_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** What stands in reports for a secret that the target issued: a credential, or a token by its number. */
export function issuedVariableOf(name: string): string {
  return variableOf(`issued-${name}`);
}

/** Titles of sections by number. */
export type SectionTitles = Readonly<Record<string, string>>;

/** The number of a section: `4.2 rule 3` → `4.2` */
export function sectionNumber({ section }: { readonly section: string }): string {
  return cut(section, ' ')[0];
}

/** What belongs to sections, in the order of their numbers. */
export function groupBySection<Row extends { readonly section: string }>(
  rows: readonly Row[],
): readonly (readonly [section: string, rows: readonly Row[]])[] {
  const byNumber = new Intl.Collator('en', { numeric: true }).compare;
  return [...groupBy(rows, sectionNumber)].sort(([one], [other]) => byNumber(one, other));
}

/** A heading: `§4.2 Lists`; the number alone when the title is unknown. */
export function sectionHeading(number: string, titles: SectionTitles): string {
  if (number === '') return 'Requirements';
  return `§${number} ${ownMember(titles, number) ?? ''}`.trimEnd();
}

/** A section in reports: `§4.2 rule 3`; empty when a requirement has none. */
export function sectionSign(section: string): string {
  return section === '' ? '' : `§${section}`;
}

/** A section in brackets, after a blank. */
export function inBrackets(section: string): string {
  return section === '' ? '' : ` (§${section})`;
}
