/** The recording: every scenario once, without a fault, and once more to find what is unstable. */

import { asObject } from '../../../kit/collections.js';
import { jsonOf } from '../../http/exchange.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { RecordedCase } from '../../sessions/session-input.js';
import type { SeenExchange } from '../faults/fault.js';
import { readsMore } from '../faults/resources.js';
import type { Execution } from './lane.js';
import type { RecordedExchange } from './proxy.js';
import type { Stage } from './stage.js';

/** A scenario that passes on the sound target, with its exchanges. */
export interface RecordedScenario {
  readonly scenario: Scenario;
  readonly exchanges: readonly RecordedExchange[];
  /** The longest time, in milliseconds, that it waited for a state of the target. */
  readonly waited: number;
  /** Whether it paused, or waited for a state, so that others may run meanwhile. */
  readonly hasPauses: boolean;
  /** Whether it may send other requests when others have created something: it runs without that. */
  readonly isAdaptive: boolean;
}

/** A scenario that no fault is planted for. */
export interface LeftOut {
  readonly requirement: string;
  /** `features/todos.feature:7` */
  readonly place: string;
  readonly why: 'does not pass' | 'not tested' | 'unstable';
  /** In words. */
  readonly reason: string;
  /** The missing option without which it is not tested, such as `--token`. */
  readonly option?: string;
}

/** The scenarios of one target. */
export interface Recording {
  readonly scenarios: readonly RecordedScenario[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Records scenarios. Each runs once among what others have created, and once, if it reads more than its
 * own, without that: where these two differ, it has to be alone, and runs twice more.
 *
 * @param onScenario called after each of the first two executions
 */
export async function record(
  stage: Stage,
  scenarios: readonly Scenario[],
  onScenario: () => void,
): Promise<Recording> {
  const leftOut: LeftOut[] = [];
  const executions = await stage.inTurn(scenarios, async (scenario) => {
    const { result, ...seen } = await stage.runBeside(scenario);
    onScenario();
    if (result === undefined) return [];
    if (result.verdict === 'pass') return [{ scenario, ...seen, isAdaptive: false }];
    leftOut.push({ ...describe(scenario), ...reasonOf(result) });
    return [];
  });
  const passed = executions.flat();
  const repeated = await stage.spread(passed, async (one, run) => {
    const recorded = { ...one, isAdaptive: readsMore(one.exchanges) };
    const again = await run(one.scenario, { recorded });
    onScenario();
    return { again, isEqual: differenceOf(one, again) === undefined };
  });
  const stable = await stage.inTurn(passed, async (one, run) => {
    const { again, isEqual } = repeated.get(one) ?? {};
    if (again === undefined) return [];
    if (isEqual) return [{ ...one, waited: Math.max(one.waited, again.waited) }];
    const [first, second] = [await run(one.scenario), await run(one.scenario)];
    if (second.result === undefined) return [];
    const reason = differenceOf(first, second);
    if (reason === undefined) {
      const { exchanges } = first;
      const waited = Math.max(first.waited, second.waited);
      return [{ ...one, exchanges, waited, isAdaptive: true, hasPauses: false }];
    }
    leftOut.push({ ...describe(one.scenario), why: 'unstable', reason });
    return [];
  });
  return { scenarios: stable.flat(), leftOut };
}

function describe({
  requirement,
  feature,
  line,
}: Scenario): Pick<LeftOut, 'requirement' | 'place'> {
  return { requirement, place: `${feature}:${line}` };
}

function reasonOf({
  verdict,
  reason,
  option,
}: RecordedCase): Pick<LeftOut, 'why' | 'reason' | 'option'> {
  if (verdict === 'not tested' || verdict === 'not applicable') {
    return { why: 'not tested', reason: reason ?? verdict, ...(option === null ? {} : { option }) };
  }
  return { why: 'does not pass', reason: reason ?? verdict };
}

/** An execution, whose result is left out where it is known to have passed. */
type Seen = Pick<Execution, 'exchanges'> & Partial<Pick<Execution, 'result'>>;

/** How two executions differ; undefined if only by values. */
function differenceOf(one: Seen, again: Seen): string | undefined {
  if ([one, again].some(({ result }) => (result?.verdict ?? 'pass') !== 'pass')) {
    return 'it passes only sometimes';
  }
  // A scenario may walk through as many pages as there are.
  const [first, second] = [
    new Set(one.exchanges.map(formOf)),
    new Set(again.exchanges.map(formOf)),
  ];
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
