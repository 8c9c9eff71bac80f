/** The recording: every scenario once, without a fault, and once more to find what is unstable. */

import { asObject } from '../../../kit/collections.js';
import { jsonOf } from '../../http/exchange.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { RecordedCase } from '../../sessions/session-input.js';
import type { SeenExchange } from '../faults/fault.js';
import type { RecordedExchange } from './proxy.js';
import type { Stage } from './stage.js';

/** A scenario that passes on the sound target, with its exchanges. */
export interface RecordedScenario {
  readonly scenario: Scenario;
  readonly exchanges: readonly RecordedExchange[];
  /** The longest time, in milliseconds, that it waited for a state of the target. */
  readonly waited: number;
}

/** A scenario that no fault is planted for. */
export interface LeftOut {
  readonly requirement: string;
  /** `features/todos.feature:7` */
  readonly place: string;
  readonly why: 'does not pass' | 'not tested' | 'unstable';
  /** In words. */
  readonly reason: string;
}

/** The scenarios of one target. */
export interface Recording {
  readonly scenarios: readonly RecordedScenario[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Records scenarios.
 *
 * @param onScenario called after each of the two executions
 */
export async function record(
  stage: Stage,
  scenarios: readonly Scenario[],
  onScenario: () => void,
): Promise<Recording> {
  const executions = await stage.sideBySide(scenarios, async (scenario, run) => {
    const { result, ...seen } = await run(scenario);
    onScenario();
    return { scenario, result, ...seen };
  });
  const leftOut: LeftOut[] = [];
  const passed = executions.filter(({ scenario, result }) => {
    const isPassed = result?.verdict === 'pass';
    if (!isPassed && result) leftOut.push({ ...describe(scenario), ...reasonOf(result) });
    return isPassed;
  });
  const repeated = await stage.sideBySide(passed, async (one, run) => {
    const again = await run(one.scenario);
    onScenario();
    return { one, again };
  });
  const stable = repeated.flatMap(({ one, again }): RecordedScenario[] => {
    const { scenario, exchanges } = one;
    if (again.result === undefined) return [];
    const reason = differenceOf(exchanges, again.exchanges);
    if (reason === undefined && again.result.verdict === 'pass') {
      return [{ scenario, exchanges, waited: Math.max(one.waited, again.waited) }];
    }
    const why = { why: 'unstable', reason: reason ?? 'it passes only sometimes' } as const;
    leftOut.push({ ...describe(scenario), ...why });
    return [];
  });
  return { scenarios: stable, leftOut };
}

function describe({
  requirement,
  feature,
  line,
}: Scenario): Pick<LeftOut, 'requirement' | 'place'> {
  return { requirement, place: `${feature}:${line}` };
}

function reasonOf({ verdict, reason, mismatches }: RecordedCase): Pick<LeftOut, 'why' | 'reason'> {
  if (verdict === 'not tested' || verdict === 'not applicable') {
    return { why: 'not tested', reason: reason ?? verdict };
  }
  const [first] = mismatches;
  return { why: 'does not pass', reason: reason ?? (first === undefined ? verdict : verdict) };
}

/** The first exchange that differs in more than values; undefined when none does. */
function differenceOf(
  one: readonly SeenExchange[],
  other: readonly SeenExchange[],
): string | undefined {
  // A scenario may walk through as many pages as there are.
  const [first, second] = [new Set(one.map(formOf)), new Set(other.map(formOf))];
  const isMissing = (forms: ReadonlySet<string>) => (form: string) => !forms.has(form);
  const form = [...first].find(isMissing(second)) ?? [...second].find(isMissing(first));
  if (form === undefined) return undefined;
  const [operation] = form.split(' has ');
  return `the answers to ${operation} change by themselves`;
}

/** The operation, the status, and the names and types of members. */
function formOf({ operation, response }: SeenExchange): string {
  return `${operation} has ${response.status} ${shapeOf(jsonOf(response)?.value)}`;
}

/** Lists hold what others create, so their elements may differ. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(asObject(value)).map(([name, one]) => `${name}:${shapeOf(one)}`);
  return `{${members.sort().join()}}`;
}
