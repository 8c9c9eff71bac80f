/** Tells the run when a scenario begins and how it ends; verdicts are computed from that. */
import {
  After,
  Before,
  type ITestCaseHookParameter,
  Status,
  setDefaultTimeout,
  setDefinitionFunctionWrapper,
  setWorldConstructor,
} from '@cucumber/cucumber';
import { currentSession } from '../conformance/run.js';
import { tagPrefix } from '../conformance/scenarios/requirement-filter.js';
import type { CaseStart } from '../conformance/verdict/recorder.js';
import { ScenarioWorld } from './world.js';

setWorldConstructor(ScenarioWorld);

// The client has a time limit for each exchange; a scenario needs none of its own.
setDefaultTimeout(-1);

/** On scenarios that are disturbed when others change rows at the same time. */
const aloneTag = '@alone';

Before(async function (this: ScenarioWorld, parameter: ITestCaseHookParameter) {
  const alone = parameter.pickle.tags.some(({ name }) => name === aloneTag);
  this.begin(await currentSession().begin(describeCase(parameter), alone));
});

type Code = (this: ScenarioWorld, ...parameters: unknown[]) => unknown;

// A hook after each step would be told as well, but costs as much as a step.
setDefinitionFunctionWrapper((code: Code): Code => {
  return function (...parameters) {
    try {
      const result = code.apply(this, parameters);
      return result instanceof Promise ? result.catch((error) => this.fail(error)) : result;
    } catch (error) {
      return this.fail(error);
    }
  };
});

After(function (this: ScenarioWorld, { result, pickle }) {
  if (result?.status === Status.PASSED) return this.end('passed');
  const reason = `"${pickle.name}" is ${result?.status ?? 'unknown'}: ${result?.message ?? ''}`;
  this.end(this.failure ?? new Error(reason));
});

function describeCase({ pickle, gherkinDocument }: ITestCaseHookParameter): CaseStart {
  const tag = pickle.tags.find(({ name }) => name.startsWith(tagPrefix));
  if (tag === undefined) throw new Error(`"${pickle.name}" names no requirement.`);
  const lines = locatePickle(gherkinDocument, pickle.astNodeIds);
  return {
    requirement: tag.name.slice(tagPrefix.length),
    scenario: pickle.name,
    feature: pickle.uri,
    ...lines,
  };
}

/** The line of a scenario, or of the outline's row that it was made of, with the row's cells. */
function locatePickle(
  { feature }: ITestCaseHookParameter['gherkinDocument'],
  [scenarioId, rowId]: readonly string[],
): Pick<CaseStart, 'line' | 'row'> {
  const scenarios = (feature?.children ?? []).flatMap(({ scenario, rule }) =>
    scenario === undefined
      ? (rule?.children ?? []).flatMap((child) => child.scenario ?? [])
      : [scenario],
  );
  const scenario = scenarios.find(({ id }) => id === scenarioId);
  const rows = scenario?.examples.flatMap(({ tableBody }) => tableBody) ?? [];
  const row = rows.find(({ id }) => id === rowId);
  if (row === undefined) return { line: scenario?.location.line ?? 0 };
  return { line: row.location.line, row: row.cells.map(({ value }) => value).join(' | ') };
}
