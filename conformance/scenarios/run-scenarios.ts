/**
 * Reads the scenarios of a suite, and runs those of the chosen requirements, most of them in seeded
 * random order.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { groupBy } from '../../kit/collections.js';
import { messageOf, UsageError } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { remember } from '../../kit/remember.js';
import { demandFolder, nameOf } from '../suite/checked-document.js';
import type { DerivedFeature, DerivedParts, Suite } from '../suite/suite.js';
import type { CaseStart } from '../verdict/case.js';
import { NotTested, SuiteMistake } from '../verdict/outcomes.js';
import type { Isolation } from './request-scheduler.js';
import {
  type OpenScenario,
  type Scenario,
  type ScenarioEnd,
  type ScenarioOpener,
  type Step,
  unfinishedTag,
  type World,
} from './scenario.js';
import type { StepLibrary } from './step-library.js';

/** The scenarios to run, and the limits of the run. */
export interface ScenarioOptions {
  readonly suite: Pick<Suite, 'features' | 'derived'>;
  readonly steps: StepLibrary;
  /** Ids; the scenarios with one of them in a tag `@req:<id>` are run. */
  readonly requirements: readonly string[];
  /** Determines the order of the scenarios. */
  readonly seed: number;
  /** The highest number of requests under way at a time. */
  readonly concurrency: number;
}

/**
 * Tag of scenarios that could miss a fault while others change rows. They prepare while others run,
 * and hold the target from their first step that does not prepare. They start first, while lists
 * are short.
 */
const aloneTag = '@alone';

/** Prefix of the tag of scenarios that hold only the named part of the target. */
const alonePrefix = `${aloneTag}:`;

/** Tag of scenarios that wait for the target's clock. */
const waitingTag = '@waits';

/** Tag of scenarios about the state of the target before others create rows. */
const firstTag = '@first';

/**
 * Tags of scenarios with unusual values. If a target cannot write such a value as JSON, its lists
 * become unreadable, so these scenarios run after all others (`@late`). Late scenarios that read
 * lists come last (`@last`), one outline after the other in the order of the features, so that
 * every run makes lists unreadable for the same scenarios. Scenarios that need many rows are also
 * late, because they use the rows of earlier scenarios.
 */
const [lateTag, lastTag] = ['@late', '@last'];

/**
 * Tag of scenarios that change or delete rows of others. They run alone, and only on a server whose
 * data end with the check.
 */
export const destructiveTag = '@destructive';

/** Reason to leave out destructive scenarios. */
const destructiveNeed = `needs --disposable, because it changes or deletes what it did not create (${destructiveTag})`;

/**
 * Runs the scenarios, until all have ended or none may begin any more.
 *
 * @throws UsageError when a feature cannot be read
 */
export async function runScenarios(
  options: ScenarioOptions,
  opener: ScenarioOpener,
): Promise<void> {
  const wanted = new Set(options.requirements);
  const scenarios = readScenarios(options.suite).filter(({ requirement }) =>
    wanted.has(requirement),
  );
  const [waiting, others] = divide(scenarios, waitingTag);
  const [first, later] = divide(others, firstTag);
  const [last, earlier] = divide(later, lastTag);
  const [late, usual] = divide(earlier, lateTag);
  const [alone, besideOthers] = divideBy(shuffle(usual, options.seed), isAlone);
  const run = new ScenarioRunner(options, opener);
  await run.inTurn(first);
  await run.sideBySide([...alone, ...besideOthers], waiting);
  // Observations are repeated before unusual values spoil lists.
  await run.reviewObservations();
  await run.sideBySide(acrossOutlines(late));
  for (const outline of outlinesOf(last)) await run.sideBySide(outline);
  await run.reviewObservations();
}

/** Splits scenarios into those with a tag and those without. */
function divide(scenarios: readonly Scenario[], tag: string): [Scenario[], Scenario[]] {
  return divideBy(scenarios, ({ tags }) => tags.includes(tag));
}

function divideBy(
  scenarios: readonly Scenario[],
  condition: (scenario: Scenario) => boolean,
): [Scenario[], Scenario[]] {
  return [scenarios.filter(condition), scenarios.filter((scenario) => !condition(scenario))];
}

/** Whether a scenario holds the target or a part of it. */
export function isAlone({ tags }: Scenario): boolean {
  return tags.some((tag) => tag === aloneTag || tag.startsWith(alonePrefix));
}

