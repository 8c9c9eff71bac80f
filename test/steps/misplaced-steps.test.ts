/** A misplaced sentence is a mistake in its feature, which the run must report. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OwnedResources } from '../../conformance/creations/owned-resources.js';
import { compileFeature } from '../../conformance/scenarios/compile-feature.js';
import type * as Scenarios from '../../conformance/scenarios/run-scenarios.js';
import {
  type CheckRun,
  type ScenarioOpener,
  SharedPreparations,
} from '../../conformance/scenarios/scenario.js';
import type * as StepFiles from '../../conformance/step-files/load-steps.js';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import { packageFile } from '../../kit/package-root.js';
import { undisturbed } from '../conformance/undisturbed.js';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-steps-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Step files are loaded by the compiled program, as in a real run.
const load = createRequire(import.meta.url);
const { runScenarios } = load(
  packageFile('dist', 'conformance', 'scenarios', 'run-scenarios.js'),
) as typeof Scenarios;
const { loadSteps } = load(
  packageFile('dist', 'conformance', 'step-files', 'load-steps.js'),
) as typeof StepFiles;

/** The answer of a target that returns the same row for every request. */
const run = {
  profile: 'basic',
  suite: loadShippedSuite(),
  credentials: { 'api-key': 'key' },
  readOnly: false,
  marker: 'marker',
  nextNumber: () => 1,
  owned: new OwnedResources(),
  shared: new SharedPreparations().openAlone(),
  recorder: { observe: () => {}, exchange: () => {} },
  client: {
    async send({ method, path }: { method: string; path: string }) {
      const request = { method, url: `http://target${path}`, headers: {}, body: undefined };
      const body = JSON.stringify({ id: 7, name: 'Ada' });
      const response = { status: 201, headers: [], body, malformedAt: undefined };
      return { request, response, durationMs: 1 };
    },
  },
} as unknown as CheckRun;

/** Runs a scenario of the sentences, and returns its error. */
async function runSentences(sentences: readonly string[]): Promise<string> {
  const lines = ['Feature: F', '@req:a.b.c', 'Scenario: S', ...sentences.map((one) => `* ${one}`)];
  const features = mkdtempSync(join(folder, 'features-'));
  const compiled = compileFeature(lines.join('\n'), 'features/f.feature');
  writeFileSync(join(features, 'f.json'), JSON.stringify(compiled));
  let ended = 'not at all';
  const end = (result: 'passed' | Error) => {
    ended = result === 'passed' ? result : `${result.name}: ${result.message}`;
    return 'counts' as const;
  };
  const opener: ScenarioOpener = { begin: async () => ({ run, ...undisturbed, end }) };
  const suite = { ...loadShippedSuite(), features };
  const steps = await loadSteps(suite);
  await runScenarios({ suite, steps, requirements: ['a.b.c'], seed: 1, concurrency: 1 }, opener);
  return ended;
}

test.each([
  [['one of the statuses is 200'], 'several requests'],
  [['a client reads the user'], 'a row'],
  [['a client lists the users', 'the user is found with its values'], 'a row'],
  [['all users have different ids'], 'a row'],
  [['a product', 'a client reads the user'], 'a row among the users'],
  [['a user', 'the first product is unchanged'], 'a row among the products'],
  [['a user', 'a new product is created'], 'a request to products'],
  [['a user', 'its created_at is the same as before'], 'a change of a row'],
  [['a client lists the users', 'the answer repeats the user'], 'a body that was sent'],
  [
    ['a client lists the users', 'every user listed before is still in it or deleted'],
    'an earlier list',
  ],
])('%j: the last one needs %s', async (sentences, missing) => {
  expect(await runSentences(sentences)).toBe(
    `SuiteMistake: features/f.feature:${3 + sentences.length}: "${sentences.at(-1)}": It needs ${missing}, which no earlier step provides.`,
  );
});

test('a sentence about an answer needs one', async () => {
  expect(await runSentences(['the answer has a JSON body'])).toBe(
    'SuiteMistake: features/f.feature:4: "the answer has a JSON body": There is no answer yet: no step before this one has received one.',
  );
});

test('a sentence in the right place causes no error', async () => {
  expect(await runSentences(['a user', 'all users have different ids'])).toBe('passed');
});
