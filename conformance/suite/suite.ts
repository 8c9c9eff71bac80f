/** What the harness knows of a suite: the content of its `suite.yaml`, with all paths absolute. */
import { UsageError } from '../../kit/errors.js';

/** A class of requirements: those that one kind of server has to meet. */
export interface ConformanceClass {
  readonly name: string;
  readonly help: string;
  /** The server that its requirements are about, by the name of its option. */
  readonly server: string;
  /** Whether its requirements differ from one profile to another. */
  readonly hasProfiles: boolean;
}

/** One of the ways in which a server can be set up; the operator names it, it is never guessed. */
export interface Profile {
  readonly name: string;
  readonly help: string;
}

/** A credential that an operator can give. Its name is its option without the dashes. */
export interface CredentialDescription {
  readonly name: string;
  /** What stands for the value in the help. */
  readonly placeholder: string;
  readonly help: string;
  /** The credential that a server must accept where it must refuse this one. */
  readonly opposite?: string | undefined;
  /** How it is sent when a scenario uses it: a header, with `${value}` in the place of the value. */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
}

/** A further option of the suite, which is not secret. */
export interface ParameterDescription {
  readonly name: string;
  readonly placeholder: string;
  readonly help: string;
  readonly fallback: string | undefined;
}

/** A server that a run talks to. Its name is the option that gives its address. */
export interface ServerDescription {
  readonly name: string;
  readonly help: string;
  /** The server whose address it has when nobody gives one. */
  readonly fallback: string | undefined;
  /** Any answer to this request shows that the server is up. */
  readonly ready: { readonly method: string; readonly path: string };
}

/** A server that the suite starts itself when nobody gives an address. */
export interface OwnServer {
  /** As reports call it. */
  readonly name: string;
  readonly class: string;
  /** Undefined when its class has no profiles. */
  readonly profile: string | undefined;
}

/** An option of the servers that a suite starts. Its value may be secret: no report shows it. */
export interface StartOption {
  readonly name: string;
  readonly placeholder: string;
  readonly help: string;
}

/** How servers are started when nobody gives an address. */
export type Start =
  /** A module that exports `start(server)`; see `StartServer`. */
  | (OwnServers & { readonly module: string; readonly options: readonly StartOption[] })
  /** A command line, run in the suite's folder with a free port in `PORT`. */
  | (OwnServers & { readonly command: string; readonly url: string });

interface OwnServers {
  /** What reports call them all together. */
  readonly title: string;
  readonly servers: readonly OwnServer[];
}

/** The document that a suite was drawn from. */
export interface Specification {
  readonly title: string;
  readonly url: string | undefined;
  /** The address of a section, with `${section}` in the place of its number. */
  readonly anchor: string | undefined;
  /** The file of its text. */
  readonly text: string | undefined;
  /** A regular expression that finds its normative sentences; undefined for the words of RFC 2119. */
  readonly normative: string | undefined;
  /** SHA-256 of the text that the requirements were drawn from. */
  readonly sha256: string | undefined;
}

/** A suite. It is data alone. */
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
  /** The folder of the features. */
  readonly features: string;
  /** The folder of the step files; undefined when the ready-made sentences suffice. */
  readonly steps: string | undefined;
  /** A Markdown file of what the author decided where the specification is silent. */
  readonly decisions: string | undefined;
  readonly classes: readonly ConformanceClass[];
  /** The first is checked when nobody names one. None where servers are set up in one way only. */
  readonly profiles: readonly Profile[];
  readonly credentials: readonly CredentialDescription[];
  readonly parameters: readonly ParameterDescription[];
  /** The first is the one that `--base-url` names. */
  readonly servers: readonly ServerDescription[];
  readonly start: Start | undefined;
}

/** The option that gives the address of a suite's first server. */
export const baseUrlOption = 'base-url';

/** A server that a suite has started. */
export interface StartedServer {
  /** Its base URL, without a slash at its end. */
  readonly url: string;
  /** Credentials that it accepts or refuses, by their names in `suite.yaml`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Whether it closes no connection unasked, so that all can be used again; default: no. */
  readonly keepsConnections?: boolean;
  /** Ends it with all its data. */
  close(): Promise<void>;
}

/**
 * What the module in `start.module` exports as `start`. Each server that it starts is for one run, and
 * its data end with it. What the operator gave for the options in `start.options` comes by their names.
 *
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

/** The class of a name, which a catalogue or an operator gave and which is known to exist. */
export function classOf(suite: Pick<Suite, 'classes'>, name: string): ConformanceClass {
  const found = suite.classes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The suite has no class "${name}".`);
  return found;
}

/** Credentials by their names in `suite.yaml`; what needs a missing one is not tested. */
export type Credentials = Readonly<Record<string, string>>;

/** @throws UsageError for one credential in two roles, where no answer to it could be right. */
export function checkOpposites(
  credentials: Credentials,
  descriptions: readonly CredentialDescription[],
): void {
  for (const { name, opposite } of descriptions) {
    if (opposite === undefined || credentials[name] === undefined) continue;
    if (credentials[name] !== credentials[opposite]) continue;
    throw new UsageError(
      `--${opposite} and --${name} are the same: a server has to accept the one and refuse the other.`,
    );
  }
}

/** The environment variable that an option reads; one of a credential stands for it in reports. */
export function variableOf(flag: string): string {
  return `TOUCHSTONE_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** Titles of sections by their numbers. */
export type SectionTitles = Readonly<Record<string, string>>;

/** The number that a section begins with: `4.2` of `4.2 rule 3`. */
export function sectionNumber({ section }: { readonly section: string }): string {
  return section.split(' ')[0] ?? section;
}

/** A heading: `§4.2 Lists`; the number alone where the title is unknown. */
export function sectionHeading(number: string, titles: SectionTitles): string {
  if (number === '') return 'Requirements';
  return `§${number} ${titles[number] ?? ''}`.trimEnd();
}

/** A section as reports name it: `§4.2 rule 3`; empty where a requirement has none. */
export function sectionSign(section: string): string {
  return section === '' ? '' : `§${section}`;
}

/** The same in brackets, after a blank. */
export function inBrackets(section: string): string {
  return section === '' ? '' : ` (§${section})`;
}
