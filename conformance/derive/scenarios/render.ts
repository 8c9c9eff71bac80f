/** Renders derived requirements as the entries of a catalogue, and their scenarios as features. */

import { UniqueNames } from '../../../kit/unique-names.js';
import type { Step } from '../../scenarios/scenario.js';
import { kebab, oneLine } from '../description/values.js';
import type { PlannedRequirement, PlannedScenario, PlannedStep } from './model.js';

/** An entry of a catalogue, in the order of its keys. */
export interface RenderedEntry {
  readonly id: string;
  readonly section: string;
  readonly level?: 'open';
  readonly needs?: readonly string[];
  readonly exercises?: readonly string[];
  readonly statement: string;
}

/** The entries of a catalogue. */
export function renderEntries(
  requirements: readonly PlannedRequirement[],
): readonly RenderedEntry[] {
  return requirements.map(({ id, section, level, needs, exercises, statement }) => ({
    ...{ id, section },
    ...(level === 'open' ? { level } : {}),
    ...(needs.length === 0 ? {} : { needs }),
    ...(exercises.length === 0 ? {} : { exercises }),
    statement,
  }));
}

/** One feature for each tag, by its path: `features/todos.feature`. */
export function renderFeatures(
  requirements: readonly PlannedRequirement[],
): ReadonlyMap<string, string> {
  const names = new UniqueNames();
  const tags = [...new Set(requirements.map(({ tag }) => tag))];
  return new Map(
    tags.map((tag) => {
      const own = requirements.filter((one) => one.tag === tag);
      const shared = sharedSteps(own.flatMap(({ scenarios }) => scenarios));
      const scenarios = own.flatMap((one) => renderScenarios(one, shared.length));
      const text = [`Feature: ${tag}`, '', ...renderBackground(shared), ...scenarios].join('\n');
      return [`features/${names.take(kebab(tag, 'api'))}.feature`, text];
    }),
  );
}

/** The steps with which all scenarios of a feature begin. */
function sharedSteps(scenarios: readonly PlannedScenario[]): readonly PlannedStep[] {
  const [first] = scenarios;
  if (first === undefined || scenarios.length < 2) return [];
  const differing = first.steps.findIndex(
    (step, index) =>
      step.kind !== 'Given' ||
      scenarios.some(({ steps }) => JSON.stringify(steps[index]) !== JSON.stringify(step)),
  );
  const shared = first.steps.slice(0, Math.max(differing, 0));
  // A step about the next request belongs to that request.
  return shared.at(-1)?.text === 'all scenarios share the next request'
    ? shared.slice(0, -1)
    : shared;
}

function renderBackground(steps: readonly PlannedStep[]): readonly string[] {
  if (steps.length === 0) return [];
  const lines = steps.flatMap((step, index) => renderStep(step, steps[index - 1]?.kind));
  return [['  Background:', ...lines, ''].join('\n')];
}

/** The scenarios of a requirement, without the steps of the background. */
function renderScenarios(
  { id, scenarios, unfinished }: PlannedRequirement,
  shared: number,
): string[] {
  return scenarios.map(({ title, tags, steps: all }) => {
    const steps = all.slice(shared);
    const marks = [`@req:${id}`, ...tags, ...(unfinished === undefined ? [] : ['@todo'])];
    const lines = [
      `  ${marks.join(' ')}`,
      ...(unfinished === undefined
        ? []
        : [
            `  # To be finished: ${oneLine(unfinished)}.`,
            '  # Write the steps, then remove @todo.',
          ]),
      `  Scenario: ${oneLine(title)}`,
      ...steps.flatMap((step, index) => renderStep(step, steps[index - 1]?.kind)),
    ];
    return `${lines.join('\n')}\n`;
  });
}

function renderStep(
  { kind, text, below, table }: PlannedStep,
  before: string | undefined,
): string[] {
  const line = `    ${kind === before ? 'And' : kind} ${text}`;
  if (table !== undefined) return [line, ...table.map(renderRow)];
  if (below === undefined) return [line];
  // Gherkin would read three escaped quotation marks as the end.
  const fence = below.includes('\\"\\"\\"') ? '```' : '"""';
  const inside = below.split('\n').map((one) => `      ${one}`);
  return [line, `      ${fence}`, ...inside, `      ${fence}`];
}

/** A row of a table, with the characters escaped that are special in cells. */
function renderRow(cells: readonly string[]): string {
  const escaped = cells.map((cell) => cell.replace(/[\\|]/g, '\\$&').replaceAll('\n', '\\n'));
  return `      | ${escaped.join(' | ')} |`;
}

/** A step as a compiled feature has it. */
export function asFeatureStep({
  kind,
  text,
  below,
  table = [],
}: PlannedStep): Pick<Step, 'kind' | 'text' | 'argument'> {
  const rows = table.map((cells) => ({ cells: cells.map((value) => ({ value })) }));
  const argument = {
    dataTable: { rows },
    ...(below === undefined ? {} : { docString: { content: below } }),
  };
  return { kind: kind === 'Given' ? 'preparation' : 'action', text, argument };
}
