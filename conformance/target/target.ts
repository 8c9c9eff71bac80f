import type { Credentials, Profile } from '../run.js';

/** Something to check: a server and what is needed to talk to it. */
export interface Target {
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
  /** Ends what was started for the run; a server that was there before stays untouched. */
  close(): Promise<void>;
}
