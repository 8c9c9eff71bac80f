/** The scenarios of the features as cucumber-js sees them, without running any. */
import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Scenario {
  /** File, line of the scenario and name, for messages. */
  readonly title: string;
  /** The ids in its `@req:` tags. */
  readonly requirements: readonly string[];
}

export interface Scenarios {
  readonly all: readonly Scenario[];
  /** What is wrong with features and steps: mistakes, undefined and ambiguous steps. */
  readonly complaints: readonly string[];
}

/** Reads all features and matches their steps with the step definitions. */
export async function readScenarios(): Promise<Scenarios> {
  execFileSync(process.execPath, ['bin/build.js'], { cwd: root });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const environment = { cwd: root, stdout: silent, stderr: silent, env: {} };
  const { runConfiguration } = await loadConfiguration(
    { provided: { dryRun: true, format: [] } },
    environment,
  );
  const support = await loadSupport(runConfiguration, environment);
  const all: Scenario[] = [];
  const complaints: string[] = [];
  await runCucumber({ ...runConfiguration, support }, environment, (message) => {
    const { pickle, parseError, testStepFinished } = message;
    if (pickle !== undefined) {
      const tags = pickle.tags.map(({ name }) => name).filter((name) => name.startsWith('@req:'));
      const requirements = tags.map((name) => name.slice('@req:'.length));
      all.push({ title: `${pickle.uri}: ${pickle.name}`, requirements });
    }
    if (parseError !== undefined) complaints.push(parseError.message);
    const result = testStepFinished?.testStepResult;
    if (result !== undefined && !['SKIPPED', 'PASSED'].includes(result.status)) {
      complaints.push(`a step is ${result.status}: ${result.message ?? ''}`);
    }
  });
  return { all, complaints };
}
