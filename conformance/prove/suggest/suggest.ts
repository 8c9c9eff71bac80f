/** Scenarios that notice the faults that survived. Each has been seen to fail with its fault. */
import { compileFeature } from '../../scenarios/compile-feature.js';
import type { Scenario, Step } from '../../scenarios/scenario.js';
import { tagPrefix } from '../../scenarios/scenario.js';
import type { StepLibrary } from '../../scenarios/step-library.js';
import type { Requirement } from '../../suite/requirements.js';
import type { Fault } from '../faults/fault.js';
import type { FaultResult } from '../planting/judge-faults.js';
import type { RecordedScenario } from '../planting/recording.js';
import { concerns, firstConcerned } from '../planting/select.js';
import type { Stage } from '../planting/stage.js';
import { type AddedStep, judgementsFor } from './judgements.js';

/** A requirement and its scenario, which a suite lacks. */
export interface Suggestion {
  readonly requirement: Pick<
    Requirement,
    'id' | 'section' | 'class' | 'profiles' | 'needs' | 'statement'
  >;
  /** The sentences that judge. */
  readonly sentences: readonly string[];
  /** In Gherkin, with its tags, without a feature. */
  readonly gherkin: string;
  readonly scenario: Scenario;
}

/** The suggestions for faults that survived. */
export type Suggestions = ReadonlyMap<Fault, Suggestion>;

/** The feature that suggestions are added to. */
export const featureHeading = 'Feature: What a proof showed to be missing';

/** What suggestions are made with. */
export interface SuggesterParts {
  readonly stage: Stage;
  readonly steps: StepLibrary;
  /** All requirements of the suite. */
  readonly requirements: readonly Requirement[];
  /** The ids in use, to which those of suggestions are added. */
  readonly ids: Set<string>;
}

/** A suggestion, and the fault that it was made for. */
interface Made {
  readonly suggestion: Suggestion;
  readonly fault: Fault;
}

/** Suggestions about other places rarely notice a fault, so that only some of them are tried. */
const mostOthers = 10;

/** Finds suggestions for the survivors on one target. */
export class Suggester {
  readonly #stage: Stage;
  readonly #steps: StepLibrary;
  readonly #requirements: ReadonlyMap<string, Requirement>;
  readonly #ids: Set<string>;
  readonly #made: Made[] = [];
  /** The scenarios that ran on the sound target, by their steps; undefined for those that do not pass. */
  readonly #recorded = new Map<string, Promise<RecordedScenario | undefined>>();

  constructor({ stage, steps, requirements, ids }: SuggesterParts) {
    this.#stage = stage;
    this.#steps = steps;
    this.#requirements = new Map(requirements.map((one) => [one.id, one]));
    this.#ids = ids;
  }

