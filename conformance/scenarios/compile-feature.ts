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
type TableRow = GherkinScenario['examples'][number]['tableBody'][number];
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
  const places = placesIn(feature);
  return compile(feature, path, nextId).map((pickle) => describeScenario(pickle, places));
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

/** Parts of a feature by the ids by which its compiled scenarios name them. */
interface Places {
  readonly scenarios: ReadonlyMap<string, GherkinScenario>;
  readonly rows: ReadonlyMap<string, TableRow>;
  /** The lines of steps. */
  readonly lines: ReadonlyMap<string, number>;
}

function placesIn(feature: Feature): Places {
  const scenarios = scenariosOf(feature);
  const rows = scenarios.flatMap(({ examples }) => examples).flatMap((one) => one.tableBody);
  const steps = [...backgroundsOf(feature), ...scenarios].flatMap((one) => one.steps);
  return {
    scenarios: new Map(scenarios.map((one) => [one.id, one])),
    rows: new Map(rows.map((one) => [one.id, one])),
    lines: new Map(steps.map(({ id, location }) => [id, location.line])),
  };
}

function describeScenario(pickle: Pickle, places: Places): Scenario {
  const tags = [...new Set(pickle.tags.map(({ name }) => name))];
  const tag = tags.find((name) => name.startsWith(tagPrefix)) ?? tagPrefix;
  return {
    requirement: tag.slice(tagPrefix.length),
    scenario: pickle.name,
    feature: pickle.uri,
    ...locate(pickle, places),
    tags,
    steps: pickle.steps.map((step) => describeStep(step, places)),
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
  { text, argument, type, astNodeIds: [id = ''] }: Pickle['steps'][number],
  { lines }: Places,
): Step {
  const line = mustExist(lines.get(id), 'place of a step');
  return { text, kind: kinds[type ?? ''] ?? 'action', line, ...(argument && { argument }) };
}

/** The parts of a feature and of its rules. */
function childrenOf({ feature }: Feature) {
  return (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
}

/** The scenarios and outlines of a feature and of its rules. */
function scenariosOf(feature: Feature) {
  return childrenOf(feature).flatMap(({ scenario }) => scenario ?? []);
}

function backgroundsOf(feature: Feature) {
  return childrenOf(feature).flatMap(({ background }) => background ?? []);
}

/** The line of a scenario, or the line and the cells of the outline's row that it stands for. */
function locate(
  { astNodeIds: [scenarioId = '', rowId = ''] }: Pickle,
  { scenarios, rows }: Places,
): Pick<CaseStart, 'line' | 'row'> & { heading: Heading } {
  const { name, location } = mustExist(scenarios.get(scenarioId), 'scenario');
  const heading = { name, line: location.line };
  const row = rows.get(rowId);
  if (row === undefined) return { line: heading.line, heading };
  const cells = row.cells.map(({ value }) => value);
  return { line: row.location.line, row: cells.join(' | '), heading };
}
