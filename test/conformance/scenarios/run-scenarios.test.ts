import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { compileFeature } from '../../../conformance/scenarios/compile-feature.js';
import type * as Scenarios from '../../../conformance/scenarios/run-scenarios.js';
import type { CheckRun, ScenarioOpener } from '../../../conformance/scenarios/scenario.js';
import type * as StepFiles from '../../../conformance/step-files/load-steps.js';
import { loadShippedSuite } from '../../../conformance/suite/load-suite.js';
import { packageFile } from '../../../kit/package-root.js';
import { undisturbed } from '../undisturbed.js';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-scenarios-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = ['one', 'two', 'three', 'four', 'five', 'six'];
const feature = `Feature: Users
  @req:a.rows
  Scenario Outline: Row
    Given a step
    Examples:
      | word | number |
${rows.map((word, index) => `      | ${word} | ${index} |`).join('\n')}

  @alone @req:a.failing
  Scenario: One that fails
    Given a step that fails
    Given a step

  @alone @req:a.alone
  Scenario: One that is alone
    Given a step
    When a step is done
    Then a step is judged
    Given a step

  @waits @req:a.waiting
  Scenario: One that waits
    Given a step that lets time go by

  @first @req:a.first
  Scenario: One that comes first
    Given a step

  @late @req:a.late
  Scenario: One that comes late
    Given a step

  @last @req:a.last
  Scenario: One that comes last
    Given a step

  @req:a.unwanted
  Scenario: One that nobody asked for
    Given a step
`;
const features = join(folder, 'features');
mkdirSync(features);
const compiled = compileFeature(feature, 'features/users.feature');
writeFileSync(join(features, 'users.json'), JSON.stringify(compiled));
const steps = join(folder, 'steps');
mkdirSync(steps);
// Step files are loaded by the compiled program, as in a real run.
const load = createRequire(import.meta.url);
const { runScenarios } = load(
  packageFile('dist', 'conformance', 'scenarios', 'run-scenarios.js'),
) as typeof Scenarios;
const { loadSteps } = load(
  packageFile('dist', 'conformance', 'step-files', 'load-steps.js'),
) as typeof StepFiles;
writeFileSync(
  join(steps, 'sample.steps.mjs'),
  `import { Given, setWorldConstructor } from 'touchstone';
  setWorldConstructor(class {
    begin(scenario) { this.scenario = scenario; }
    explain(error) { return new Error('explained: ' + error.message); }
  });
  Given('a step', function () {});
  Given('a step is {word}', function () {});
  Given('a step that fails', function () { throw new Error('no'); });
  Given('a step that lets time go by', async function () { await this.scenario.pause(0); });
`,
);

let events: string[];
/** Whether others ran while those ran that do not have to be alone. */
let isCrowded: boolean;
beforeEach(() => {
  events = [];
  isCrowded = false;
});

const opener: ScenarioOpener = {
  async begin({ requirement, row = '' }, { isSolitary }) {
    const name = `${requirement} ${row}`.trim();
    events.push(isSolitary ? `${name} by itself` : name);
    return {
      ...undisturbed,
      run: {} as CheckRun,
      pause: async () => {
        await new Promise(setImmediate);
      },
      hold: async () => {
        events.push(`${name} holds the target`);
        return () => {};
      },
      end: (result) => {
        events.push(`${name}: ${result === 'passed' ? result : result.message}`);
        return isSolitary || !isCrowded ? 'counts' : 'has to run again';
      },
    };
  },
};

const suite = { ...loadShippedSuite(), folder, features, steps };
const library = await loadSteps(suite);
const options = { suite, steps: library, requirements: ['a.rows'], seed: 1, concurrency: 1 };

test('each row of an outline runs, in an order that the seed determines', async () => {
  await runScenarios(options, opener);
  const first = [...events];
  await runScenarios(options, opener);
  expect(events).toEqual([...first, ...first]);
  await runScenarios({ ...options, seed: 2 }, opener);
  expect(events.slice(-12)).not.toEqual(first);
  expect(events.slice(-12).sort()).toEqual(first.sort());
  expect(first).toContain('a.rows three | 2: passed');
});

test('an error in a step ends the scenario, with its place and the explanation of its world', async () => {
  await runScenarios({ ...options, requirements: ['a.failing'] }, opener);
  expect(events).toEqual([
    'a.failing',
    expect.stringMatching(
      /^a\.failing: features\/users\.feature:\d+: "a step that fails": .*steps\/sample\.steps\.mjs:8: Error: explained: no\.$/,
    ),
  ]);
});

test('an @alone scenario prepares first, and holds the target from then on', async () => {
  await runScenarios({ ...options, requirements: ['a.alone'] }, opener);
  const holding = Array.from({ length: 2 }, () => 'a.alone holds the target');
  expect(events).toEqual(['a.alone', ...holding, 'a.alone: passed']);
});

test('others run while a scenario waits', async () => {
  await runScenarios({ ...options, requirements: ['a.rows', 'a.waiting'] }, opener);
  expect(events[0]).toBe('a.waiting');
  expect(events.indexOf('a.waiting: passed')).toBeGreaterThan(2);
});

test('no other begins before the @first scenarios have ended', async () => {
  for (const seed of [1, 2, 3]) {
    events = [];
    const requirements = ['a.rows', 'a.waiting', 'a.first'];
    await runScenarios({ ...options, requirements, seed, concurrency: 2 }, opener);
    expect(events.slice(0, 2)).toEqual(['a.first', 'a.first: passed']);
  }
});

test('@late scenarios run late, and @last scenarios last, one after the other', async () => {
  const late = ['a.late', 'a.late: passed'];
  const last = ['a.last', 'a.last: passed'];
  const requirements = ['a.rows', 'a.last', 'a.late', 'a.waiting'];
  for (const seed of [1, 2, 3]) {
    await runScenarios({ ...options, requirements, seed }, opener);
    expect(events.slice(-4)).toEqual([...late, ...last]);
  }
});

test('no scenario runs when none may begin', async () => {
  const closed = { begin: async () => undefined };
  await runScenarios(options, closed);
  expect(events).toEqual([]);
});

test('a scenario whose end does not count runs again, alone', async () => {
  isCrowded = true;
  await runScenarios({ ...options, requirements: ['a.first'] }, opener);
  const again = ['a.first by itself', 'a.first: passed'];
  expect(events).toEqual(['a.first', 'a.first: passed', ...again]);
});

test.each([
  ['that still count', 'counts', []],
  ['that others have disturbed', 'has to run again', ['a.first by itself', 'a.first: passed']],
] as const)(
  'observations %s are settled before unusual values come',
  async (_name, settled, again) => {
    const observing: ScenarioOpener = {
      async begin(start, entry) {
        const open = await opener.begin(start, entry);
        if (open === undefined || start.requirement !== 'a.first' || entry.isSolitary) return open;
        const end = (result: 'passed' | Error) => {
          open.end(result);
          return () => settled;
        };
        return { ...open, end };
      },
    };
    await runScenarios({ ...options, requirements: ['a.first', 'a.last'] }, observing);
    expect(events).toEqual(['a.first', 'a.first: passed', ...again, 'a.last', 'a.last: passed']);
  },
);