function partOf({ tags }: Scenario): string | undefined {
  if (tags.includes(aloneTag)) return undefined;
  return tags.find((tag) => tag.startsWith(alonePrefix))?.slice(alonePrefix.length);
}

/** Groups scenarios by outline, in their order; any other scenario is a group of one. */
function outlinesOf(scenarios: readonly Scenario[]): Scenario[][] {
  return [...groupBy(scenarios, ({ feature, heading }) => `${feature}:${heading.line}`).values()];
}

/**
 * Orders the first rows of all outlines before the second ones, so that an outline of few long rows
 * starts early.
 */
function acrossOutlines(scenarios: readonly Scenario[]): Scenario[] {
  const outlines = outlinesOf(scenarios);
  const longest = Math.max(0, ...outlines.map((rows) => rows.length));
  return Array.from({ length: longest }, (_, row) =>
    outlines.flatMap((rows) => rows[row] ?? []),
  ).flat();
}

/** A seed determines the order of any two scenarios, independently of other scenarios. */
function shuffle(scenarios: readonly Scenario[], seed: number): Scenario[] {
  const draw = ({ feature, line }: Scenario) =>
    createHash('sha1').update(`${seed} ${feature}:${line}`).digest('hex');
  return scenarios
    .map((scenario) => ({ scenario, lot: draw(scenario) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ scenario }) => scenario);
}

/** An observation that counts unless scenarios turn out to disturb each other. */
interface Observation {
  readonly scenario: Scenario;
  readonly review: Exclude<ScenarioEnd, string>;
}

/** Runs scenarios, as long as scenarios may begin. */
class ScenarioRunner {
  readonly #steps: StepLibrary;
  readonly #concurrency: number;
  readonly #opener: ScenarioOpener;
  readonly #observations: Observation[] = [];

  constructor({ steps, concurrency }: ScenarioOptions, opener: ScenarioOpener) {
    this.#steps = steps;
    this.#concurrency = concurrency;
    this.#opener = opener;
  }

  /**
   * Runs scenarios side by side: three times as many as the limit of requests, because most of them
   * wait for a scenario that holds a part of the target.
   *
   * @param waiting scenarios that wait for the clock; all of them run besides
   */
  async sideBySide(
    scenarios: readonly Scenario[],
    waiting: readonly Scenario[] = [],
  ): Promise<void> {
    const left = [...scenarios];
    const queues = Array.from({ length: 3 * this.#concurrency - 1 }, () => left);
    await Promise.all([...waiting.map((one) => [one]), ...queues].map((one) => this.inTurn(one)));
  }

  /** Runs the scenarios of a queue, which other callers may share, one after the other. */
  async inTurn(left: Scenario[]): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await this.#run(next);
  }

  /** Runs the scenarios again whose observations do not count. */
  async reviewObservations(): Promise<void> {
    for (const { scenario, review } of this.#observations.splice(0)) {
      if (review() !== 'counts') await this.#runAlone(scenario);
    }
  }

  async #run(scenario: Scenario): Promise<void> {
    const end = await this.#attempt(scenario, scenario.tags.includes(destructiveTag));
    if (end === 'has to run again') await this.#runAlone(scenario);
    else if (end !== 'counts') this.#observations.push({ scenario, review: end });
  }

