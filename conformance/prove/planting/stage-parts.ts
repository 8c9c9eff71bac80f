/** What a stage of a proof is made of. */
import type { StepLibrary } from '../../scenarios/step-library.js';
import type { OpenTarget } from '../../servers/target.js';
import type { Session, SessionControl } from '../../sessions/session-input.js';

/** What a stage is made of. */
export interface StageParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly steps: StepLibrary;
  readonly control: Pick<SessionControl, 'onResourceChange' | 'onIssued' | 'signal' | 'givingUp'>;
  /** The number of scenarios that may be under way at a time; undefined for the usual one. */
  readonly lanes: number | undefined;
}
