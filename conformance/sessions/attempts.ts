/**
 * Attempts at the scenarios of a session. A failure counts only if the scenario also fails alone,
 * because other scenarios may change rows of a faulty target.
 */

import { ownMember } from '../../kit/collections.js';
import type { OwnedResources } from '../creations/owned-resources.js';
import type { Admission, Intermediary, OpenClient } from '../http/client.js';
import { createRedactor } from '../http/secrets/redact.js';
import { namesOfShown, secretsOf } from '../http/secrets/secrets.js';
import { NoAnswer, TargetFailure } from '../http/target-failure.js';
import type { Isolation, RequestScheduler, TargetAccess } from '../scenarios/request-scheduler.js';
import {
  type CheckRun,
  type JudgedRequirement,
  type OpenScenario,
  type Patience,
  type ScenarioEnd,
  type ScenarioOpener,
  type ScenarioShare,
  SharedPreparations,
} from '../scenarios/scenario.js';
import type { OpenTarget } from '../servers/target.js';
import { isShipped } from '../step-files/load-steps.js';
import type { Credentials } from '../suite/suite.js';
import { type CaseStart, OpenCase, splitExchanges } from '../verdict/case.js';
import { isDescribedAnswer } from '../verdict/openapi-check.js';
import { Blocked, NotApplicable, Violation } from '../verdict/outcomes.js';
import { besideScenarios, hasLogins, noListener } from './clean-up.js';
import { findIssuedTokens, type IssuedValue, type TokenContext } from './issued-secrets.js';
import { withoutChanges } from './read-only.js';
import type { RecordedCase, Session } from './session-input.js';
import { StuckSteps } from './stuck-steps.js';

/** The parts of a session that its attempts share. */
export interface SessionParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly client: OpenClient;
  readonly owned: OwnedResources;
  readonly scheduler: RequestScheduler;
  /** Returns a number that no other call in this run returns. */
  readonly nextNumber: () => number;
  /** Receives secrets that the target issued. */
  readonly onIssued: (values: readonly IssuedValue[]) => void;
  /** Stands between the scenarios and the target; the clean-up does without it. Default: none. */
  readonly intermediary?: Intermediary;
  /** Default: scenarios wait as long as the suite states. */
  readonly patience?: Patience;
  /** Called when a scenario pauses. */
  readonly onPause?: () => void;
}

/** The part of `CheckRun` that is the same for all scenarios. */
type CommonRun = Omit<CheckRun, 'requirement' | 'client' | 'recorder' | 'shared'>;

/** One attempt at a scenario. */
interface Attempt {
  readonly access: TargetAccess;
  readonly share: ScenarioShare;
  readonly open: OpenCase;
  /** Whether no other scenario may send anything from its beginning to its end. */
  readonly isAlone: boolean;
  /** `features/todos.feature:7` */
  readonly place: string;
}

/** Opens the attempts at scenarios, and decides at their end whether they count. */
export class Attempts implements ScenarioOpener {
  readonly #parts: SessionParts;
  readonly #onCase: (one: RecordedCase) => void;
  readonly #scheduler: RequestScheduler;
  readonly #preparations = new SharedPreparations();
  readonly #requirements: ReadonlyMap<string, JudgedRequirement>;
  #common: CommonRun;
  #tokenContext: TokenContext | undefined;
  /** Places of scenarios that failed where others, or a 429 or 503, can be the reason. */
  readonly #failedBefore = new Set<string>();
  readonly #furtherAttempts = new FurtherAttempts();
  readonly #passedAlone = new Set<string>();
  readonly #stuckSteps: StuckSteps;
  #isStopped = false;

  /** @param onCase receives every case that counts */
  constructor(parts: SessionParts, onCase: (one: RecordedCase) => void) {
    const { session, scheduler } = parts;
    this.#parts = parts;
    this.#onCase = onCase;
    this.#scheduler = scheduler;
    // Our own steps end.
    this.#stuckSteps = isShipped(session.suite) ? new StuckSteps() : StuckSteps.withWatchdog();
    this.#requirements = new Map(session.requirements.map((one) => [one.id, one]));
    this.#common = describeCommon(parts);
  }

