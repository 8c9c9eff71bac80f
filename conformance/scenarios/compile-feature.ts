/** Compiles a feature in Gherkin into scenarios. */

import {
  AstBuilder,
  compile,
  dialects,
  GherkinClassicTokenMatcher,
  Parser,
} from '@cucumber/gherkin';
import { mustExist } from '../../kit/invariant.js';
import type { CaseStart } from '../verdict/case.js';
import { type Heading, type Scenario, type Step, type StepKind, tagPrefix } from './scenario.js';

type Feature = ReturnType<Parser<unknown>['parse']>;
/** A scenario or an outline, as Gherkin describes it. */
type GherkinScenario = ReturnType<typeof scenariosOf>[number];
type Pickle = ReturnType<typeof compile>[number];

/**
 * Returns the scenarios of a feature in their order, with one scenario for each row of an outline.
 *
 * @param path the path of the file in reports
 * @throws Error with a line for each mistake: `file:line: sentence`
 */
export function compileFeature(text: string, path: string): Scenario[] {
  let number = 0;
  const nextId = () => String(++number);
  const feature = parse(text, path, nextId);
  const mistakes = scenariosOf(feature).flatMap((one) => mistakesOfOutline(one, feature));
  if (mistakes.length > 0) {
    throw new Error(mistakes.map(([line, sentence]) => `${path}:${line}: ${sentence}`).join('\n'));
  }
  return compile(feature, path, nextId).map((pickle) => describeScenario(pickle, feature));
}

function parse(text: string, path: string, nextId: () => string): Feature {
  try {
    return new Parser(new AstBuilder(nextId), new GherkinClassicTokenMatcher()).parse(text);
  } catch (error) {
    throw new Error(
      mistakesIn(error)
        .map((one) => describeMistake(one, path))
        .join('\n'),
    );
  }
}

interface Mistake {
  readonly message: string;
  readonly location?: { readonly line: number };
}

/** The parser wraps several mistakes in one error. */
function mistakesIn(error: unknown): readonly Mistake[] {
  const { errors } = error as { readonly errors?: readonly Mistake[] };
  return errors ?? [error instanceof Error ? error : new Error(String(error))];
}

function describeMistake({ message, location }: Mistake, path: string): string {
  const place = location === undefined ? path : `${path}:${location.line}`;
  const [, unexpected = '', tokens, got] =
    /^(?:\(\d+:\d+\): )?(unexpected end of file)?.*?expected: ([#\w, ]+?)(?:, got '(.*)')?$/s.exec(
      message,
    ) ?? [];
  const reason =
    tokens === undefined
      ? message.replace(/^\(\d+:\d+\): /, '')
      : `expected ${wordsOf(tokens)}, got ${got === undefined ? unexpected : `"${got}"`}`;
  return `${place}: this is not Gherkin: ${reason.replace(/\.?$/, '.')}`;
}

/** The lines that the parser can expect; it also expects comments, blank lines and the end. */
const tokensInWords: Readonly<Record<string, string>> = {
  '#FeatureLine': 'Feature:',
  '#BackgroundLine': 'Background:',
  '#RuleLine': 'Rule:',
  '#ScenarioLine': 'Scenario:',
  '#ExamplesLine': 'Examples:',
  '#StepLine': 'a step (Given, When, Then, And, But or *)',
  '#TagLine': 'a tag',
  '#TableRow': 'a row of a table',
  '#DocStringSeparator': 'triple quotes',
};

function wordsOf(tokens: string): string {
  const words = tokens.split(', ').flatMap((token) => tokensInWords[token] ?? []);
  return words.join(', ').replace(/, (?=[^,]*$)/, words.length > 1 ? ' or ' : ', ');
}

type OutlineMistake = readonly [line: number, sentence: string];

/** Mistakes by which rows of an outline do not run, or run with unfilled places. */
function mistakesOfOutline(scenario: GherkinScenario, { feature }: Feature): OutlineMistake[] {
  const { examples, keyword, location, steps } = scenario;
  const outlines = dialects[feature?.language ?? 'en']?.scenarioOutline ?? [];
  if (examples.length === 0 && outlines.includes(keyword)) {
    return [[location.line, 'the outline has no Examples, so its places stay unfilled.']];
  }
  const namesOf = (row: (typeof examples)[number]['tableHeader']) =>
    new Set(row?.cells.map(({ value }) => value));
  const all = new Set(examples.flatMap(({ tableHeader }) => [...namesOf(tableHeader)]));
  return examples.flatMap(({ tableHeader, tableBody, location: { line } }): OutlineMistake[] => {
    if (tableBody.length === 0) return [[line, 'these Examples have no rows, so nothing runs.']];
    const known = namesOf(tableHeader);
    const missing = [...all].filter(
      (name) => !known.has(name) && steps.some(({ text }) => text.includes(`<${name}>`)),
    );
    return missing.map((name) => [line, `these Examples have no column "${name}".`]);
  });
}

function describeScenario(pickle: Pickle, feature: Feature): Scenario {
  const tags = [...new Set(pickle.tags.map(({ name }) => name))];
  const tag = tags.find((name) => name.startsWith(tagPrefix)) ?? tagPrefix;
  return {
    requirement: tag.slice(tagPrefix.length),
    scenario: pickle.name,
    feature: pickle.uri,
    ...locate(pickle, feature),
    tags,
    steps: pickle.steps.map((step) => describeStep(step, feature)),
  };
}

/**
 * The kinds of steps by the types of their keywords; `*` at the beginning of a scenario has none.
 */
const kinds: Readonly<Record<string, StepKind>> = {
  Context: 'preparation',
  Action: 'action',
  Outcome: 'judgement',
};

function describeStep(
  { text, argument, type, astNodeIds: [id] }: Pickle['steps'][number],
  { feature }: Feature,
): Step {
  const steps = (feature?.children ?? []).flatMap((child) =>
    [child, ...(child.rule?.children ?? [])].flatMap(({ background, scenario }) => [
      ...(background?.steps ?? []),
      ...(scenario?.steps ?? []),
    ]),
  );
  const { line } = mustExist(steps.find((step) => step.id === id)?.location, 'place of a step');
  return { text, kind: kinds[type ?? ''] ?? 'action', line, ...(argument && { argument }) };
}

/** The scenarios and outlines of a feature and of its rules. */
function scenariosOf({ feature }: Feature) {
  return (feature?.children ?? []).flatMap(({ scenario, rule }) =>
    scenario === undefined
      ? (rule?.children ?? []).flatMap((child) => child.scenario ?? [])
      : [scenario],
  );
}

/** The line of a scenario, or the line and the cells of the outline's row that it stands for. */
function locate(
  { astNodeIds: [scenarioId, rowId] }: Pickle,
  feature: Feature,
): Pick<CaseStart, 'line' | 'row'> & { heading: Heading } {
  const found = scenariosOf(feature).find(({ id }) => id === scenarioId);
  const { name, location, examples } = mustExist(found, 'scenario');
  const heading = { name, line: location.line };
  const row = examples.flatMap(({ tableBody }) => tableBody).find(({ id }) => id === rowId);
  if (row === undefined) return { line: heading.line, heading };
  const cells = row.cells.map(({ value }) => value);
  return { line: row.location.line, row: cells.join(' | '), heading };
}
