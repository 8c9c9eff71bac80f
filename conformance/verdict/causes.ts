/**
 * Which failures are causes, and what they explain.
 *
 * A failure is explained by failed requirements among those it needs, directly or not, when each
 * of its mismatches has a symptom that one of theirs has, too. One that nothing explains is a
 * failure of its own: independent faults show at once.
 *
 * A preparation that went wrong is explained by a failure of a prerequisite that the step names.
 * Where each of these was judged and none failed, it is itself what shows the first one broken.
 */

import { pathTemplate } from '../http/exchange.js';
import { describeMismatch, type Verdict } from '../outcomes.js';
import type { Requirement } from '../suite/requirements.js';
import { byPlace, type Case } from './case.js';
import {
  type LetThrough,
  operationOf,
  type Symptoms,
  symptomsOfBlockage,
  symptomsOfFailures,
} from './symptoms.js';

/** What a requirement comes to on one server. */
export interface Finding {
  readonly verdict: Verdict;
  readonly server?: string;
  readonly reason?: string;
  /** The failure that explains it. */
  readonly blockedBy?: string;
  readonly option?: string | undefined;
  /** The case of another requirement that shows the failure. */
  readonly seenIn?: Case;
  /** Of several failed cases, the first in the features that no other failure explains. */
  readonly shownBy?: Case;
}

/** By the ids of requirements. */
export type Findings = ReadonlyMap<string, Finding>;

/** What the cases of one requirement come to by themselves. */
export interface JudgedCases {
  readonly finding: Finding;
  readonly cases: readonly Case[];
}

