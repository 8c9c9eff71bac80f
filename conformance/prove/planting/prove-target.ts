/** The proof on one target: its recording, its faults, and what became of each. */
import { createHash } from 'node:crypto';
import { readScenarios } from '../../scenarios/run-scenarios.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { OpenTarget } from '../../servers/target.js';
import type { Session } from '../../sessions/session-input.js';
import type { Level } from '../../suite/requirements.js';
import { type Fault, nameOfFault } from '../faults/fault.js';
import { findFaults } from './find-faults.js';
import { type FaultResult, judgeFaults } from './judge-faults.js';
import type { ProveOptions } from './proof.js';
import { type Recording, record } from './recording.js';
import { chooseFaults, ScenarioIndex } from './select.js';
import type { Stage } from './stage.js';

/** A target with the scenarios that run on it. */
export interface TargetRun {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly stage: Stage;
}

/** The scenarios of the requirements that a fault can break, in the order of the features. */
export function scenariosOf(session: Session): readonly Scenario[] {
  return scenariosOfLevel('must', session);
}

/** The scenarios that observe what the specification leaves open. */
export function observingScenariosOf(session: Session): readonly Scenario[] {
  return scenariosOfLevel('open', session);
}

function scenariosOfLevel(wanted: Level, { suite, requirements }: Session): readonly Scenario[] {
  const ids = new Set(requirements.filter(({ level }) => level === wanted).map(({ id }) => id));
  return readScenarios(suite).filter(({ requirement }) => ids.has(requirement));
}

/** A recording with the faults that can be planted in it. */
export interface PlannedTarget extends TargetRun {
  readonly recording: Recording;
  readonly index: ScenarioIndex;
  readonly faults: readonly Fault[];
}

/** Records the scenarios of a target, and makes faults from the recording. */
export async function planTarget(run: TargetRun, onScenario: () => void): Promise<PlannedTarget> {
  const recording = await record(run.stage, scenariosOf(run.session), onScenario);
  const { scenarios } = recording;
  const target = { ...run.target, credentials: run.stage.credentials };
  const faults = findFaults(scenarios, run.session, target);
  return { ...run, recording, index: new ScenarioIndex(scenarios), faults };
}

/** The faults of a target to plant, and those that are left out. */
export interface Choice {
  readonly planted: readonly Fault[];
  readonly equivalents: readonly Fault[];
  readonly unplanted: number;
}

/**
 * Chooses the faults to plant on each target. A fault that an earlier target has, too, is planted
 * there alone.
 *
 * @returns a choice for each target, in their order
 */
export function choosePlantings(
  targets: readonly PlannedTarget[],
  { maxFaults = Number.POSITIVE_INFINITY, chosen }: ProveOptions,
  seed: number,
): readonly Choice[] {
  const known = new Set<string>();
  const owners = new Map<Fault, PlannedTarget>();
  for (const target of targets) {
    for (const fault of target.faults) {
      const name = nameOfFault(fault);
      if (known.has(name) || (chosen !== undefined && !chosen.has(name))) continue;
      known.add(name);
      owners.set(fault, target);
    }
  }
  const equivalents = new Set<Fault>();
  const isFault = (fault: Fault) => {
    const isEquivalent = owners.get(fault)?.index.concernedBy(fault).next().done ?? true;
    if (isEquivalent) equivalents.add(fault);
    return !isEquivalent;
  };
  const draw = (fault: Fault) =>
    createHash('sha1')
      .update(`${seed} ${nameOfFault(fault)}`)
      .digest('hex');
  const planted = chooseFaults([...owners.keys()], maxFaults, draw, isFault);
  return targets.map((target) => {
    const own = target.faults.filter((fault) => owners.get(fault) === target);
    const of = (some: ReadonlySet<Fault>) => own.filter((fault) => some.has(fault));
    const unplanted = own.length - of(planted).length - of(equivalents).length;
    return { planted: of(planted), equivalents: of(equivalents), unplanted };
  });
}

/**
 * Plants faults in the scenarios that they concern, or in all.
 *
 * @returns the results so far when the run was stopped
 */
export async function plantFaults(
  { stage, index, recording }: PlannedTarget,
  faults: readonly Fault[],
  { whole }: ProveOptions,
  onProgress: (planted: number, unnoticed: number) => void,
): Promise<readonly FaultResult[]> {
  const scenariosFor = (fault: Fault) => (whole ? recording.scenarios : index.concernedBy(fault));
  return await judgeFaults(faults, scenariosFor, stage, onProgress);
}
