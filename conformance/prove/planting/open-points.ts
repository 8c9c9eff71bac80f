/**
 * Tells survivors that concern what the specification leaves open from holes in the suite: a requirement
 * of the level open observes something else with the fault.
 */
import type { SentRequest } from '../../http/exchange.js';
import type { Scenario } from '../../scenarios/scenario.js';
import { type Fault, inAnswers } from '../faults/fault.js';
import { sentJson } from '../faults/resources.js';
import { credentialHeadersOf } from './find-faults.js';
import type { FaultResult } from './judge-faults.js';
import type { RunScenario } from './lane.js';
import { observingScenariosOf, type PlannedTarget } from './prove-target.js';
import type { RecordedScenario } from './recording.js';
import { ScenarioIndex } from './select.js';
import type { Stage } from './stage.js';

/** A scenario of an open requirement, and what it observes on the sound target. */
interface Observer extends RecordedScenario {
  readonly observations: string;
}

/**
 * Names for each survivor the open requirements that observe it.
 *
 * @param onScenario called after each scenario that is recorded for that, with their number
 * @returns the results; those so far when the run was stopped
 */
export async function tellOpenPoints(
  target: PlannedTarget,
  results: readonly FaultResult[],
  onScenario: (all: number) => void,
): Promise<readonly FaultResult[]> {
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  const scenarios = observingScenariosOf(target.session);
  if (survivors.length === 0 || scenarios.length === 0) return results;
  const observers = await recordObservers(target.stage, scenarios, () =>
    onScenario(scenarios.length),
  );
  const points = new OpenPoints(target, new ScenarioIndex(observers));
  const told = await target.stage.inTurn(survivors, async (one, run) => {
    const observedBy = await points.observersOf(one, run);
    return observedBy.length === 0 ? one : { ...one, outcome: 'open' as const, observedBy };
  });
  const byFault = new Map(told.map((one) => [one.fault, one]));
  return results.map((one) => byFault.get(one.fault) ?? one);
}

/** Runs each scenario twice, and leaves out those that observe something else each time. */
async function recordObservers(
  stage: Stage,
  scenarios: readonly Scenario[],
  onScenario: () => void,
): Promise<readonly Observer[]> {
  const recorded = await stage.inTurn(scenarios, async (scenario, run) => {
    const executions = [await run(scenario), await run(scenario)] as const;
    onScenario();
    const [one, again] = executions;
    const [observations, repeated] = executions.map(observationsIn);
    if (observations === undefined || observations !== repeated) return [];
    const { exchanges, hasPauses } = one;
    const waited = Math.max(one.waited, again.waited);
    return [{ ...{ scenario, exchanges, hasPauses, waited, isAdaptive: true }, observations }];
  });
  return recorded.flat();
}

/** Undefined for a scenario that observed nothing. */
function observationsIn({ result }: Awaited<ReturnType<RunScenario>>): string | undefined {
  const { observations = [] } = result ?? {};
  return observations.length === 0 ? undefined : JSON.stringify(observations);
}

class OpenPoints {
  readonly #target: PlannedTarget;
  readonly #observers: ScenarioIndex<Observer>;
  readonly #credentialHeaders: ReadonlySet<string>;
  /** The open requirements that observe the status of an answer which no other requirement judges. */
  readonly #answers = new Map<string, Promise<readonly string[]>>();

  constructor(target: PlannedTarget, observers: ScenarioIndex<Observer>) {
    this.#target = target;
    this.#observers = observers;
    this.#credentialHeaders = credentialHeadersOf(target.session.suite);
  }

  /** Ids of the open requirements that observe what a fault changes, or all of the changed answer. */
  async observersOf({ fault, example }: FaultResult, run: RunScenario): Promise<readonly string[]> {
    const own = await this.#observe(fault, example && this.#formOf(example.sound.request), run);
    return own.length > 0 ? own : await this.#observersOfAnswer(fault, run);
  }

  /** @param form that of the request whose answer the fault changes; undefined for any */
  async #observe(
    fault: Fault,
    form: string | undefined,
    run: RunScenario,
  ): Promise<readonly string[]> {
    const ids = new Set<string>();
    for (const recorded of this.#observers.concernedBy(fault)) {
      const { requirement } = recorded.scenario;
      if (ids.has(requirement)) continue;
      const execution = await run(recorded.scenario, { fault, recorded });
      const observations = observationsIn(execution);
      if (observations === undefined || observations === recorded.observations) continue;
      const { altered } = execution;
      if (form === undefined || (altered && this.#formOf(altered.request) === form))
        ids.add(requirement);
    }
    return [...ids];
  }

  #observersOfAnswer(fault: Fault, run: RunScenario): Promise<readonly string[]> {
    const key = `${fault.operation} ${fault.status}`;
    const known = this.#answers.get(key) ?? this.#observeAnswer(fault, run);
    this.#answers.set(key, known);
    return known;
  }

  /** An error is open as a whole when its status is: every requirement would judge that first. */
  async #observeAnswer({ operation, status }: Fault, run: RunScenario): Promise<readonly string[]> {
    if (status < 400) return [];
    const fault = {
      kind: 'status-documented',
      ...inAnswers({ operation, status }, '', `the status is ${otherStatus}`, ({ response }) => ({
        ...response,
        status: otherStatus,
      })),
    };
    for (const recorded of this.#target.index.concernedBy(fault)) {
      const { result } = await run(recorded.scenario, { fault, recorded });
      if (result?.verdict !== 'pass') return [];
    }
    return await this.#observe(fault, undefined, run);
  }

  /** A request without its values and credentials: the names of its parameters, headers and members. */
  #formOf(request: SentRequest): string {
    const { method, url, headers } = request;
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
    const sent = Object.keys(headers).map((name) => name.toLowerCase());
    const names = [
      [...new URL(url).searchParams.keys()],
      sent.filter((name) => !this.#credentialHeaders.has(name)),
      Object.keys(sentJson(request)),
    ];
    return JSON.stringify([method, type?.[1] ?? '', ...names.map((some) => [...some].sort())]);
  }
}

/** An error that no server answers with. */
const otherStatus = 418;
