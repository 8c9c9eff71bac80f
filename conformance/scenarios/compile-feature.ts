/** From a feature in Gherkin to the scenarios that a run takes from it. */
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import type { CaseStart } from '../verdict/recorder.js';
import { type Heading, type Scenario, tagPrefix } from './scenario.js';

type Feature = ReturnType<Parser<unknown>['parse']>;
type Pickle = ReturnType<typeof compile>[number];

/**
 * The scenarios of a feature in their order; of an outline, one for each row.
 *
 * @param path of the file, as reports shall name it
 * @throws Error that names the file and the lines which are no Gherkin
 */
export function compileFeature(text: string, path: string): Scenario[] {
  let number = 0;
  const nextId = () => String(++number);
  const feature = parse(text, path, nextId);
  return compile(feature, path, nextId).map((pickle) => describeScenario(pickle, feature));
}

function parse(text: string, path: string, nextId: () => string): Feature {
  try {
    return new Parser(new AstBuilder(nextId), new GherkinClassicTokenMatcher()).parse(text);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
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
    steps: pickle.steps.map(({ text, argument }) => ({ text, ...(argument && { argument }) })),
  };
}

/** The line of a scenario, or of the outline's row that it was made of, with the row's cells. */
function locate(
  { astNodeIds: [scenarioId, rowId] }: Pickle,
  { feature }: Feature,
): Pick<CaseStart, 'line' | 'row'> & { heading: Heading } {
  const scenarios = (feature?.children ?? []).flatMap(({ scenario, rule }) =>
    scenario === undefined
      ? (rule?.children ?? []).flatMap((child) => child.scenario ?? [])
      : [scenario],
  );
  const scenario = scenarios.find(({ id }) => id === scenarioId);
  const heading = { name: scenario?.name ?? '', line: scenario?.location.line ?? 0 };
  const rows = scenario?.examples.flatMap(({ tableBody }) => tableBody) ?? [];
  const row = rows.find(({ id }) => id === rowId);
  if (row === undefined) return { line: heading.line, heading };
  const cells = row.cells.map(({ value }) => value);
  return { line: row.location.line, row: cells.join(' | '), heading };
}
