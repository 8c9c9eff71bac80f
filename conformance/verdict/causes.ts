/**
 * Explains failures by other failures.
 *
 * A failure is explained by failed requirements that it needs, directly or not, when each of its
 * mismatches shares a symptom with one of theirs. A failure without explanation stands for itself,
 * so that independent failures show in one run. Only what every error of the target lacks is one
 * failure without needs, too.
 *
 * A failed preparation is explained by the failure of a prerequisite that the step names. When all
 * of these were judged and none failed, the preparation itself shows that the first one is broken.
 * Needs have no such order: among them, only one that sent the same request is suspected, and a
 * failure of that request explains the preparation even when the needs do not name it.
 */

import { allowsStatus } from '../mismatches/mismatch.js';
import { describeMismatches } from '../mismatches/mismatch-text.js';
import { foundationsIn, type Requirement } from '../suite/requirements.js';
import type { AddressedCase } from './addressed-case.js';
import { byPlace, splitExchanges } from './case.js';
import { changesIn } from './decisive-requests.js';
import { areLetThroughAlike } from './let-through.js';
import { endpointsOf, isBelow, lastOperationOf, operationsOf } from './operations.js';
import type { Verdict } from './outcomes.js';
import { findFacts, type RunFacts } from './run-facts.js';
import {
  type LetThrough,
  lackIn,
  type Symptoms,
  symptomsOfBlockage,
  symptomsOfFailures,
} from './symptoms.js';

/** The verdict on a requirement for one server. */
export interface Finding {
  readonly verdict: Verdict;
  readonly server?: string;
  readonly reason?: string;
  /** The id of the failed requirement that explains this verdict. */
  readonly blockedBy?: string;
  readonly option?: string | undefined;
  /** The case of another requirement that shows this failure. */
  readonly seenIn?: AddressedCase;
  /** The first failed case, in the order of the features, that no other failure explains. */
  readonly shownBy?: AddressedCase;
}

/** Findings by the ids of requirements. */
export type Findings = ReadonlyMap<string, Finding>;

/** The cases of one requirement, and the finding from these cases alone. */
export interface JudgedCases {
  readonly finding: Finding;
  readonly cases: readonly AddressedCase[];
}

/**
 * Finds the failures that stand for themselves. Explained failures and failed preparations become
 * blocked by one of them; a blocked requirement without such a failure has its cause outside the
 * run.
 *
 * @param requirements the whole catalogue, since requirements outside the selection connect others
 * @param judged the judged requirements, on one server
 */
export function findCauses(
  requirements: readonly Requirement[],
  judged: ReadonlyMap<string, JudgedCases>,
): Findings {
  return new Causes(requirements, judged).find();
}

const failing: ReadonlySet<Verdict> = new Set(['fail', 'unstable']);

class Causes {
  readonly #requirements: ReadonlyMap<string, Requirement>;
  readonly #judged: ReadonlyMap<string, JudgedCases>;
  readonly #foundationsOf: (id: string) => readonly string[];
  readonly #symptoms = new Map<string, readonly Symptoms[]>();
  readonly #findings: Map<string, Finding>;
  /** Computed on use, like the facts: most targets have no failure. */
  #knownSoundOperations: ReadonlySet<string> | undefined;
  #knownFacts: RunFacts | undefined;
  /** The order of needs before failures that preparations show are added. */
  #knownOrder: readonly string[] | undefined;

  constructor(requirements: readonly Requirement[], judged: ReadonlyMap<string, JudgedCases>) {
    this.#requirements = new Map(requirements.map((one) => [one.id, one]));
    this.#foundationsOf = foundationsIn(requirements);
    this.#judged = judged;
    this.#findings = new Map([...judged].map(([id, { finding }]) => [id, finding]));
    for (const [id, { finding, cases }] of judged) {
      if (!failing.has(finding.verdict)) continue;
      this.#symptoms.set(id, symptomsOfFailures(cases, this.#facts));
    }
  }

  /** Operations that cases of passed requirements sent. */
  get #soundOperations(): ReadonlySet<string> {
    if (this.#knownSoundOperations === undefined) {
      const sound = [...this.#judged.values()].filter(({ finding }) => finding.verdict === 'pass');
      const held = sound.flatMap(({ cases }) => cases);
      this.#knownSoundOperations = new Set(held.flatMap(operationsOf));
    }
    return this.#knownSoundOperations;
  }