  /** @returns a scenario that notices the fault; undefined when no ready-made sentence does */
  async suggest(survivor: FaultResult): Promise<Suggestion | undefined> {
    const { fault } = survivor;
    const isNear = (one: Made) => isOfSamePlace(one.fault, fault);
    const others = this.#made.filter((one) => !isNear(one)).slice(0, mostOthers);
    return (
      (await this.#findMade(this.#made.filter(isNear), fault)) ??
      (await this.#make(survivor)) ??
      (await this.#findMade(others, fault))
    );
  }

  async #findMade(made: readonly Made[], fault: Fault): Promise<Suggestion | undefined> {
    for (const { suggestion } of made) {
      if (await this.#notices(suggestion.scenario, fault)) return suggestion;
    }
    return undefined;
  }

  async #make({ fault, example, shortest }: FaultResult): Promise<Suggestion | undefined> {
    const base = shortest && this.#requirements.get(shortest.scenario.requirement);
    const sound = shortest && firstConcerned(fault, shortest.exchanges);
    if (shortest === undefined || base === undefined || sound === undefined || !example)
      return undefined;
    const steps = stepsUntil(shortest.scenario, sound.step);
    for (const added of judgementsFor({ fault, sound, steps })) {
      if (!this.#isKnown(added)) continue;
      const { tags } = shortest.scenario;
      const suggestion = this.#describe(base, fault, { steps, added, tags });
      if (suggestion === undefined || !(await this.#notices(suggestion.scenario, fault))) continue;
      this.#ids.add(suggestion.requirement.id);
      this.#made.push({ suggestion, fault });
      return suggestion;
    }
    return undefined;
  }

  #isKnown(added: readonly AddedStep[]): boolean {
    return added.every(({ text }) => this.#steps.findAll(text).length === 1);
  }

  /** Whether a scenario passes on the sound target, and not with the fault. */
  async #notices(scenario: Scenario, fault: Fault): Promise<boolean> {
    const recorded = await this.#record(scenario);
    if (recorded === undefined || !concerns(fault, recorded)) return false;
    const planted = await this.#stage.run(scenario, { fault, recorded });
    return planted.result?.verdict === 'fail';
  }

  /** Runs a scenario on the sound target, once for all faults. */
  #record(scenario: Scenario): Promise<RecordedScenario | undefined> {
    const steps = JSON.stringify(scenario.steps);
    const recorded =
      this.#recorded.get(steps) ??
      this.#stage
        .run(scenario)
        .then(({ result, ...seen }) =>
          result?.verdict === 'pass' ? { scenario, ...seen, isAdaptive: true } : undefined,
        );
    this.#recorded.set(steps, recorded);
    return recorded;
  }

  #describe(
    base: Requirement,
    fault: Fault,
    {
      steps,
      added,
      tags,
    }: Pick<Scenario, 'steps' | 'tags'> & {
      readonly added: readonly AddedStep[];
    },
  ): Suggestion | undefined {
    const sentences = added.filter(({ kind }) => kind === 'judgement').map(({ text }) => text);
    const reads = added.some(({ kind }) => kind === 'action');
    const statement = `${reads ? 'After' : 'In the answer to'} ${fault.operation}, ${sentences.join(' and ')}.`;
    const id = this.#freeId(base.id, fault);
    const own = tags.filter((tag) => !tag.startsWith(tagPrefix));
    const lines = [
      `  ${[...own, tagPrefix + id].join(' ')}`,
      `  Scenario: ${statement.replace(/\.$/, '')}`,
      ...renderSteps([...asPreparations(steps, reads), ...added]),
    ];
    const gherkin = `${lines.join('\n')}\n`;
    const scenario = compile(gherkin);
    if (scenario === undefined) return undefined;
    const { section, class: className, profiles } = base;
    const needs = [...new Set([...base.needs, base.id])];
    const requirement = { id, section, class: className, profiles, needs, statement };
    return { requirement, sentences, gherkin, scenario };
  }

  /** `todos.read.completed-absent`: the place and the kind below the area of another requirement. */
  #freeId(base: string, { kind, place }: Fault): string {
    const area = base.split('.').slice(0, -1).join('.');
    const words = place
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .replaceAll(' ', '-');
    const [, manner = kind] = kind.split('-');
    const id = `${area}.${words === '' ? kind : `${words}-${manner}`}`;
    for (let count = 1; ; count += 1) {
      const one = count === 1 ? id : `${id}-${count}`;
      if (!this.#ids.has(one)) return one;
    }
  }
}

/** Whether one sentence may judge what two faults change. */
function isOfSamePlace(one: Fault, other: Fault): boolean {
  return (
    one.operation === other.operation && one.status === other.status && one.place === other.place
  );
}

/** A suggested scenario stands alone. */
const sharing = 'all scenarios share the next request';

function stepsUntil({ steps }: Scenario, last: number): Scenario['steps'] {
  return steps
    .slice(0, last + 1)
    .filter(({ kind }, index) => kind !== 'judgement' || index === last)
    .filter(({ text }) => text !== sharing);
}

/** All steps before the judged request prepare, except actions, which may be answered with an error. */
function asPreparations(steps: Scenario['steps'], reads: boolean): readonly Step[] {
  return steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    return isLast && !reads ? { ...step, kind: 'action' } : step;
  });
}

const keywords = { preparation: 'Given', action: 'When', judgement: 'Then' } as const;

type WrittenStep = AddedStep & Pick<Step, 'argument'>;

function renderSteps(steps: readonly WrittenStep[]): readonly string[] {
  return steps.flatMap(({ kind, text, argument }, index) => {
    const keyword = steps[index - 1]?.kind === kind ? 'And' : keywords[kind];
    const table = argument?.dataTable?.rows.map(
      ({ cells }) => `      | ${cells.map(({ value }) => escapeCell(value)).join(' | ')} |`,
    );
    const { content } = argument?.docString ?? {};
    const quoted = content === undefined ? [] : ['"""', ...content.split('\n'), '"""'];
    return [`    ${keyword} ${text}`, ...(table ?? []), ...quoted.map((line) => `      ${line}`)];
  });
}

const escapeCell = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');

/** Texts with unusual characters may be no Gherkin. */
function compile(gherkin: string): Scenario | undefined {
  try {
    return compileFeature(`${featureHeading}\n\n${gherkin}`, 'features/proven.feature')[0];
  } catch {
    return undefined;
  }
}
