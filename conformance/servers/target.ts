import type { CheckOptions } from '../check-options.js';
import type { Requirement } from '../suite/requirements.js';
import { type Credentials, classOf, type OwnServer, type Suite } from '../suite/suite.js';

/** One of the servers of a run, and what it is checked for. */
export type Target = OwnServer;

/** A target that is there, and what is needed to talk to it. It is data alone. */
export interface OpenTarget extends Target {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether its data end with it, so that nothing in them needs to be deleted. */
  readonly isDisposable: boolean;
  /** Whether it closes no connection unasked; not assumed unless stated. */
  readonly keepsConnections?: boolean | undefined;
}

/** One that is there for a session. */
export interface StartedTarget extends OpenTarget {
  /** Ends what was started for the run; a server that was there before stays untouched. */
  close(): Promise<void>;
}

/** Gives a target for a session. */
export type OpenTargetOf = (target: Target) => Promise<StartedTarget>;

/** The way to the targets of a run. */
export interface Targets {
  readonly open: OpenTargetOf;
  /** Undoes what was done to have targets at all. */
  readonly release: () => Promise<void>;
}

/** Where a server of the run is to be found; undefined for one that the suite starts. */
export function urlOf(
  { urls }: Pick<CheckOptions, 'urls'>,
  target: Pick<Target, 'class'>,
  suite: Suite,
): string | undefined {
  let name: string | undefined = classOf(suite, target.class).server;
  for (const _ of suite.servers) {
    if (name === undefined || urls[name] !== undefined) break;
    name = suite.servers.find((one) => one.name === name)?.fallback;
  }
  return name === undefined ? undefined : urls[name];
}

/** The request that shows whether the server of a class is up. */
export function readinessOf(
  { class: name }: Pick<Target, 'class'>,
  suite: Suite,
): { readonly method: string; readonly path: string } {
  const { server } = classOf(suite, name);
  return suite.servers.find((one) => one.name === server)?.ready ?? { method: 'GET', path: '/' };
}

/** Whether a requirement says something about a server. */
export function appliesTo(requirement: Requirement, { class: name, profile }: Target): boolean {
  if (requirement.class !== name) return false;
  return profile === undefined || requirement.profiles.includes(profile);
}

/** The target cannot be checked at all; one line for the operator. */
export class TargetUnavailable extends Error {
  /** Of the command. */
  readonly exitCode = 2;
}