  get #facts(): RunFacts {
    this.#knownFacts ??= findFacts([...this.#judged.values()].flatMap(({ cases }) => cases));
    return this.#knownFacts;
  }

  find(): Findings {
    for (const [id, symptoms] of this.#symptoms) this.#explainFailure(id, symptoms);
    this.#followExplanations();
    // Requirements that are broken themselves come before those that could not be prepared.
    for (const isPrepared of [true, false]) this.#noteSightings(isPrepared);
    for (const id of this.#inOrderOfNeeds()) {
      const finding = this.#findings.get(id);
      const isUnexplained = finding?.verdict === 'blocked' && finding.blockedBy === undefined;
      if (isUnexplained) this.#findings.set(id, this.#explainBlockage(id, finding));
    }
    return this.#findings;
  }

  /** All requirements, each after those that it needs, whose explanation may be its own. */
  #inOrderOfNeeds(): ReadonlySet<string> {
    const ids = [...this.#findings.keys()];
    return new Set(ids.flatMap((id) => [...this.#foundationsOf(id), id]));
  }

  #explainFailure(id: string, symptoms: readonly Symptoms[]): void {
    const finding = this.#findings.get(id);
    if (finding?.verdict !== 'fail') return;
    const roots = symptoms.map((one) => this.#rootOf(id, one));
    const [blockedBy] = roots;
    const unexplained = symptoms.filter((_one, index) => roots[index] === undefined);
    const [shownBy] = unexplained.map(({ seenIn }) => seenIn).sort(byPlace);
    const explained = blockedBy && { verdict: 'blocked' as const, blockedBy };
    this.#findings.set(id, { ...finding, ...(shownBy ? failureShownBy(shownBy) : explained) });
  }

  /**
   * Follows explanations to their end, since the failure that explains another may be explained
   * itself.
   */
  #followExplanations(): void {
    for (const [id, finding] of this.#findings) {
      let { blockedBy } = finding;
      for (let next = blockedBy; next !== undefined; next = this.#findings.get(next)?.blockedBy) {
        blockedBy = next;
      }
      if (blockedBy !== undefined) this.#findings.set(id, { ...finding, blockedBy });
    }
  }

  /**
   * The deepest needed requirement that failed with one of the symptoms. A needed requirement that
   * failed at another endpoint also qualifies if no passed requirement sent the operation of the case
   * and no needed requirement failed at its endpoint: then nothing tells the two failures apart.
   */
  #rootOf(id: string, symptoms: Symptoms): string | undefined {
    const foundations = this.#foundationsOf(id);
    const near = foundations.find((need) => this.#explains(need, symptoms));
    if (near !== undefined) return near;
    const general = foundations.find((need) => this.#letsAllThrough(need, symptoms));
    if (general !== undefined) return general;
    const ofErrors = this.#firstWithLack(symptoms);
    if (ofErrors !== undefined && ofErrors !== id) return ofErrors;
    if (foundations.some((need) => this.#failedNear(need, symptoms))) return undefined;
    return foundations.find((need) => this.#failedElsewhere(need, symptoms));
  }

  /**
   * The first requirement, in the order of needs, that shows what every error of the target lacks:
   * explanations go to earlier requirements, and never round in a circle.
   */
  #firstWithLack({ lackOfErrors }: Symptoms): string | undefined {
    if (lackOfErrors === undefined) return undefined;
    const shows = (id: string) =>
      this.#symptoms.get(id)?.some((one) => one.lackOfErrors === lackOfErrors) ?? false;
    this.#knownOrder ??= [...this.#inOrderOfNeeds()];
    return this.#knownOrder.find(shows);
  }

  /** Whether a requirement failed at the endpoint of a case, above it or below it. */
  #failedNear(id: string, { seenIn }: Symptoms): boolean {
    const endpoint = endpointsOf(seenIn).at(-1);
    const isNear = (one: Symptoms) =>
      endpointsOf(one.seenIn).some((other) => isBelow(other, endpoint) || isBelow(endpoint, other));
    return endpoint !== undefined && (this.#symptoms.get(id) ?? []).some(isNear);
  }

  /**
   * Whether a requirement failed at other endpoints only. An accepted request that should have been
   * rejected is explained only by a failure of the same kind, and so is the status of an error.
   */
  #failedElsewhere(id: string, { seenIn, letThrough, isOtherError }: Symptoms): boolean {
    const isLike = (one: Symptoms) =>
      (letThrough === undefined || one.letThrough !== undefined) &&
      (!isOtherError || one.isOtherError);
    const failures = (this.#symptoms.get(id) ?? []).filter(isLike);
    return failures.length > 0 && endpointsOf(seenIn).length > 0 && !this.#isSound(seenIn);
  }

  #isSound(one: AddressedCase): boolean {
    return operationsOf(one).every((operation) => this.#soundOperations.has(operation));
  }

  /** Whether a failure of a requirement shares a symptom that explains a mismatch. */
  #explains(id: string, { seenIn, explainable, letThrough, hasSharedId }: Symptoms): boolean {
    const isLetThrough = letThrough !== undefined && !hasSharedId;
    if (isLetThrough && this.#isRejectedAbove(id, letThrough)) return false;
    const changes = changesIn(seenIn);
    return (this.#symptoms.get(id) ?? []).some(
      ({ shown, onlyAfter }) =>
        (onlyAfter === undefined || changes.has(onlyAfter)) &&
        [...shown].some((one) => explainable.has(one)),
    );
  }

  /**
   * Whether a requirement that needs `id` passed with the due status. Then the failure of `id` let
   * some requests through, but not the requests of this operation.
   */
  #isRejectedAbove(id: string, { operation, due }: LetThrough): boolean {
    const isDueRejection = (one: AddressedCase) => {
      const { decisive } = splitExchanges(one);
      const isOfOperation = decisive?.operation === operation;
      return isOfOperation && allowsStatus(due, decisive.response?.status ?? 0);
    };
    return [...this.#judged].some(
      ([above, { finding, cases }]) =>
        finding.verdict === 'pass' &&
        this.#foundationsOf(above).includes(id) &&
        cases.some(isDueRejection),
    );
  }

  /** Whether a requirement failed by the same kind of request, and nothing tells the failures apart. */
  #letsAllThrough(id: string, symptoms: Symptoms): boolean {
    const passed = [...this.#judged].flatMap(([one, { cases }]) =>
      one === id || this.#foundationsOf(one).includes(id)
        ? cases.filter(({ verdict }) => verdict === 'pass')
        : [],
    );
    return areLetThroughAlike(this.#symptoms.get(id) ?? [], symptoms, passed);
  }

  /**
   * Adds failures that preparations show. Cases of open requirements may send invalid values, and
   * show nothing.
   */
  #noteSightings(isPrepared: boolean): void {
    for (const [id, { cases }] of this.#judged) {
      if (this.#requirements.get(id)?.level === 'open') continue;
      for (const seenIn of cases) {
        const broken = this.#brokenIn(seenIn);
        if (broken === undefined) continue;
        if (isPrepared && this.#findings.get(broken)?.verdict === 'blocked') continue;
        const { server, reason: why } = seenIn;
        const reason = why ?? '';
        this.#findings.set(broken, { verdict: 'fail', server, reason, seenIn });
      }
    }
  }

  /** The prerequisite that a failed preparation shows broken, when no failure explains it. */
  #brokenIn(seenIn: AddressedCase): string | undefined {
    const { verdict, prerequisites } = seenIn;
    if (verdict !== 'blocked') return undefined;
    if (this.#causeOfCase(seenIn) !== undefined) return undefined;
    const isJudged = prerequisites.every((one) => this.#obstacleTo(one) === undefined);
    return isJudged ? this.#suspectOf(seenIn) : undefined;
  }

  #suspectOf(seenIn: AddressedCase): string | undefined {
    const { suspect, prerequisites } = seenIn;
    if (suspect === 'none') return undefined;
    if (suspect === 'the first') return prerequisites[0];
    const operation = lastOperationOf(seenIn);
    const all = [...prerequisites, ...prerequisites.flatMap((one) => this.#foundationsOf(one))];
    const having = (test: (one: AddressedCase) => boolean) =>
      all.find((id) => this.#judged.get(id)?.cases.some(test));
    return (
      having((one) => lastOperationOf(one) === operation) ??
      having((one) => operationsOf(one).includes(operation))
    );
  }

  /**
   * The failure that explains a failed preparation: the failure of the same request, else of a
   * prerequisite, else of a requirement near a prerequisite with the same symptom, because a
   * prerequisite can pass in its own cases while a requirement that needs it shows it broken. Among
   * failures with the same symptom, those that do not need the requirement of the case come first.
   */
  #causeOfCase(one: AddressedCase): string | undefined {
    const { prerequisites } = one;
    if (one.verdict !== 'blocked') return undefined;
    const same = this.#failureOfSame(one);
    const cause = same ?? this.#causeOf(prerequisites);
    if (cause !== undefined) return cause;
    const isNear = (id: string) =>
      prerequisites.some(
        (near) => this.#foundationsOf(id).includes(near) || this.#foundationsOf(near).includes(id),
      );
    const symptoms = symptomsOfBlockage(one, this.#facts);
    const near = [...this.#findings].flatMap(([id, { verdict }]) =>
      failing.has(verdict) && isNear(id) && this.#explains(id, symptoms) ? id : [],
    );
    const isIndependent = (id: string) => !this.#foundationsOf(id).includes(one.requirement);
    return near.find(isIndependent) ?? near[0];
  }

  /**
   * A failure whose last request had the operation and the status of a failed preparation, when the
   * sender of that request is suspected. After a success, its answer must lack the same value.
   */
  #failureOfSame(one: AddressedCase): string | undefined {
    if (one.suspect !== 'the sender') return undefined;
    const status = one.exchanges.at(-1)?.response?.status ?? 0;
    const lack = lackIn(one);
    if (status < 300 && lack === undefined) return undefined;
    const operation = lastOperationOf(one);
    const isSame = (other: AddressedCase) =>
      other.verdict === 'fail' &&
      other.exchanges.at(-1)?.response?.status === status &&
      lastOperationOf(other) === operation;
    const ids = [...this.#symptoms].flatMap(([id, symptoms]) => {
      const isLacked = lack === undefined || symptoms.some(({ shown }) => shown.has(lack));
      return isLacked && this.#findings.get(id)?.verdict === 'fail' ? id : [];
    });
    return ids.find((id) => this.#judged.get(id)?.cases.some(isSame));
  }

  /** The failure behind the first prerequisite that has one. */
  #causeOf(prerequisites: readonly string[], seen: readonly string[] = []): string | undefined {
    for (const id of prerequisites) {
      const { verdict, blockedBy } = this.#findings.get(id) ?? {};
      if (verdict !== undefined && failing.has(verdict)) return id;
      const cause = blockedBy ?? (seen.includes(id) ? undefined : this.#causeBehind(id, seen));
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  #causeBehind(id: string, seen: readonly string[]): string | undefined {
    return this.#causeOf(this.#prerequisitesOf(id), [...seen, id]);
  }

  /** The prerequisites that preparations of its cases found broken. */
  #prerequisitesOf(id: string): readonly string[] {
    const cases = this.#judged.get(id)?.cases ?? [];
    return cases.flatMap(({ prerequisites }) => prerequisites);
  }

  /** The reason why a prerequisite was not judged; undefined when it was. */
  #obstacleTo(id: string): Finding | undefined {
    const { verdict, reason = '' } = this.#findings.get(id) ?? {};
    switch (verdict) {
      case undefined:
        return { verdict: 'blocked', reason: `${id} was left out of this run` };
      case 'not tested':
        return { verdict: 'blocked', reason: `${id} was not tested: ${reason}` };
      case 'not applicable':
        return { verdict, reason: `${id} does not apply: ${reason}` };
      case 'error':
        return { verdict: 'error', reason: `${id} could not be judged: ${reason}` };
      default:
        return undefined;
    }
  }

  /** Explains a blocked requirement by a failure, or else by a prerequisite that was not judged. */
  #explainBlockage(id: string, finding: Finding): Finding {
    const cases = this.#judged.get(id)?.cases ?? [];
    const [blockedBy] = cases.flatMap((one) => this.#causeOfCase(one) ?? []);
    if (blockedBy !== undefined) return { ...finding, blockedBy };
    const prerequisites = this.#prerequisitesOf(id);
    const obstacle = prerequisites.flatMap((one) => this.#obstacleTo(one) ?? [])[0];
    const { reason = '' } = finding;
    // The cause is a failed login, which belongs to no requirement.
    if (prerequisites.length === 0) return finding;
    if (obstacle === undefined) return this.#leaveUnexplained(id, finding);
    return { ...finding, ...obstacle, reason: `${reason} (${obstacle.reason})` };
  }

  /** A blocked requirement all of whose prerequisites passed. */
  #leaveUnexplained(id: string, finding: Finding): Finding {
    // Open requirements show nothing broken.
    if (this.#requirements.get(id)?.level === 'open') return { ...finding, verdict: 'not tested' };
    const cases = this.#judged.get(id)?.cases ?? [];
    const unsuspected = cases.find(({ suspect }) => suspect === 'the sender');
    if (unsuspected === undefined) return finding;
    const note = `no requirement that it needs sends ${lastOperationOf(unsuspected)}`;
    return { ...finding, reason: `${finding.reason} (${note})` };
  }
}

function failureShownBy(shownBy: AddressedCase): Pick<Finding, 'shownBy' | 'reason'> {
  return shownBy.verdict === 'fail'
    ? { shownBy, reason: describeMismatches(shownBy) }
    : { shownBy };
}
