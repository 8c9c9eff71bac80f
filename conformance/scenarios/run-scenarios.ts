/** Runs the scenarios of the chosen requirements, most of them in an order by chance. */
import { createHash } from 'node:crypto';
import { NotTested, SuiteMistake } from '../outcomes.js';
import type { Suite } from '../suite/suite.js';
import { readScenarios } from './read-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from './scenario.js';
import type { Gate } from './scenario-run.js';
import type { StepLibrary } from './step-library.js';
import type { Company } from './turnstile.js';

/** Which scenarios to run, and how. */
export interface ScenarioOptions {
  readonly suite: Pick<Suite, 'features'>;
  readonly steps: StepLibrary;
  /** Scenarios that carry one of these as `@req:<id>` are run. */
  readonly requirements: readonly string[];
  /** Determines their order. */
  readonly seed: number;
  /** How many of them run at the same time, as far as the gate lets them. */
  readonly concurrency: number;
}

/** On scenarios that are disturbed when others change rows at the same time. */
const aloneTag = '@alone';

/** On scenarios that wait for the target's clock. */
const waitingTag = '@waits';

/** On scenarios about what is there before others make rows. */
const firstTag = '@first';

/**
 * On scenarios with unusual values, and on those with values that the specification leaves open. A
 * target that cannot show them as JSON has no readable list from then on, so they run alone, after
 * the others, and always in the same order. What needs many rows is late as well: others have made
 * some by then.
 */
const [lateTag, lastTag] = ['@late', '@last'];

/**
 * On scenarios that change or delete what is not their own. They need a server whose data end with
 * the check, and no other scenario may run meanwhile.
 */
const destructiveTag = '@destructive';

/**
 * Resolves when all have run, or the gate is closed. As many as were asked for run at a time, and
 * besides them all those that let time go by.
 *
 * @throws Error when steps or features cannot be read.
 */
export async function runScenarios(options: ScenarioOptions, gate: Gate): Promise<void> {
  const { steps } = options;
  const wanted = new Set(options.requirements);
  const scenarios = readScenarios(options.suite).filter(({ requirement }) =>
    wanted.has(requirement),
  );
  const [waiting, others] = divide(scenarios, waitingTag);
  const [first, later] = divide(others, firstTag);
  const [last, earlier] = divide(later, lastTag);
  const [late, usual] = divide(earlier, lateTag);
  const inTurn = shuffle(usual, options.seed);
  const queues = [
    ...waiting.map((scenario) => [scenario]),
    ...Array.from({ length: options.concurrency }, () => inTurn),
  ];
  await runInTurn(first, steps, gate);
  await Promise.all(queues.map((queue) => runInTurn(queue, steps, gate)));
  await runInTurn([...late, ...last], steps, gate);
}

/** Those with a tag, and those without. */
function divide(scenarios: readonly Scenario[], tag: string): [Scenario[], Scenario[]] {
  const isTagged = ({ tags }: Scenario) => tags.includes(tag);
  return [scenarios.filter(isTagged), scenarios.filter((scenario) => !isTagged(scenario))];
}

/** The same seed gives the same order, whichever scenarios there are besides. */
function shuffle(scenarios: readonly Scenario[], seed: number): Scenario[] {
  const draw = ({ feature, line }: Scenario) =>
    createHash('sha1').update(`${seed} ${feature}:${line}`).digest('hex');
  return scenarios
    .map((scenario) => ({ scenario, lot: draw(scenario) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ scenario }) => scenario);
}

/** Takes one scenario after the other away from those that wait. */
async function runInTurn(waiting: Scenario[], steps: StepLibrary, gate: Gate): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await runScenario(next, steps, gate);
  }
}

/** Nothing happens when the gate is closed. */
async function runScenario(scenario: Scenario, library: StepLibrary, gate: Gate): Promise<void> {
  const company = companyOf(scenario);
  const counts = await attempt(scenario, library, gate, company);
  if (!counts) await attempt(scenario, library, gate, 'nobody');
}

function companyOf({ tags }: Scenario): Company {
  if (tags.includes(destructiveTag)) return 'nobody';
  const isAlone = [aloneTag, lateTag, lastTag].some((tag) => tags.includes(tag));
  return isAlone ? 'others in pauses' : 'others';
}

/** Whether what came of it counts, or the scenario has to run again. */
async function attempt(
  { tags, steps, heading: _heading, ...start }: Scenario,
  library: StepLibrary,
  gate: Gate,
  company: Company,
): Promise<boolean> {
  const open = await gate.begin(start, company);
  if (open === undefined) return true;
  const isForbidden = tags.includes(destructiveTag) && !open.run.isDisposable;
  if (isForbidden) return open.end(new NotTested('--disposable'));
  if (tags.includes(unfinishedTag)) {
    return open.end(
      new NotTested(undefined, `its scenario is not finished yet (${unfinishedTag})`),
    );
  }
  const world = library.createWorld();
  world.begin(open);
  for (const step of steps) {
    try {
      world.beginStep?.(step);
      await library.runStep(step, world);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      return open.end(placed(world.explain(error, step.text), start, step));
    }
  }
  return open.end('passed');
}

/** A mistake of the suite's, with the place of the step; any other error as it is. */
function placed(error: Error, { feature }: Pick<Scenario, 'feature'>, { line, text }: Step): Error {
  if (!(error instanceof SuiteMistake)) return error;
  const { message } = error;
  const step = message.includes(text) ? '' : `"${text}": `;
  return new SuiteMistake(`${feature}:${line}: ${step}${message}`);
}