  /** Runs a scenario while no other one sends anything, until an attempt counts. */
  async #runAlone(scenario: Scenario): Promise<void> {
    while ((await this.#attempt(scenario, true)) === 'has to run again');
  }

  async #attempt(scenario: Scenario, isSolitary: boolean): Promise<ScenarioEnd> {
    return await attempt(scenario, { isSolitary }, { steps: this.#steps, opener: this.#opener });
  }
}

/** What an attempt at a scenario needs. */
interface AttemptParts {
  readonly steps: StepLibrary;
  readonly opener: ScenarioOpener;
  /** Called before each step, with its index. */
  readonly onStep?: (index: number) => void;
}

/**
 * Runs a scenario once.
 *
 * @param isolation whether others may send anything from its beginning to its end
 */
export async function attempt(
  scenario: Scenario,
  isolation: Omit<Isolation, 'part'>,
  { steps: library, opener, onStep }: AttemptParts,
): Promise<ScenarioEnd> {
  const { heading: _heading, tags, steps, ...start } = scenario;
  const open = await opener.begin(start, { ...isolation, part: partOf(scenario) });
  if (open === undefined) return 'counts';
  const isForbidden = tags.includes(destructiveTag) && !open.run.isDisposable;
  if (isForbidden) return open.end(new NotTested('--disposable', destructiveNeed));
  if (tags.includes(unfinishedTag)) {
    return open.end(
      new NotTested(undefined, `its scenario is not finished yet (${unfinishedTag})`),
    );
  }
  let world: World | undefined;
  let current = steps[0];
  try {
    world = library.createWorld();
    world.begin(open);
    for (const [index, step] of steps.entries()) {
      current = step;
      onStep?.(index);
      if (isAlone(scenario) && step.kind !== 'preparation') await open.hold();
      world.beginStep?.(step, steps[index + 1]);
      await perform(step, { library, world, open, start });
    }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const explained = (await world?.explain(error)) ?? error;
    return open.end(placed(library.judgeError(error, explained, world), start, current));
  }
  return open.end('passed');
}

/** The surroundings of a step. */
interface StepContext {
  readonly library: StepLibrary;
  readonly world: World;
  readonly open: OpenScenario;
  readonly start: CaseStart;
}

async function perform(step: Step, { library, world, open, start }: StepContext): Promise<void> {
  const act = () => library.runStep(step, world);
  const place = `${start.feature}:${step.line}: "${step.text}"`;
  await (open.watch?.(act, place) ?? act());
}

/** Adds the place of the step to a mistake of the suite; returns other errors unchanged. */
function placed(
  error: Error,
  { feature }: Pick<Scenario, 'feature'>,
  current: Step | undefined,
): Error {
  if (!(error instanceof SuiteMistake) || current === undefined) return error;
  const { message } = error;
  const { line, text } = current;
  const step = message.includes(text) ? '' : `"${text}": `;
  return new SuiteMistake(`${feature}:${line}: ${step}${message}`);
}

const known = new Map<string, readonly Scenario[]>();

/**
 * Returns the scenarios of all features of a suite, in the order of the file names. Each thread
 * reads them once, for all of its sessions.
 *
 * @throws UsageError that names file and line of each mistake in Gherkin
 */
export function readScenarios({
  features,
  derived,
}: Pick<Suite, 'features' | 'derived'>): readonly Scenario[] {
  const written = features === undefined ? [] : (known.get(features) ?? readAll(features));
  if (features !== undefined) known.set(features, written);
  if (derived === undefined) return written;
  return [...written, ...compileParts(derived)];
}

const compileParts = remember(({ features }: DerivedParts) => features.flatMap(compileDerived));

function compileDerived({ text, path }: DerivedFeature): readonly Scenario[] {
  return loadCompiler().compileFeature(text, path);
}

/** The parser is loaded on use, because the features that come with Touchstone are compiled. */
function loadCompiler(): typeof import('./compile-feature.js') {
  return createRequire(import.meta.url)('./compile-feature.js');
}

/** The number of scenarios by the id of their requirement; structured cloning keeps it. */
export type ScenarioCounts = ReadonlyMap<string, number>;

/** @throws UsageError like `readScenarios` */
export function countScenarios(suite: Pick<Suite, 'features' | 'derived'>): ScenarioCounts {
  const counts = new Map<string, number>();
  for (const { requirement } of readScenarios(suite)) {
    counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
  }
  return counts;
}

function readAll(folder: string): Scenario[] {
  demandFolder(folder, 'features');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const mistakes: string[] = [];
  const scenarios = names.flatMap((name) => {
    const file = join(folder, name);
    // Our build compiles features to JSON; a folder has either the features or the compiled ones.
    if (name.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    return name.endsWith('.feature') ? compile(file, join('features', name), mistakes) : [];
  });
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  return scenarios;
}

/** The name of the file of a scenario in messages; `feature` is its name in reports. */
export function featureFile(
  { feature }: Pick<Scenario, 'feature'>,
  { features }: Pick<Suite, 'features'>,
): string {
  const folder = mustExist(features, 'folder of features');
  return nameOf(join(folder, feature.replace(/^features[\\/]/, '')));
}

/**
 * Returns the scenarios of a file, and adds mistakes in Gherkin to the list.
 */
function compile(file: string, path: string, mistakes: string[]): Scenario[] {
  try {
    return loadCompiler().compileFeature(readFileSync(file, 'utf8'), path);
  } catch (error) {
    mistakes.push(messageOf(error).replaceAll(path, nameOf(file)));
    return [];
  }
}
