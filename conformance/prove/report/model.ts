/** The result of a proof, published as `reports/proof.schema.json`. */

import { packageVersion } from '../../../kit/package-root.js';
import { shorten } from '../../../kit/words.js';
import { createRedactor, type Redact, redactDeep } from '../../http/secrets/redact.js';
import { groupLeftovers } from '../../report/queries.js';
import type { Requirement } from '../../suite/requirements.js';
import type { Suite } from '../../suite/suite.js';
import { type Fault, nameOfFault, type SeenExchange } from '../faults/fault.js';
import { faultKinds } from '../faults/kinds.js';
import type { FaultResult } from '../planting/judge-faults.js';
import type { Proof, TargetProof } from '../planting/proof.js';
import type { Suggestion, Suggestions } from '../suggest/suggest.js';

/** The version of the format. */
export const proofVersion = 1;

/** The share of faults that were noticed, of one kind or operation. */
export interface Score {
  readonly name: string;
  readonly noticed: number;
  readonly survived: number;
}

/** A fault, as reports name it. */
export interface DescribedFault {
  /** Equal in every proof of the suite: `GET /todos (200): $[*].title is absent`. */
  readonly fault: string;
  readonly kind: string;
  readonly operation: string;
  readonly status: number;
  readonly place: string;
  readonly sentence: string;
  readonly server: string;
}

/** A request, and its answer without and with a fault. */
export interface DescribedExample {
  readonly request: string;
  readonly body: string | null;
  readonly sound: DescribedAnswer;
  readonly altered: DescribedAnswer;
}

/** An answer; long bodies are cut. The status 0 stands for none. */
export interface DescribedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A fault that no requirement noticed. */
export interface Survivor extends DescribedFault {
  readonly example: DescribedExample | null;
  /** Ids of the requirements that ran with it. */
  readonly ran: readonly string[];
  /** A scenario that notices it; `null` when no ready-made sentence does. */
  readonly suggestion: DescribedSuggestion | null;
}

/** A scenario that a suite lacks. It has been seen to pass without the fault, and to fail with it. */
export interface DescribedSuggestion {
  /** The id of its requirement. */
  readonly id: string;
  readonly statement: string;
  readonly sentences: readonly string[];
  readonly gherkin: string;
}

/** A fault that requirements noticed. */
export interface NoticedFault extends DescribedFault {
  readonly noticedBy: readonly { readonly id: string; readonly verdict: string }[];
}

/** A fault that only requirements of the level open observe, with their ids. */
export interface OpenFault extends DescribedFault {
  readonly observedBy: readonly string[];
}

/** A requirement, and the faults that could have broken it. */
export interface RequirementScore {
  readonly id: string;
  readonly statement: string;
  /** The faults that it noticed, and those that changed its exchanges. */
  readonly noticed: number;
  readonly concerned: number;
}

/** The result of a proof. */
export interface ProofReport {
  readonly schemaVersion: typeof proofVersion;
  readonly harness: { readonly version: string };
  readonly suite: { readonly name: string; readonly title: string; readonly version: string };
  readonly target: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Whether every chosen fault was planted. */
  readonly complete: boolean;
  /** The share of the faults that were noticed, in percent; `null` without faults. */
  readonly score: number | null;
  readonly counts: {
    readonly noticed: number;
    readonly survived: number;
    /** Concerning what the specification leaves open; not part of the score. */
    readonly open: number;
    readonly equivalent: number;
    /** Beyond the budget, or not planted since the run was stopped. */
    readonly unplanted: number;
  };
  readonly kinds: readonly Score[];
  readonly operations: readonly Score[];
  readonly requirements: readonly RequirementScore[];
  readonly survivors: readonly Survivor[];
  readonly noticed: readonly NoticedFault[];
  readonly open: readonly OpenFault[];
  readonly equivalents: readonly DescribedFault[];
  /** Ids of requirements that noticed none of the faults that changed their exchanges. */
  readonly idle: readonly string[];
  /** Groups of ids of requirements that noticed the same faults. */
  readonly alike: readonly (readonly string[])[];
  /** Scenarios that no fault was planted for. */
  readonly leftOut: readonly (TargetProof['leftOut'][number] & { readonly server: string })[];
  readonly leftovers: readonly { readonly name: string; readonly reason: string }[];
}

/** A suite and the name of its target, for a report. */
export interface Proved {
  readonly suite: Suite;
  readonly target: string;
  readonly suggestions: Suggestions;
}