  /** Ids of requirements with a scenario that failed at first and passed when it ran again alone. */
  get passedAlone(): readonly string[] {
    return [...this.#passedAlone];
  }

  /** Lets no scenario begin or send a request any more; open cases are dropped. */
  stop(): void {
    this.#isStopped = true;
    this.#stuckSteps.stop();
  }

  /**
   * Obtains the missing credentials for which the suite declares a login. Call it before the first
   * scenario begins.
   *
   * @returns the issued credentials
   */
  async logIn(): Promise<Credentials> {
    const common = this.#common;
    if (this.#isStopped || !hasLogins(common)) return {};
    const credentials = { ...common.credentials };
    const access = await this.#scheduler.open();
    const own = this.#parts.client.reportingTo(noListener, this.#untilStopped(access));
    const client = common.readOnly ? withoutChanges(own) : own;
    const run = { ...common, ...besideScenarios, credentials, client };
    const { logIn } = await import('../sentences/requests/logins.js');
    const loginFailures = await logIn({ run, ...access, end: () => 'counts' }, credentials);
    access.close();
    this.#common = { ...common, credentials, loginFailures };
    const issued = Object.entries(credentials).filter(([name]) => !(name in common.credentials));
    this.#parts.onIssued(issued.map(([credential, value]) => ({ credential, value })));
    return Object.fromEntries(issued);
  }

  async begin(start: CaseStart, isolation: Isolation): Promise<OpenScenario | undefined> {
    const access = await this.#scheduler.open(isolation);
    if (this.#isStopped) {
      access.close();
      return undefined;
    }
    const isAlone = isolation.isSolitary === true;
    const share = isAlone
      ? this.#preparations.openAlone()
      : this.#preparations.open(() => access.isHolder);
    const open = new OpenCase(start, this.#parts.target.name);
    const attempt = { access, share, open, isAlone, place: `${start.feature}:${start.line}` };
    const { hold, release, atOnce } = access;
    const pause = (ms: number) => {
      this.#parts.onPause?.();
      return this.#stuckSteps.during(() => access.pause(ms));
    };
    const watch = (step: () => Promise<void>, where: string) => this.#stuckSteps.watch(step, where);
    const end = (result: 'passed' | Error) => this.#end(attempt, result);
    return {
      run: this.#describeRun(start, attempt),
      pause,
      watch,
      hold,
      release,
      atOnce,
      end,
      get isHolder() {
        return access.isHolder;
      },
    };
  }

  #describeRun({ requirement: id }: CaseStart, { access, share, open }: Attempt): CheckRun {
    const requirement = this.#requirements.get(id) ?? { id, needs: [] };
    const { client: target, intermediary } = this.#parts;
    const own = target.reportingTo(open, this.#untilStopped(access), intermediary);
    const client = this.#common.readOnly ? withoutChanges(own) : own;
    return { ...this.#common, requirement, client, recorder: open, shared: share };
  }

  /** After a stop, the next request of an open scenario fails, which ends the scenario. */
  #untilStopped({ admit }: TargetAccess): Admission {
    return (send, request) =>
      admit(async (onAnswer, gate) => {
        if (this.#isStopped) throw new TargetFailure('the run was stopped', { isSent: false });
        return await this.#stuckSteps.during(() => send(onAnswer, gate));
      }, request);
  }

  #end({ access, share, open, isAlone, place }: Attempt, result: 'passed' | Error): ScenarioEnd {
    const { wasPossible, mayBeOverload, wasUnavailable } = access.close();
    const ended = open.end(result);
    this.#noteTokens(ended, share);
    // What does not apply is no fault of what it used.
    if (result !== 'passed' && !(result instanceof NotApplicable)) share.discard();
    const mayBeInfluenced = wasPossible || share.isInUse;
    const hasFailed = mayDependOnOthers(result);
    // A scenario that allows rejections passes with a 429 or 503, too, and has judged nothing then.
    const isByChance =
      (hasFailed || result === 'passed') && wasUnavailable && this.#furtherAttempts.allow(place);
    // What was not applicable while others ran says nothing about how the target serves them.
    const isFailure = hasFailed && !(result instanceof NotApplicable);
    const isAccused = isFailure && ((mayBeInfluenced && !isAlone) || isByChance);
    if (isAccused && !this.#isConflict(ended)) this.#failedBefore.add(place);
    if (isByChance) return 'has to run again';
    if (!isAlone) {
      const isUnreliable = mayBeOverload || isStale(result) || (mayBeInfluenced && hasFailed);
      if (isUnreliable) return 'has to run again';
    }
    const passesAlone = result === 'passed' && this.#failedBefore.has(place);
    if (passesAlone) this.#passedAlone.add(ended.requirement);
    if (!mayBeInfluenced || ended.observations.length === 0) return this.#count(ended);
    return () => (this.#passedAlone.size > 0 ? 'has to run again' : this.#count(ended));
  }

  /** Whether the target may have rejected a row because of another one of the run, as it is described. */
  #isConflict(ended: RecordedCase): boolean {
    const { openapi } = this.#common.suite;
    const { decisive } = splitExchanges(ended);
    if (openapi === undefined || decisive === undefined || !('response' in decisive)) return false;
    const { status } = decisive.response;
    return conflicts.has(status) && isDescribedAnswer(openapi, this.#common.baseUrl, decisive);
  }

  /** Reports the tokens that the target issued to an attempt, whether the attempt counts or not. */
  #noteTokens({ exchanges }: RecordedCase, { values }: ScenarioShare): void {
    this.#tokenContext ??= describeTokens(this.#parts.session, this.#common);
    const tokens = findIssuedTokens(exchanges, values, this.#tokenContext);
    if (tokens.length > 0) this.#parts.onIssued(tokens.map((value) => ({ value })));
  }

  #count(ended: RecordedCase): 'counts' {
    if (!this.#isStopped) this.#onCase(ended);
    return 'counts';
  }
}

/** Statuses with which targets reject a row that is in conflict with another one. */
const conflicts: ReadonlySet<number> = new Set([400, 409, 422]);

/** The most further attempts at a scenario after a 429 or 503. */
const mostOfScenario = 2;

/** The most scenarios of a session with further attempts. */
const mostScenarios = 50;

/**
 * Limits the further attempts at scenarios that met a 429 or 503, so that a target that always
 * gives these answers cannot prolong a run without end.
 */
class FurtherAttempts {
  /** The further attempts at each scenario, by its place. */
  readonly #counts = new Map<string, number>();

  /** Whether a scenario may run again; counts the attempt. */
  allow(place: string): boolean {
    const before = this.#counts.get(place) ?? 0;
    if (before === mostOfScenario) return false;
    if (before === 0 && this.#counts.size === mostScenarios) return false;
    this.#counts.set(place, before + 1);
    return true;
  }
}

/**
 * Whether changes of rows by other scenarios, on a faulty target, can be the reason for a result.
 */
function mayDependOnOthers(result: 'passed' | Error): boolean {
  return [Violation, Blocked, NotApplicable].some((kind) => result instanceof kind);
}

/** Whether a request was lost on a kept connection; later requests use new connections. */
function isStale(result: 'passed' | Error): boolean {
  return result instanceof NoAnswer && result.silence === 'stale';
}

function describeTokens({ secrets }: Session, { suite, marker, credentials }: CommonRun) {
  const headers = suite.credentials.flatMap(({ header }) => header?.name.toLowerCase() ?? []);
  const redact = createRedactor([...secrets, ...secretsOf(credentials, suite)]);
  const shown = new Set(
    [...namesOfShown(suite)].flatMap((name) => ownMember(credentials, name) ?? []),
  );
  return { headers: new Set(headers), marker, shown, redact };
}

/**
 * Numbers begin with three digits: a search for a text that ends in 1 would otherwise find a text
 * that ends in 12, which a concurrent scenario creates.
 */
const numbersLeftOut = 99;

/** Counts upwards from `first`. */
export function numbersAfter(first: number): () => number {
  let number = first + numbersLeftOut;
  return () => {
    number += 1;
    return number;
  };
}

function describeCommon({ session, target, owned, nextNumber, patience }: SessionParts): CommonRun {
  const { suite, parameters, marker, seed, readOnly = false } = session;
  const { baseUrl, profile, credentials, isDisposable } = target;
  return {
    ...{ suite, parameters, marker, seed, readOnly, nextNumber, owned, patience },
    ...{ baseUrl, profile, credentials, isDisposable },
  };
}
