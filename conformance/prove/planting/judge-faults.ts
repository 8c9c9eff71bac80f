/** Plants faults, and finds the requirements that notice them. */
import { groupBy } from '../../../kit/collections.js';
import type { RecordedCase } from '../../sessions/session-input.js';
import type { Fault, SeenExchange } from '../faults/fault.js';
import { groupFaults, together } from './groups.js';
import type { RunScenario } from './lane.js';
import type { RecordedScenario } from './recording.js';
import { firstAltered, firstConcerned } from './select.js';
import type { Stage } from './stage.js';

/** A requirement that notices a fault. */
export interface Notice {
  readonly requirement: string;
  readonly verdict: RecordedCase['verdict'];
}

/** An exchange with and without a fault. */
export interface AlteredExchange {
  readonly sound: SeenExchange;
  readonly altered: SeenExchange;
}

/** What became of a fault. */
export interface FaultResult {
  readonly fault: Fault;
  /**
   * `open`: only requirements of the level open observe it. `equivalent`: no exchange differed while it
   * was planted.
   */
  readonly outcome: 'noticed' | 'survived' | 'open' | 'equivalent';
  readonly notices: readonly Notice[];
  /** Ids of the requirements whose scenarios ran. */
  readonly ran: readonly string[];
  /** Ids of the requirements of the level open that observe it, for the outcome `open`. */
  readonly observedBy: readonly string[];
  /** The smallest exchange that it changed. */
  readonly example: AlteredExchange | undefined;
  /** The shortest scenario whose exchanges it changed. */
  readonly shortest: RecordedScenario | undefined;
}

/** The scenarios of a requirement that run before a fault counts as missed by it. */
const mostScenarios = 3;

/** The scenarios to run with a fault, by requirement. */
type Candidates = ReadonlyMap<string, readonly RecordedScenario[]>;

/** Groups scenarios by requirement: those without pauses first, and of these the shortest. */
export function byRequirement(scenarios: Iterable<RecordedScenario>): Candidates {
  const groups = groupBy(scenarios, ({ scenario }) => scenario.requirement);
  for (const group of groups.values()) {
    group.sort(
      (a, b) =>
        Number(a.hasPauses) - Number(b.hasPauses) || a.exchanges.length - b.exchanges.length,
    );
  }
  return groups;
}

/**
 * Plants faults. With each, a few scenarios of each requirement run until one of them does not pass; where
 * several faults can be planted together, they are. When no requirement notices a fault, all
 * scenarios run with it alone.
 *
 * @param scenariosFor the scenarios that could notice a fault
 * @param onProgress called when faults have been planted, with their number and that of those that no
 *   requirement has noticed so far
 * @returns the results so far when the run was stopped
 */
export async function judgeFaults(
  faults: readonly Fault[],
  scenariosFor: (fault: Fault) => Iterable<RecordedScenario>,
  stage: Stage,
  onProgress: (planted: number, unnoticed: number) => void,
): Promise<readonly FaultResult[]> {
  const trials = faults.map((fault) => new Trial(fault, byRequirement(scenariosFor(fault))));
  const jobs = groupFaults(trials).flatMap(jobsFor);
  let [planted, unnoticed] = [0, 0];
  await stage.spread(jobs, async (job, run) => {
    if (!(await perform(job, run))) return;
    const ended = job.trials.filter((one) => one.endJob());
    planted += ended.length;
    unnoticed += ended.filter((one) => !one.isNoticed).length;
    onProgress(planted, unnoticed);
  });
  const further = trials.filter(({ isOver, isNoticed }) => isOver && !isNoticed);
  const remaining = further.flatMap((trial) =>
    trial.beginAlone().map((recorded) => ({ trial, recorded, hasPauses: recorded.hasPauses })),
  );
  await stage.spread(remaining, async ({ trial, recorded, hasPauses }, run) => {
    // Of scenarios side by side, it depends on the time which is the first.
    const isEnough = trial.isNoticed && !hasPauses;
    if (isEnough || (await plant([trial], recorded, run))) trial.endJob();
  });
  return trials.filter(({ isOver }) => isOver).map((one) => one.result);
}

/** Scenarios of one requirement that run one after the other, with several faults or one. */
interface Job {
  readonly trials: readonly Trial[];
  readonly scenarios: readonly RecordedScenario[];
  readonly hasPauses: boolean;
}

/** The first scenarios of each requirement for a group of faults, those with pauses apart. */
function jobsFor(trials: readonly Trial[]): readonly Job[] {
  const ids = new Set(trials.flatMap(({ requirements }) => requirements));
  const jobs = [...ids].flatMap((id) => {
    const scenarios = [...new Set(trials.flatMap((one) => one.firstOf(id)))];
    return [false, true].map((hasPauses) => ({
      trials,
      hasPauses,
      scenarios: scenarios.filter((one) => one.hasPauses === hasPauses),
    }));
  });
  const filled = jobs.filter(({ scenarios }) => scenarios.length > 0);
  for (const trial of trials) trial.expectJobs(filled.length);
  return filled;
}