/** Describes a proof without secrets. */
export function describeProof(proof: Proof, { suite, target, suggestions }: Proved): ProofReport {
  const redact = createRedactor(proof.secrets);
  const results = proof.targets.flatMap(({ server, results: own }) =>
    own.map((one) => ({ ...one, server })),
  );
  const equivalents = proof.targets.flatMap(({ server, equivalents: own }) =>
    own.map((fault) => describeFault(fault, server, redact)),
  );
  const of = (outcome: FaultResult['outcome']) => results.filter((one) => one.outcome === outcome);
  const [noticed, survived] = [of('noticed'), of('survived')];
  const open = of('open').map(({ fault, server, observedBy }) => ({
    ...describeFault(fault, server, redact),
    observedBy,
  }));
  const seen = of('equivalent').map(({ fault, server }) => describeFault(fault, server, redact));
  const judged = [...noticed, ...survived];
  const { name, title, version } = suite;
  const requirements = proof.requirements.map((one) => scoreRequirement(one, judged));
  return {
    schemaVersion: proofVersion,
    harness: { version: packageVersion() },
    suite: { name, title, version },
    target,
    seed: proof.plan.seed,
    startedAt: proof.startedAt.toISOString(),
    endedAt: proof.endedAt.toISOString(),
    complete: proof.isComplete,
    score: scoreOf(noticed.length, survived.length),
    counts: {
      noticed: noticed.length,
      survived: survived.length,
      open: open.length,
      equivalent: equivalents.length + seen.length,
      unplanted: proof.targets.reduce((sum, { unplanted }) => sum + unplanted, 0),
    },
    kinds: scoreBy(
      judged,
      ({ fault }) => fault.kind,
      faultKinds.map((kind) => kind.name),
    ),
    operations: scoreBy(judged, ({ fault }) => fault.operation),
    requirements,
    survivors: survived.map((one) => describeSurvivor(one, suggestions.get(one.fault), redact)),
    noticed: noticed.map(({ fault, server, notices }) => ({
      ...describeFault(fault, server, redact),
      noticedBy: notices.map(({ requirement: id, verdict }) => ({ id, verdict })),
    })),
    open,
    equivalents: [...equivalents, ...seen],
    idle: requirements.filter((one) => one.concerned > 0 && one.noticed === 0).map(({ id }) => id),
    alike: findAlike(proof.requirements, noticed),
    leftOut: proof.targets.flatMap(({ server, leftOut }) =>
      leftOut.map((one) => ({ server, ...one, reason: redact(one.reason) })),
    ),
    leftovers: groupLeftovers(redactDeep(proof.leftovers, redact)).map(
      ({ name: left, reason }) => ({
        name: left,
        reason,
      }),
    ),
  };
}

/** The open requirements that observed faults, each with these faults. */
export function groupOpen({ open }: ProofReport): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { fault, observedBy } of open) {
    for (const id of observedBy) groups.set(id, [...(groups.get(id) ?? []), fault]);
  }
  return groups;
}

/** The most faults that a report names as noticed by many requirements. */
const mostWidest = 10;

/** The faults that most requirements notice, at least three of them. */
export function widestFaults({ noticed }: ProofReport): readonly NoticedFault[] {
  const wide = noticed.filter(({ noticedBy }) => noticedBy.length > 2);
  return wide.sort((a, b) => b.noticedBy.length - a.noticedBy.length).slice(0, mostWidest);
}

/** In percent, rounded down, so that only a suite without survivors has 100. */
export function scoreOf(noticed: number, survived: number): number | null {
  const all = noticed + survived;
  return all === 0 ? null : Math.floor((1000 * noticed) / all) / 10;
}

type Judged = FaultResult & { readonly server: string };

function scoreBy(
  results: readonly Judged[],
  nameOf: (result: Judged) => string,
  order: readonly string[] = [...new Set(results.map(nameOf))].sort(),
): readonly Score[] {
  return order.flatMap((name) => {
    const own = results.filter((one) => nameOf(one) === name);
    const noticed = own.filter(({ outcome }) => outcome === 'noticed').length;
    return own.length === 0 ? [] : [{ name, noticed, survived: own.length - noticed }];
  });
}

function scoreRequirement(
  { id, statement }: Requirement,
  results: readonly FaultResult[],
): RequirementScore {
  const concerned = results.filter(({ ran }) => ran.includes(id));
  const noticed = concerned.filter(({ notices }) => notices.some((one) => one.requirement === id));
  return { id, statement, noticed: noticed.length, concerned: concerned.length };
}

/** Requirements that notice the same faults, at least one. */
function findAlike(
  requirements: readonly Requirement[],
  results: readonly FaultResult[],
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { id } of requirements) {
    const noticed = results.flatMap(({ fault, notices }) =>
      notices.some((one) => one.requirement === id) ? [nameOfFault(fault)] : [],
    );
    if (noticed.length === 0) continue;
    const key = noticed.join('\n');
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

function describeFault(fault: Fault, server: string, redact: Redact): DescribedFault {
  const { kind, operation, status, place, sentence } = fault;
  const texts = redactDeep({ fault: nameOfFault(fault), operation, place, sentence }, redact);
  return { ...texts, kind, status, server };
}

function describeSurvivor(
  { fault, server, example, ran }: Judged,
  suggestion: Suggestion | undefined,
  redact: Redact,
): Survivor {
  const described = example && {
    request: `${example.sound.request.method} ${example.sound.request.url}`,
    body: example.sound.request.body === undefined ? null : cut(example.sound.request.body),
    sound: describeAnswer(example.sound),
    altered: describeAnswer(example.altered),
  };
  return {
    ...describeFault(fault, server, redact),
    example: described === undefined ? null : redactDeep(described, redact),
    ran,
    suggestion:
      suggestion === undefined ? null : redactDeep(describeSuggestion(suggestion), redact),
  };
}

function describeSuggestion({
  requirement: { id, statement },
  sentences,
  gherkin,
}: Suggestion): DescribedSuggestion {
  return { id, statement, sentences, gherkin };
}

function describeAnswer({ response: { status, headers, body } }: SeenExchange): DescribedAnswer {
  return { status, headers, body: cut(body) };
}

/** The most characters of a body in a report. */
const longestBody = 1_000;

const cut = (body: string): string => shorten(body, longestBody);