/**
 * Finds the failures that stand for themselves; all others, and what could not be prepared, are
 * blocked by one of them. A verdict of `blocked` that names none has its cause outside the run.
 *
 * @param requirements all of the catalogue: what was left out still connects the others
 * @param judged those that were looked at, on one server
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
  readonly #foundations = new Map<string, readonly string[]>();
  readonly #symptoms = new Map<string, readonly Symptoms[]>();
  readonly #findings: Map<string, Finding>;
  /** Those that cases of requirements which hold have sent. */
  readonly #soundOperations: ReadonlySet<string>;

  constructor(requirements: readonly Requirement[], judged: ReadonlyMap<string, JudgedCases>) {
    this.#requirements = new Map(requirements.map((one) => [one.id, one]));
    this.#judged = judged;
    this.#findings = new Map([...judged].map(([id, { finding }]) => [id, finding]));
    const sound = [...judged.values()].filter(({ finding }) => finding.verdict === 'pass');
    const held = sound.flatMap(({ cases }) => cases);
    this.#soundOperations = new Set(held.flatMap(({ exchanges }) => exchanges.map(operationOf)));
    for (const [id, { finding, cases }] of judged) {
      if (failing.has(finding.verdict)) this.#symptoms.set(id, symptomsOfFailures(cases));
    }
  }

  find(): Findings {
    for (const [id, symptoms] of this.#symptoms) this.#explainFailure(id, symptoms);
    this.#followExplanations();
    // What is broken itself comes before what could not be prepared either.
    for (const isPrepared of [true, false]) this.#noteSightings(isPrepared);
    for (const [id, finding] of this.#findings) {
      const isUnexplained = finding.verdict === 'blocked' && finding.blockedBy === undefined;
      if (isUnexplained) this.#findings.set(id, this.#explainBlockage(id, finding));
    }
    return this.#findings;
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

  /** What explains a failure may be explained itself. */
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
   * The deepest requirement below this one that failed with one of the symptoms. Where the case sent
   * what no other requirement shows to be sound, it can also be one whose failures are about other
   * endpoints: nothing tells their symptoms and these apart.
   */
  #rootOf(id: string, symptoms: Symptoms): string | undefined {
    const foundations = this.#foundationsOf(id);
    return (
      foundations.find((need) => this.#explains(need, symptoms)) ??
      foundations.find((need) => this.#failedElsewhere(need, symptoms))
    );
  }

  /**
   * Whether a requirement failed, and no request of these failures went to the same endpoint. What
   * was let through is a matter of those alone that let something through.
   */
  #failedElsewhere(id: string, { seenIn, letThrough }: Symptoms): boolean {
    const isLike = (one: Symptoms) => letThrough === undefined || one.letThrough !== undefined;
    const failures = (this.#symptoms.get(id) ?? []).filter(isLike);
    const endpoint = endpointsOf(seenIn).at(-1);
    if (endpoint === undefined || this.#isSound(seenIn)) return false;
    const isNear = (one: Symptoms) => endpointsOf(one.seenIn).some((other) => other === endpoint);
    return failures.length > 0 && !failures.some(isNear);
  }

  #isSound({ exchanges }: Case): boolean {
    return exchanges.every((one) => this.#soundOperations.has(operationOf(one)));
  }

  /** Whether a failure has shown what would explain a mismatch. */
  #explains(id: string, { explainable, letThrough }: Symptoms): boolean {
    if (letThrough !== undefined && this.#isRefusedAbove(id, letThrough)) return false;
    const symptoms = this.#symptoms.get(id) ?? [];
    return symptoms.some(({ shown }) => [...shown].some((one) => explainable.has(one)));
  }

  /**
   * Whether a requirement that builds on another one holds, with the refusal that is due. The other
   * one may have let something through, and yet it is not all that is.
   */
  #isRefusedAbove(id: string, { operation, due }: LetThrough): boolean {
    const isRefusal = ({ exchanges }: Case) => {
      const last = exchanges.at(-1);
      return last && operationOf(last) === operation && String(last.response?.status) === due;
    };
    return [...this.#judged].some(
      ([above, { finding, cases }]) =>
        finding.verdict === 'pass' &&
        this.#foundationsOf(above).includes(id) &&
        cases.some(isRefusal),
    );
  }

  /** All that it needs, directly or not: each stands behind what it needs itself. */
  #foundationsOf(id: string): readonly string[] {
    const known = this.#foundations.get(id);
    if (known !== undefined) return known;
    const needs = this.#requirements.get(id)?.needs ?? [];
    const all = [...new Set(needs.flatMap((need) => [...this.#foundationsOf(need), need]))];
    this.#foundations.set(id, all);
    return all;
  }

  /** What is open may have been tried with values that break what is stated: it shows nothing. */
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

  /** The prerequisite that a preparation shows broken, when no failure explains it. */
  #brokenIn(seenIn: Case): string | undefined {
    const { verdict, prerequisites } = seenIn;
    if (verdict !== 'blocked') return undefined;
    if (this.#causeOfCase(seenIn) !== undefined) return undefined;
    const isJudged = prerequisites.every((one) => this.#obstacleTo(one) === undefined);
    return isJudged ? prerequisites[0] : undefined;
  }

  /**
   * The failure that explains why a case could not be prepared: of a prerequisite, or else of a
   * requirement near one of them that failed with the same symptom. A prerequisite can hold in its
   * own cases, while a requirement that builds on it has seen it broken.
   */
  #causeOfCase(one: Case): string | undefined {
    const { prerequisites } = one;
    if (one.verdict !== 'blocked') return undefined;
    const cause = this.#causeOf(prerequisites);
    if (cause !== undefined) return cause;
    const isNear = (id: string) =>
      prerequisites.some(
        (near) => this.#foundationsOf(id).includes(near) || this.#foundationsOf(near).includes(id),
      );
    const symptoms = symptomsOfBlockage(one);
    for (const [id, { verdict }] of this.#findings) {
      if (failing.has(verdict) && isNear(id) && this.#explains(id, symptoms)) return id;
    }
    return undefined;
  }

  /** The failure behind the first of some prerequisites that has one. */
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

  /** Those that the preparations of its cases found broken. */
  #prerequisitesOf(id: string): readonly string[] {
    const cases = this.#judged.get(id)?.cases ?? [];
    return cases.flatMap(({ prerequisites }) => prerequisites);
  }

  /** Why nothing can be said of a prerequisite; undefined when it was judged. */
  #obstacleTo(id: string): Finding | undefined {
    const { verdict, reason = '' } = this.#findings.get(id) ?? {};
    switch (verdict) {
      case undefined:
        return { verdict: 'blocked', reason: `${id} was left out of this run` };
      case 'not tested':
        return { verdict: 'blocked', reason: `${id} was not tested: ${reason}` };
      case 'error':
        return { verdict: 'error', reason: `${id} could not be judged: ${reason}` };
      default:
        return undefined;
    }
  }

  /** What no failure explains waits for something of which nothing can be said. */
  #explainBlockage(id: string, finding: Finding): Finding {
    const cases = this.#judged.get(id)?.cases ?? [];
    const [blockedBy] = cases.flatMap((one) => this.#causeOfCase(one) ?? []);
    if (blockedBy !== undefined) return { ...finding, blockedBy };
    const prerequisites = this.#prerequisitesOf(id);
    const obstacle = prerequisites.flatMap((one) => this.#obstacleTo(one) ?? [])[0];
    const { reason = '' } = finding;
    // Only what is open comes here without an obstacle: it shows nothing broken.
    if (obstacle === undefined) return { ...finding, verdict: 'not tested' };
    return { ...finding, ...obstacle, reason: `${reason} (${obstacle.reason})` };
  }
}

/** The paths of a case's requests. */
function endpointsOf({ exchanges }: Case): string[] {
  return exchanges.map(({ request }) => pathTemplate(new URL(request.url).pathname));
}

function failureShownBy(shownBy: Case): Pick<Finding, 'shownBy' | 'reason'> {
  const { verdict, mismatches } = shownBy;
  if (verdict !== 'fail') return { shownBy };
  return { shownBy, reason: mismatches.map(describeMismatch).join('; ') };
}
