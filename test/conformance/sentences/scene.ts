/** Runs a scenario in ready-made sentences against the answers of a test. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteOwned } from '../../../conformance/creations/clean-up.js';
import { type Leftover, OwnedResources } from '../../../conformance/creations/owned-resources.js';
import type { Exchange, RequestSpecification } from '../../../conformance/http/exchange.js';
import { BrokenOff, NoAnswer, TargetFailure } from '../../../conformance/http/target-failure.js';
import { describeMismatches } from '../../../conformance/mismatches/mismatch-text.js';
import { compileFeature } from '../../../conformance/scenarios/compile-feature.js';
import { runScenarios } from '../../../conformance/scenarios/run-scenarios.js';
import {
  type CheckRun,
  type ScenarioOpener,
  SharedPreparations,
} from '../../../conformance/scenarios/scenario.js';
import type { RecordedCase } from '../../../conformance/sessions/session-input.js';
import { loadSteps } from '../../../conformance/step-files/load-steps.js';
import { loadSuite } from '../../../conformance/suite/load-suite.js';
import { type Ending, OpenCase } from '../../../conformance/verdict/case.js';
import { undisturbed } from '../undisturbed.js';

/** An answer. Default: status 200; JSON sets the content type. */
export interface MadeUpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Whether the connection is lost before the answer. */
  readonly isLost?: boolean;
  /** Whether no answer comes in time. */
  readonly isLate?: boolean;
}

/** The context of the sentences. */
export interface Scene {
  /** In the order of the requests; the last one repeats. Default: 200 with `{}`. */
  readonly answers?: readonly MadeUpAnswer[] | ((request: RequestSpecification) => MadeUpAnswer);
  readonly credentials?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Additional keys of `suite.yaml`. */
  readonly suite?: string;
  /** The content of `openapi.yaml`. */
  readonly openapi?: string;
  /** Further keys of the catalogue. */
  readonly catalogue?: string;
  readonly isDisposable?: boolean;
  readonly baseUrl?: string;
  /** Lines above the scenario, such as tags. */
  readonly tags?: string;
}

/** The outcome of a scene. */
export interface SceneResult {
  readonly outcome: Ending;
  readonly observations: readonly string[];
  readonly requests: readonly RequestSpecification[];
  /** The leftovers of the clean-up. */
  readonly leftovers: readonly Leftover[];
  /** The requests of the clean-up. */
  readonly cleaning: readonly RequestSpecification[];
}

/** The run's marker, which all unique values contain. */
export const marker = 'touchstone-0a1b2c3d';

const folders: string[] = [];

/** Removes the folders of all scenes; call it after the tests of a file. */
export function removeScenes(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

function makeSuite(
  steps: string,
  { suite = '', openapi, tags = '', catalogue = '' }: Scene,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-scene-'));
  folders.push(folder);
  const lines = steps.trim().split('\n');
  const described = openapi === undefined ? '' : 'openapi: openapi.yaml\n';
  writeFileSync(
    join(folder, 'suite.yaml'),
    `name: scene\ntitle: Scene\nrequirements: r.yaml\nfeatures: .\n${described}${suite}`,
  );
  const requirement = '- id: scene.scene\n  statement: The scene is judged.\n';
  writeFileSync(join(folder, 'r.yaml'), `requirements:\n${requirement}${catalogue}`);
  if (openapi !== undefined) writeFileSync(join(folder, 'openapi.yaml'), openapi);
  const body = lines.map((line) => `    ${line.trimEnd()}`).join('\n');
  const feature = `Feature: Scene\n  ${tags} @req:scene\n  Scenario: Scene\n${body}\n`;
  // Compiled like the features of the build; the parser cannot be loaded from the sources.
  const scenarios = compileFeature(feature, 'features/scene.feature');
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scenarios));
  return folder;
}

function exchangeOf(
  specification: RequestSpecification,
  answer: MadeUpAnswer,
  baseUrl: string,
): Exchange {
  const { status = 200, json, text, bytes, headers = {} } = answer;
  const plain = text ?? Buffer.from(bytes ?? []).toString();
  const typed = json === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  const { method, path, headers: sent = {}, body } = specification;
  return {
    request: { method, url: baseUrl + path, headers: sent, body: body?.toString() },
    response: {
      status,
      headers: Object.entries(typed).map(([name, value]) => [name.toLowerCase(), value]),
      body: json === undefined ? plain : JSON.stringify(json),
      malformedAt: bytes === undefined ? undefined : 0,
      ...(bytes === undefined ? {} : { bytes }),
    },
    durationMs: 0,
  };
}

/** Performs the steps of a scenario, and the clean-up. */
export async function perform(steps: string, scene: Scene = {}): Promise<SceneResult> {
  const { answers = [{ json: {} }], credentials = {}, baseUrl = 'http://target' } = scene;
  const { parameters = {} } = scene;
  const suite = loadSuite(makeSuite(steps, scene));
  const requests: RequestSpecification[] = [];
  const cases: RecordedCase[] = [];
  const send = async (request: RequestSpecification) => {
    requests.push(request);
    const answer = Array.isArray(answers)
      ? (answers[requests.length - 1] ?? answers.at(-1))
      : (answers as (request: RequestSpecification) => MadeUpAnswer)(request);
    if (request.breakOffAfter !== undefined) throw new BrokenOff('closed');
    if (answer?.isLost) throw new TargetFailure('the connection was lost', { isSent: true });
    if (answer?.isLate) throw new NoAnswer('timeout', 'no answer in time');
    return exchangeOf(request, answer ?? {}, baseUrl);
  };
  let number = 0;
  const run: Omit<CheckRun, 'recorder'> = {
    ...{ baseUrl, suite, credentials, marker, client: { send }, owned: new OwnedResources() },
    requirement: { id: 'scene', needs: ['scene.basis'] },
    ...{ profile: undefined, parameters, readOnly: false, seed: 1 },
    isDisposable: scene.isDisposable ?? false,
    nextNumber: () => ++number,
    shared: new SharedPreparations().open(),
  };
  const opener: ScenarioOpener = {
    async begin(start) {
      const open = new OpenCase(start, 'server');
      const end = (result: 'passed' | Error) => {
        cases.push(open.end(result));
        return 'counts' as const;
      };
      return { run: { ...run, recorder: open }, ...undisturbed, release: () => true, end };
    },
  };
  const library = await loadSteps(suite);
  await runScenarios(
    { suite, steps: library, requirements: ['scene'], seed: 1, concurrency: 1 },
    opener,
  );
  const sent = requests.splice(0);
  const leftovers = await deleteOwned(run);
  const [outcome] = cases;
  if (outcome === undefined) throw new Error('The scenario did not run.');
  const { observations } = outcome;
  return { outcome, observations, requests: sent, leftovers, cleaning: requests };
}

/** The outcome of a scenario in one line: `fail: status: expected 200, observed 404`. */
export function summarize({ outcome }: SceneResult): string {
  if (outcome.verdict === 'pass') return 'pass';
  if (outcome.verdict !== 'fail') return `${outcome.verdict}: ${outcome.reason}`;
  return `fail: ${describeMismatches({ ...outcome, exchanges: [] })}`;
}
