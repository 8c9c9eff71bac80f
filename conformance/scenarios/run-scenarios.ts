/** Runs the scenarios of the chosen requirements, most of them in an order by chance. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { messageOf, UsageError } from '../../kit/errors.js';
import { NotTested, SuiteMistake } from '../outcomes.js';
import { nameOf } from '../suite/checked-document.js';
import type { Suite } from '../suite/suite.js';
import {
  type Scenario,
  type ScenarioEnd,
  type ScenarioOpener,
  type Step,
  unfinishedTag,
  type World,
} from './scenario.js';
import type { StepLibrary } from './step-library.js';

/** Which scenarios to run, and how. */
export interface ScenarioOptions {
  readonly suite: Pick<Suite, 'features'>;
  readonly steps: StepLibrary;
  /** Scenarios that carry one of these as `@req:<id>` are run. */
  readonly requirements: readonly string[];
  /** Determines their order. */
  readonly seed: number;
  /** How many requests are under way at a time, at most. */
  readonly concurrency: number;
}

/**
 * On scenarios that could miss a fault when others change rows at the same time. They prepare beside
 * others, and hold the target from their first step on that does not prepare. They come first, as
 * long as lists are short.
 */
const aloneTag = '@alone';

/** The same, of a part of the target: scenarios that name different parts may go on together. */
const alonePrefix = `${aloneTag}:`;

/** On scenarios that wait for the target's clock. */
const waitingTag = '@waits';

/** On scenarios about what is there before others make rows. */
const firstTag = '@first';

/**
 * On scenarios with unusual values. A target that cannot show them as JSON has no readable list from
 * then on, so they run after the others (`@late`), and those of them that read lists after these
 * (`@last`), one outline after the other in the order of the features: each list is then spoiled for
 * the same scenarios in every run. What needs many rows is late as well: others have made some.
 */
const [lateTag, lastTag] = ['@late', '@last'];

/**
 * On scenarios that change or delete what is not their own. They need a server whose data end with
 * the check, and no other scenario may run meanwhile.
 */
const destructiveTag = '@destructive';

/** Why they do not run elsewhere. */
const destructiveNeed = `needs --disposable, as it changes or deletes what is not its own (${destructiveTag})`;

/**
 * Resolves when all have run, or none may begin any more.
 *
 * @throws Error when steps or features cannot be read.
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
  // Before unusual values spoil lists.
  await run.settle();
  await run.sideBySide(acrossOutlines(late));
  for (const outline of outlinesOf(last)) await run.sideBySide(outline);
  await run.settle();
}

/** Those with a tag, and those without. */
function divide(scenarios: readonly Scenario[], tag: string): [Scenario[], Scenario[]] {
  return divideBy(scenarios, ({ tags }) => tags.includes(tag));
}

function divideBy(
  scenarios: readonly Scenario[],
  condition: (scenario: Scenario) => boolean,
): [Scenario[], Scenario[]] {
  return [scenarios.filter(condition), scenarios.filter((scenario) => !condition(scenario))];
}

/** Whether it holds the target, or a part of it. */
function isAlone({ tags }: Scenario): boolean {
  return tags.some((tag) => tag === aloneTag || tag.startsWith(alonePrefix));
}

function partOf({ tags }: Scenario): string | undefined {
  if (tags.includes(aloneTag)) return undefined;
  return tags.find((tag) => tag.startsWith(alonePrefix))?.slice(alonePrefix.length);
}

/** In their order, each with its rows; a scenario that is no outline is one by itself. */
function outlinesOf(scenarios: readonly Scenario[]): Scenario[][] {
  const outlines = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const { feature, heading } = scenario;
    const place = `${feature}:${heading.line}`;
    outlines.set(place, [...(outlines.get(place) ?? []), scenario]);
  }
  return [...outlines.values()];
}

