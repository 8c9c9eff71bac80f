import type { Credentials } from '../credentials.js';
import type { ConformanceClass, Profile, Requirement } from '../requirements.js';

/** One of the servers of a run, and what it is checked for. */
export interface Subject {
  /** Its name in reports: the profile; of our own servers, the project. */
  readonly server: string;
  readonly class: ConformanceClass;
  /** How it guards its resources. Probes are not guarded, so that it says nothing about them. */
  readonly profile: Profile;
}

/** A server and what is needed to talk to it. */
export interface Target extends Subject {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether its data end with it, so that nothing in them needs to be deleted. */
  readonly isDisposable: boolean;
  /** Ends what was started for the run; a server that was there before stays untouched. */
  close(): Promise<void>;
}

/** Whether a requirement says something about a server. */
export function appliesTo(requirement: Requirement, subject: Subject): boolean {
  return requirement.class === subject.class && requirement.profiles.includes(subject.profile);
}
