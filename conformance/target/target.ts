import type { Credentials } from '../credentials.js';
import type { CheckOptions } from '../options/option-table.js';
import type { ConformanceClass, Profile, Requirement } from '../requirements.js';

/** One of the servers of a run, and what it is checked for. */
export interface Subject {
  /** Its name in reports: the profile; of our own servers, the project. */
  readonly server: string;
  readonly class: ConformanceClass;
  /** How it guards its resources. Probes are not guarded, so that it says nothing about them. */
  readonly profile: Profile;
}

/** A server and what is needed to talk to it. It is data alone. */
export interface Target extends Subject {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether its data end with it, so that nothing in them needs to be deleted. */
  readonly isDisposable: boolean;
}

/** One that is there for a session. */
export interface OpenTarget extends Target {
  /** Ends what was started for the run; a server that was there before stays untouched. */
  close(): Promise<void>;
}

/** Shows that a server is up. It is about one row: a list may be longer than what is read of an answer. */
export const readinessRequest = {
  method: 'GET',
  path: '/api/users',
  query: [['id', '1']],
} as const;

/** Where a server of the run is to be found; undefined for our own. */
export function urlOf(
  { baseUrl, probesUrl }: Pick<CheckOptions, 'baseUrl' | 'probesUrl'>,
  subject: Pick<Subject, 'class'>,
): string | undefined {
  return subject.class === 'runtime' ? (probesUrl ?? baseUrl) : baseUrl;
}

/** Whether a requirement says something about a server. */
export function appliesTo(requirement: Requirement, subject: Subject): boolean {
  return requirement.class === subject.class && requirement.profiles.includes(subject.profile);
}
