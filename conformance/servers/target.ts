import type { Requirement } from '../suite/requirements.js';
import {
  type Credentials,
  conformanceClassOf,
  type OwnServer,
  type Suite,
} from '../suite/suite.js';
import type { TargetOptions } from './target-options.js';

/** One of the servers of a run, with its class and profile. */
export type Target = OwnServer;

/** A target that is ready for requests; structured cloning keeps it. */
export interface OpenTarget extends Target {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether its data end with the check, so that a clean-up is unnecessary. */
  readonly isDisposable: boolean;
  /** Whether it keeps connections open until the client closes them. Default: false. */
  readonly keepsConnections?: boolean | undefined;
}

/** A target that is open for a session. */
export interface StartedTarget extends OpenTarget {
  /** Ends a server that was started for the session. */
  close(): Promise<void>;
}

/** Opens a target for a session. */
export type OpenTargetOf = (target: Target) => Promise<StartedTarget>;

/** Access to the targets of a run. */
export interface Targets {
  readonly open: OpenTargetOf;
  /** Undoes the preparation of the targets. */
  readonly release: () => Promise<void>;
}

/** The address of a server; undefined for a server that the suite starts. */
export function urlOf(
  { urls }: Pick<TargetOptions, 'urls'>,
  target: Pick<Target, 'class'>,
  suite: Suite,
): string | undefined {
  let name: string | undefined = conformanceClassOf(suite, target.class).server;
  for (const _ of suite.servers) {
    if (name === undefined || urls[name] !== undefined) break;
    name = suite.servers.find((one) => one.name === name)?.fallback;
  }
  return name === undefined ? undefined : urls[name];
}

/** The request by which the server of a class shows that it is up. */
export function readinessOf(
  { class: name }: Pick<Target, 'class'>,
  suite: Suite,
): { readonly method: string; readonly path: string } {
  const { server } = conformanceClassOf(suite, name);
  return suite.servers.find((one) => one.name === server)?.ready ?? { method: 'GET', path: '/' };
}

/** Whether a requirement applies to a server. */
export function appliesTo(requirement: Requirement, { class: name, profile }: Target): boolean {
  if (requirement.class !== name) return false;
  return profile === undefined || requirement.profiles.includes(profile);
}

/** Thrown when the target cannot be checked at all; the message is one line for the operator. */
export class TargetUnavailable extends Error {
  /** The exit code of the command. */
  readonly exitCode = 2;
}
