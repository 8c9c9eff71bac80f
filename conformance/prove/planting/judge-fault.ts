/** Plants one fault, and finds the requirements that notice it. */
import type { RecordedCase } from '../../sessions/session-input.js';
import type { Fault, SeenExchange } from '../faults/fault.js';
import type { RunScenario } from './lane.js';
import type { RecordedScenario } from './recording.js';

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
export type Candidates = ReadonlyMap<string, readonly RecordedScenario[]>;

/** Groups scenarios by requirement, the shortest first. */
export function byRequirement(scenarios: Iterable<RecordedScenario>): Candidates {
  const groups = new Map<string, RecordedScenario[]>();
  for (const one of scenarios) {
    const { requirement } = one.scenario;
    groups.set(requirement, [...(groups.get(requirement) ?? []), one]);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.exchanges.length - b.exchanges.length);
  }
  return groups;
}

/**
 * Runs the scenarios of each requirement until one of them does not pass. When no requirement
 * notices the fault in a few of its scenarios, all others run, too.
 *
 * @returns undefined when the run was stopped
 */
export async function judgeFault(
  fault: Fault,
  candidates: Candidates,
  run: RunScenario,
): Promise<FaultResult | undefined> {
  const trial = new Trial(fault, run);
  for (const scenarios of candidates.values()) {
    if (!(await trial.run(scenarios.slice(0, mostScenarios)))) return undefined;
  }
  for (const scenarios of candidates.values()) {
    if (trial.notices.length > 0) break;
    if (!(await trial.run(scenarios.slice(mostScenarios)))) return undefined;
  }
  const { notices, example, shortest } = trial;
  const survived = example === undefined ? 'equivalent' : 'survived';
  const outcome = notices.length > 0 ? 'noticed' : survived;
  const ran = [...candidates.keys()];
  return { fault, outcome, notices, ran, observedBy: [], example, shortest };
}

class Trial {
  readonly #fault: Fault;
  readonly #run: RunScenario;
  readonly notices: Notice[] = [];
  example: AlteredExchange | undefined;
  shortest: RecordedScenario | undefined;

  constructor(fault: Fault, run: RunScenario) {
    this.#fault = fault;
    this.#run = run;
  }

  /** @returns whether the run goes on */
  async run(scenarios: readonly RecordedScenario[]): Promise<boolean> {
    for (const one of scenarios) {
      const planting = { fault: this.#fault, recorded: one };
      const { result, altered } = await this.#run(one.scenario, planting);
      if (result === undefined) return false;
      if (altered !== undefined) this.#noteExample(altered, one);
      if (result.verdict === 'pass') continue;
      this.notices.push({ requirement: result.requirement, verdict: result.verdict });
      break;
    }
    return true;
  }

  #noteExample(altered: SeenExchange, one: RecordedScenario): void {
    const { operation, status } = this.#fault;
    const sound = one.exchanges.find(
      (seen) => seen.operation === operation && seen.response.status === status,
    );
    if (sound === undefined) return;
    const isSmaller =
      this.example === undefined ||
      sound.response.body.length < this.example.sound.response.body.length;
    if (isSmaller) this.example = { sound, altered };
    const { shortest } = this;
    if (shortest === undefined || one.exchanges.length < shortest.exchanges.length) {
      this.shortest = one;
    }
  }
}
