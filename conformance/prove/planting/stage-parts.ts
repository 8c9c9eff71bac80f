/** What a stage and its lanes are made of. */
import type { OpenClient } from '../../http/client.js';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.js';
import type { RequestScheduler } from '../../scenarios/request-scheduler.js';
import type { StepLibrary } from '../../scenarios/step-library.js';
import type { OpenTarget } from '../../servers/target.js';
import type { Session, SessionControl } from '../../sessions/session-input.js';
import type { ContractDescription } from '../../verdict/openapi-description.js';
import type { CleanUps } from './clean-ups.js';

/** What a stage is made of. */
export interface StageParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly steps: StepLibrary;
  readonly control: Pick<SessionControl, 'onResourceChange' | 'onIssued' | 'signal' | 'givingUp'>;
  /** The number of scenarios that may be under way at a time; undefined for the usual one. */
  readonly lanes: number | undefined;
}

/** What the lanes of a stage share. */
export interface LaneParts extends StageParts {
  readonly client: OpenClient;
  readonly description: ContractDescription;
  readonly limit: ConcurrencyLimit;
  readonly scheduler: RequestScheduler;
  readonly nextNumber: () => number;
  readonly cleanUps: CleanUps;
  /** The credentials of the target, with those that logins obtained. */
  credentials: OpenTarget['credentials'];
}