/** The first rows of all outlines, then the second ones: an outline of a few long rows begins early. */
function acrossOutlines(scenarios: readonly Scenario[]): Scenario[] {
  const outlines = outlinesOf(scenarios);
  const longest = Math.max(0, ...outlines.map((rows) => rows.length));
  return Array.from({ length: longest }, (_, row) =>
    outlines.flatMap((rows) => rows[row] ?? []),
  ).flat();
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

/** An observation that counts unless others turn out to disturb each other. */
interface Observation {
  readonly scenario: Scenario;
  readonly settle: Exclude<ScenarioEnd, string>;
}

/** Runs scenarios; nothing happens any more when none may begin. */
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
   * Three times as many are open as requests may be under way, since most of them wait for a scenario
   * that holds the target.
   *
   * @param waiting those that let time go by: all of them run besides
   */
  async sideBySide(
    scenarios: readonly Scenario[],
    waiting: readonly Scenario[] = [],
  ): Promise<void> {
    const left = [...scenarios];
    const queues = Array.from({ length: 3 * this.#concurrency - 1 }, () => left);
    await Promise.all([...waiting.map((one) => [one]), ...queues].map((one) => this.inTurn(one)));
  }

  /** Takes one scenario after the other away from those that are left. */
  async inTurn(left: Scenario[]): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await this.#run(next);
  }

  /** Runs those again whose observations do not count. */
  async settle(): Promise<void> {
    for (const { scenario, settle } of this.#observations.splice(0)) {
      if (settle() !== 'counts') await this.#attempt(scenario, true);
    }
  }

  async #run(scenario: Scenario): Promise<void> {
    const end = await this.#attempt(scenario, scenario.tags.includes(destructiveTag));
    if (end === 'has to run again') await this.#attempt(scenario, true);
    else if (end !== 'counts') this.#observations.push({ scenario, settle: end });
  }

  /** @param isSolitary whether nobody else may send anything from its beginning to its end */
  async #attempt(scenario: Scenario, isSolitary: boolean): Promise<ScenarioEnd> {
    const { heading: _heading, tags, steps, ...start } = scenario;
    const open = await this.#opener.begin(start, { isSolitary, part: partOf(scenario) });
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
      world = this.#steps.createWorld();
      world.begin(open);
      for (const step of steps) {
        current = step;
        if (isAlone(scenario) && step.kind !== 'preparation') await open.hold();
        world.beginStep?.(step);
        await this.#steps.runStep(step, world);
      }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const explained = world?.explain(error, current?.text ?? '') ?? error;
      return open.end(placed(this.#steps.judgeError(error, explained), start, current));
    }
    return open.end('passed');
  }
}

/** A mistake of the suite's, with the place of the step; any other error as it is. */
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
 * The scenarios of all features of a suite, in the order of the files' names. They are read once in a
 * thread, as its sessions have them in common.
 *
 * @throws UsageError that names file and line of what is no Gherkin
 */
export function readScenarios({ features }: Pick<Suite, 'features'>): readonly Scenario[] {
  const scenarios = known.get(features) ?? readAll(features);
  known.set(features, scenarios);
  return scenarios;
}

/** How many scenarios there are, by the requirement that they judge. It is data alone. */
export type ScenarioCounts = ReadonlyMap<string, number>;

/** @throws UsageError as `readScenarios` */
export function countScenarios(suite: Pick<Suite, 'features'>): ScenarioCounts {
  const counts = new Map<string, number>();
  for (const { requirement } of readScenarios(suite)) {
    counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
  }
  return counts;
}

function readAll(folder: string): Scenario[] {
  if (!existsSync(folder)) throw new UsageError(`${nameOf(folder)}: there is no such folder.`);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const mistakes: string[] = [];
  const scenarios = names.flatMap((name) => {
    const file = join(folder, name);
    // What our build has made of a feature; nobody else's folder has both.
    if (name.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    return name.endsWith('.feature') ? compile(file, join('features', name), mistakes) : [];
  });
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  return scenarios;
}

/** The file of a scenario, as messages name it: its `feature` is the name in reports. */
export function featureFile(
  { feature }: Pick<Scenario, 'feature'>,
  { features }: Pick<Suite, 'features'>,
): string {
  return nameOf(join(features, feature.replace(/^features[\\/]/, '')));
}

/**
 * The scenarios of a file; none when it is no Gherkin, which is added to the mistakes. The parser is
 * loaded on use: the features that come with Touchstone are compiled.
 */
function compile(file: string, path: string, mistakes: string[]): Scenario[] {
  const load = createRequire(import.meta.url);
  const { compileFeature } = load('./compile-feature.js') as typeof import('./compile-feature.js');
  try {
    return compileFeature(readFileSync(file, 'utf8'), path);
  } catch (error) {
    mistakes.push(messageOf(error).replaceAll(path, nameOf(file)));
    return [];
  }
}