/** @returns whether the run goes on */
async function perform({ trials, scenarios }: Job, run: RunScenario): Promise<boolean> {
  for (const one of scenarios) {
    const { requirement } = one.scenario;
    const concerned = trials.filter(
      (trial) => trial.firstOf(requirement).includes(one) && !trial.isNoticedBy(requirement),
    );
    if (!(await plant(concerned, one, run))) return false;
  }
  return true;
}

/**
 * Runs a scenario with several faults; if it does not pass, with each half of them.
 *
 * @returns whether the run goes on
 */
async function plant(
  trials: readonly Trial[],
  recorded: RecordedScenario,
  run: RunScenario,
): Promise<boolean> {
  const [first, ...others] = trials.map(({ fault }) => fault);
  if (first === undefined) return true;
  const fault = together([first, ...others]);
  const { result, altered, exchanges } = await run(recorded.scenario, { fault, recorded });
  if (result === undefined) return false;
  if (others.length === 0) {
    trials[0]?.note(result, altered, recorded, true);
    return true;
  }
  if (result.verdict === 'pass') {
    for (const one of trials) one.note(result, firstAltered(one.fault, exchanges), recorded, false);
    return true;
  }
  const half = Math.ceil(trials.length / 2);
  return (
    (await plant(trials.slice(0, half), recorded, run)) &&
    (await plant(trials.slice(half), recorded, run))
  );
}

/** One fault, with what its scenarios found. */
class Trial {
  readonly fault: Fault;
  readonly #candidates: Candidates;
  readonly #ranAlone = new Set<RecordedScenario>();
  readonly #verdicts = new Map<RecordedScenario, RecordedCase['verdict']>();
  #jobs = 0;
  #example: AlteredExchange | undefined;
  #shortest: RecordedScenario | undefined;

  constructor(fault: Fault, candidates: Candidates) {
    this.fault = fault;
    this.#candidates = candidates;
  }

  get requirements(): readonly string[] {
    return [...this.#candidates.keys()];
  }

  /** The scenarios of a requirement that run at first. */
  firstOf(requirement: string): readonly RecordedScenario[] {
    return this.#candidates.get(requirement)?.slice(0, mostScenarios) ?? [];
  }

  expectJobs(count: number): void {
    this.#jobs += count;
  }

  /** @returns whether it was the last expected one */
  endJob(): boolean {
    this.#jobs -= 1;
    return this.isOver;
  }

  get isOver(): boolean {
    return this.#jobs === 0;
  }

  get isNoticed(): boolean {
    return this.#verdicts.size > 0;
  }

  isNoticedBy(requirement: string): boolean {
    return this.#verdictOf(requirement) !== undefined;
  }

  /** Expects a job for each scenario that has not run with this fault alone, and returns these. */
  beginAlone(): readonly RecordedScenario[] {
    const all = [...this.#candidates.values()].flat();
    const left = all.filter((one) => !this.#ranAlone.has(one));
    this.expectJobs(left.length);
    return left;
  }

  /** Notes what became of a scenario. */
  note(
    { verdict }: RecordedCase,
    altered: SeenExchange | undefined,
    one: RecordedScenario,
    isAlone: boolean,
  ): void {
    if (isAlone) this.#ranAlone.add(one);
    if (verdict !== 'pass') this.#verdicts.set(one, verdict);
    if (altered !== undefined) this.#noteExample(altered, one);
  }

  get result(): FaultResult {
    const survived = this.#example === undefined ? 'equivalent' : 'survived';
    const { requirements: ran } = this;
    return {
      fault: this.fault,
      outcome: this.isNoticed ? 'noticed' : survived,
      notices: ran.flatMap((requirement) => {
        const verdict = this.#verdictOf(requirement);
        return verdict === undefined ? [] : { requirement, verdict };
      }),
      ...{ ran, observedBy: [], example: this.#example, shortest: this.#shortest },
    };
  }

  #verdictOf(requirement: string): RecordedCase['verdict'] | undefined {
    const scenarios = this.#candidates.get(requirement) ?? [];
    const first = scenarios.find((one) => this.#verdicts.has(one));
    return first && this.#verdicts.get(first);
  }

  #noteExample(altered: SeenExchange, one: RecordedScenario): void {
    const sound = firstConcerned(this.fault, one.exchanges);
    if (sound === undefined) return;
    const isSmaller = this.#example === undefined || sizeOf(sound) < sizeOf(this.#example.sound);
    if (isSmaller) this.#example = { sound, altered };
    const shortest = this.#shortest?.exchanges.length ?? Number.POSITIVE_INFINITY;
    if (one.exchanges.length < shortest) this.#shortest = one;
  }
}

/** The characters of both bodies. */
function sizeOf({ request, response }: SeenExchange): number {
  return (request.body ?? '').length + response.body.length;
}
