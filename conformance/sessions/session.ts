/**
 * A session: it runs the requirements of one run against one target, once, and then deletes the
 * rows that it created. A failure counts only when the scenario also fails alone,
 * since others may change rows of a faulty target.
 */
import { onAbort } from '../../kit/stop.js';
import { type Admission, createClient, type OpenClient, type Traffic } from '../http/client.js';
import { type Concurrency, ConcurrencyLimit } from '../http/concurrency-limit.js';
import type { RecordedExchange, RequestSpecification } from '../http/exchange.js';
import { createRedactor } from '../http/secrets/redact.js';
import { type Secret, secretsOf } from '../http/secrets/secrets.js';
import { NoAnswer, TargetFailure } from '../http/target-failure.js';
import { CreatedRows, type Leftover, type RowChange } from '../scenarios/created-rows.js';
import {
  type Isolation,
  RequestScheduler,
  type TargetAccess,
} from '../scenarios/request-scheduler.js';
import { countScenarios, runScenarios, type ScenarioCounts } from '../scenarios/run-scenarios.js';
import {
  type CheckRun,
  type JudgedRequirement,
  type OpenScenario,
  type ScenarioEnd,
  type ScenarioOpener,
  type ScenarioShare,
  SharedPreparations,
} from '../scenarios/scenario.js';
import { type OpenTarget, readinessOf, type Target } from '../servers/target.js';
import { isShipped, loadSteps } from '../step-files/load-steps.js';
import type { Requirement } from '../suite/requirements.js';
import type { Credentials, Suite } from '../suite/suite.js';
import { type Case, type CaseStart, OpenCase, type Outage, toOutage } from '../verdict/case.js';
import { Blocked, NotApplicable, Violation } from '../verdict/outcomes.js';
import { besideScenarios, cleanUp, hasLogins, noListener } from './clean-up.js';
import { FurtherAttempts } from './further-attempts.js';
import { findIssuedTokens, type IssuedValue, type TokenContext } from './issued-secrets.js';
import { withoutChanges } from './read-only.js';
import { StuckSteps } from './stuck-steps.js';

/** The input of a session; structured cloning keeps it. */
export interface Session {
  readonly target: Target;
  readonly suite: Suite;
  /** Values of the suite's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The requirements to judge. */
  readonly requirements: readonly Pick<Requirement, 'id' | 'needs' | 'level'>[];
  readonly seed: number;
  /** A text in each row that the session creates. */
  readonly marker: string;
  /** Precedes the first number for scenarios; the sessions of a run have different numbers. */
  readonly numbersFrom: number;
  readonly concurrency: Concurrency;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** Whether to send only requests that change nothing; default: false. */
  readonly readOnly?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets to redact in reports. */
  readonly secrets: readonly Secret[];
}

/** A case with complete requests and answers, secrets included. */
export type RecordedCase = Case<RecordedExchange>;

/** Callbacks and cancellation of a session. */
export interface SessionControl {
  /** Receives the number of scenarios of each requirement, before the first scenario begins. */
  readonly onBegin?: ((scenarios: ScenarioCounts) => void) | undefined;
  /**
   * Receives every case that counts, and the number of requests that the session sent since the
   * case before.
   */
  readonly onCase: (one: RecordedCase, requests: number) => void;
  /**
   * Receives secrets that the target issued: the credentials of logins before the first scenario
   * begins, and the tokens of a scenario before its case.
   */
  readonly onIssued?: ((values: readonly IssuedValue[]) => void) | undefined;
  /** Receives each change of the record of rows that the session may have created. */
  readonly onRowChange?: ((change: RowChange) => void) | undefined;
  /** Stops the scenarios; requests under way are answered, and the clean-up follows. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the clean-up as well, and every request under way. */
  readonly givingUp?: AbortSignal | undefined;
}

/** `runSession`, or its counterpart in another thread. */
export type RunSession = typeof runSession;

/** The result of a session besides its cases; structured cloning keeps it. */
export interface SessionResult {
  /** The requests of the scenarios. */
  readonly traffic: Traffic;
  /** Rows that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Undefined when the target answered to the end. */
  readonly outage: Outage | undefined;
  /** The highest number of requests that were under way at a time. */
  readonly mostAtATime: number;
  /** Ids of requirements with a scenario that failed at first and passed when it ran again alone. */
  readonly passedAlone: readonly string[];
}

