/**
 * The attempts at the scenarios of one session: what each of them can reach, and whether what came of
 * it counts. A scenario fails by itself only when it fails without others: what they do to a target
 * with a fault may be the reason.
 */
import type { Admission, OpenClient } from '../http/client.js';
import type { ConcurrencyLimit } from '../http/concurrency-limit.js';
import { withoutChanges } from '../http/read-only.js';
import { Blocked, TargetFailure, Violation } from '../outcomes.js';
import type { Ledger } from '../scenarios/ledger.js';
import type {
  CheckRun,
  JudgedRequirement,
  OpenScenario,
  ScenarioEnd,
  ScenarioOpener,
} from '../scenarios/open-scenario.js';
import { type Entry, type Stay, Turnstile } from '../scenarios/turnstile.js';
import type { OpenTarget } from '../servers/target.js';
import { type CaseStart, OpenCase } from '../verdict/case.js';
import type { RecordedCase, Session } from './session.js';
import { type ScenarioShare, SharedPreparations } from './shared-preparations.js';

/** What the attempts of a session have in common. */
export interface SessionParts {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly client: OpenClient;
  readonly ledger: Ledger;
  readonly limit: ConcurrencyLimit;
}

/** What all scenarios can reach in the same way. */
type CommonRun = Omit<CheckRun, 'requirement' | 'client' | 'recorder' | 'shared'>;

/** One attempt at a scenario. */
interface Attempt {
  readonly stay: Stay;
  readonly share: ScenarioShare;
  readonly open: OpenCase;
  /** Whether nobody else may send anything from its beginning to its end. */
  readonly isAlone: boolean;
  /** `features/todos.feature:7` */
  readonly place: string;
}

/** Opens attempts, and judges when they end whether they count. */
export class Attempts implements ScenarioOpener {
  readonly #parts: SessionParts;
  readonly #onCase: (one: RecordedCase) => void;
  readonly #turnstile: Turnstile;
  readonly #preparations = new SharedPreparations();
  readonly #requirements: ReadonlyMap<string, JudgedRequirement>;
  readonly #common: CommonRun;
  readonly #failedBesideOthers = new Set<string>();
  /** Whether a scenario failed beside others, and not by itself. */
  #isDisturbed = false;
  #isStopped = false;

  /** @param onCase gets every case that counts */
  constructor(parts: SessionParts, onCase: (one: RecordedCase) => void) {
    const { session, limit } = parts;
    this.#parts = parts;
    this.#onCase = onCase;
    this.#turnstile = new Turnstile(limit);
    this.#requirements = new Map(session.requirements.map((one) => [one.id, one]));
    this.#common = describeCommon(parts);
  }

  /** Lets no further scenario begin or send anything; what is open cannot be judged any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async begin(start: CaseStart, entry: Entry): Promise<OpenScenario | undefined> {
    const stay = await this.#turnstile.enter(entry);
    if (this.#isStopped) {
      stay.leave();
      return undefined;
    }
    const isAlone = entry.isSolitary === true;
    const share = isAlone
      ? this.#preparations.openAlone()
      : this.#preparations.open(() => stay.isHolder);
    const open = new OpenCase(start, this.#parts.target.name);
    const attempt = { stay, share, open, isAlone, place: `${start.feature}:${start.line}` };
    const { pause, hold, release, atOnce } = stay;
    const end = (result: 'passed' | Error) => this.#end(attempt, result);
    return { run: this.#describeRun(start, attempt), pause, hold, release, atOnce, end };
  }

  #describeRun({ requirement: id }: CaseStart, { stay, share, open }: Attempt): CheckRun {
    const requirement = this.#requirements.get(id) ?? { id, needs: [] };
    const own = this.#parts.client.reportingTo(open, this.#untilStopped(stay));
    const client = this.#common.readOnly ? withoutChanges(own) : own;
    return { ...this.#common, requirement, client, recorder: open, shared: share };
  }

  /** A scenario that has begun ends with the next request that it wants to send. */
  #untilStopped({ admit }: Stay): Admission {
    return (send, request) =>
      admit(async (onAnswer) => {
        if (this.#isStopped) throw new TargetFailure('the run was stopped', { isSent: false });
        return await send(onAnswer);
      }, request);
  }

  #end({ stay, share, open, isAlone, place }: Attempt, result: 'passed' | Error): ScenarioEnd {
    const { wereThere, wereTooMany } = stay.leave();
    if (result !== 'passed') share.discard();
    const hadCompany = wereThere || share.isInUse;
    const hasFailed = isFinding(result);
    if (!isAlone) {
      if (hadCompany && hasFailed) this.#failedBesideOthers.add(place);
      if (wereTooMany || (hadCompany && hasFailed)) return 'has to run again';
    }
    if (!hasFailed && this.#failedBesideOthers.has(place)) this.#isDisturbed = true;
    const ended = open.end(result);
    if (!hadCompany || ended.observations.length === 0) return this.#count(ended);
    return () => (this.#isDisturbed ? 'has to run again' : this.#count(ended));
  }

  #count(ended: RecordedCase): 'counts' {
    if (!this.#isStopped) this.#onCase(ended);
    return 'counts';
  }
}

/** What another scenario can bring about by a change of rows, on a target with a fault. */
function isFinding(result: 'passed' | Error): boolean {
  return result instanceof Violation || result instanceof Blocked;
}

function describeCommon({ session, target, ledger }: SessionParts): CommonRun {
  const { suite, parameters, marker, seed, readOnly = false } = session;
  const { baseUrl, profile, credentials, isDisposable } = target;
  let number = session.numbersFrom;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  return {
    ...{ suite, parameters, marker, seed, readOnly, nextNumber, ledger },
    ...{ baseUrl, profile, credentials, isDisposable },
  };
}