/** Runs the scenarios, then deletes the rows that they created. */
export async function runSession(
  session: Session,
  target: OpenTarget,
  { onBegin, onCase, onIssued = () => {}, onRowChange, signal, givingUp }: SessionControl,
): Promise<SessionResult> {
  const { requirements, seed, suite, concurrency } = session;
  const client = openClient(session, target);
  const createdRows = new CreatedRows(onRowChange);
  const limit = new ConcurrencyLimit(concurrency);
  let firstLost: RecordedCase | undefined;
  let told = 0;
  const parts: SessionParts = { session, target, client, createdRows, limit, onIssued };
  const attempts = new Attempts(parts, (one) => {
    const lost = client.gone?.request;
    if (one.exchanges.some(({ request }) => request === lost)) firstLost = one;
    const { requests } = client.traffic;
    onCase(one, requests - told);
    told = requests;
  });
  const release = [
    onAbort(signal, () => attempts.stop()),
    onAbort(givingUp, () => client.interrupt()),
  ];
  try {
    const ids = requirements.map(({ id }) => id);
    const steps = await loadSteps(suite);
    onBegin?.(countScenarios(suite));
    const issued = await attempts.logIn();
    await runScenarios(
      { suite, steps, requirements: ids, seed, concurrency: concurrency.bound },
      attempts,
    );
    const credentials = { ...target.credentials, ...issued };
    const leftovers = await cleanUpAfter(
      session,
      { ...target, credentials },
      { createdRows, limit, signal: givingUp },
    );
    const { traffic } = client;
    if (leftovers.length > 0 && !givingUp?.aborted) await seekTarget(parts);
    const { gone } = client;
    const outage = gone && toOutage(target.name, gone, firstLost);
    const { passedAlone } = attempts;
    return { leftovers, outage, mostAtATime: limit.most, passedAlone, traffic };
  } finally {
    for (const removeListener of release) removeListener();
    client.close();
  }
}

/** The second liveness request covers servers that fail only at the first one. */
function openClient(session: Session, target: OpenTarget): OpenClient {
  const livenessRequests: readonly RequestSpecification[] = [
    readinessOf(target, session.suite),
    { method: 'GET', path: '/' },
  ];
  return createClient({
    ...session,
    baseUrl: target.baseUrl,
    keepsConnections: target.keepsConnections ?? false,
    watch: { livenessRequests, timeLimitMs: session.timeoutMs },
  });
}

/** Finds out whether the target is gone since the clean-up, whose own requests are repeated. */
async function seekTarget({ session, target, client }: SessionParts): Promise<void> {
  try {
    await client.reportingTo(noListener).send(readinessOf(target, session.suite));
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error;
  }
}

interface CleanUpParts {
  readonly createdRows: CreatedRows;
  readonly limit: ConcurrencyLimit;
  readonly signal: AbortSignal | undefined;
}

async function cleanUpAfter(
  { readOnly = false, ...session }: Session,
  target: OpenTarget,
  parts: CleanUpParts,
): Promise<readonly Leftover[]> {
  if (target.isDisposable || readOnly) return [];
  return await cleanUp({ ...session, ...parts, target, client: session });
}

/** The parts of a session that its attempts share. */
export interface SessionParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly client: OpenClient;
  readonly createdRows: CreatedRows;
  readonly limit: ConcurrencyLimit;
  /** Receives secrets that the target issued. */
  readonly onIssued: (values: readonly IssuedValue[]) => void;
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
    const { session, limit } = parts;
    this.#parts = parts;
    this.#onCase = onCase;
    this.#scheduler = new RequestScheduler(limit);
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
    const pause = (ms: number) => this.#stuckSteps.during(() => access.pause(ms));
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
    const own = this.#parts.client.reportingTo(open, this.#untilStopped(access));
    const client = this.#common.readOnly ? withoutChanges(own) : own;
    return { ...this.#common, requirement, client, recorder: open, shared: share };
  }

  /** After a stop, the next request of an open scenario fails, which ends the scenario. */
  #untilStopped({ admit }: TargetAccess): Admission {
    return (send, request) =>
      admit(async (onAnswer) => {
        if (this.#isStopped) throw new TargetFailure('the run was stopped', { isSent: false });
        return await this.#stuckSteps.during(() => send(onAnswer));
      }, request);
  }

  #end({ access, share, open, isAlone, place }: Attempt, result: 'passed' | Error): ScenarioEnd {
    const { wasPossible, mayBeOverload, wasUnavailable } = access.close();
    const ended = open.end(result);
    this.#noteTokens(ended, share);
    if (result !== 'passed') share.discard();
    const mayBeInfluenced = wasPossible || share.isInUse;
    const hasFailed = mayDependOnOthers(result);
    // A scenario that allows rejections passes with a 429 or 503, too, and has judged nothing then.
    const isByChance =
      (hasFailed || result === 'passed') && wasUnavailable && this.#furtherAttempts.allow(place);
    if (hasFailed && ((mayBeInfluenced && !isAlone) || isByChance)) this.#failedBefore.add(place);
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
  const redact = createRedactor([...secrets, ...secretsOf(credentials)]);
  return { headers: new Set(headers), marker, redact };
}

/**
 * Numbers begin with three digits: a search for a text that ends in 1 would find one that ends in 12,
 * which a scenario creates at the same time.
 */
const numbersLeftOut = 99;

function describeCommon({ session, target, createdRows }: SessionParts): CommonRun {
  const { suite, parameters, marker, seed, readOnly = false } = session;
  const { baseUrl, profile, credentials, isDisposable } = target;
  let number = session.numbersFrom + numbersLeftOut;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  return {
    ...{ suite, parameters, marker, seed, readOnly, nextNumber, createdRows },
    ...{ baseUrl, profile, credentials, isDisposable },
  };
}
