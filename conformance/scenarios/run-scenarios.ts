/** Runs the scenarios of the chosen requirements with cucumber-js, in this process. */
import { Writable } from 'node:stream';
import type { IRunConfiguration, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { findPackageRoot } from '../../cli/package-root.js';

/** Which scenarios to run, and in which order. */
export interface ScenarioOptions {
  /** Globs, absolute. */
  readonly features: string;
  readonly steps: string;
  /** Scenarios that carry one of these as `@req:<id>` are run. */
  readonly requirements: readonly string[];
  /** Determines their order. */
  readonly seed: number;
}

/** What the runner itself complains about: steps without a definition, features with mistakes. */
export type Fault = string;

/** The parts of cucumber-js' messages that are read here. */
interface Message {
  readonly parseError?: { readonly source: { readonly uri?: string }; readonly message: string };
  readonly testStepFinished?: {
    readonly testStepResult: { readonly status: string; readonly message?: string };
  };
}

/** Resolves when all have run; outcomes go through the recorder of the current run. */
export async function runScenarios(options: ScenarioOptions): Promise<Fault[]> {
  const { runCucumber } = await import('@cucumber/cucumber/api');
  const support = await loadSteps(options);
  const configuration = describeRun(options);
  const faults = new Set<Fault>();
  const environment = { cwd: findPackageRoot(), stdout: nowhere(), stderr: nowhere(), env: {} };
  await runCucumber({ ...configuration, support }, environment, (message) => {
    const fault = faultIn(message);
    if (fault !== undefined) faults.add(fault);
  });
  return [...faults];
}

const loadedSteps = new Map<string, Promise<ISupportCodeLibrary>>();

/** Step files register themselves when they are imported, which happens once in a process. */
function loadSteps(options: ScenarioOptions): Promise<ISupportCodeLibrary> {
  const loading = loadedSteps.get(options.steps) ?? importSteps(options);
  loadedSteps.set(options.steps, loading);
  return loading;
}

async function importSteps(options: ScenarioOptions): Promise<ISupportCodeLibrary> {
  const { loadSupport } = await import('@cucumber/cucumber/api');
  const { sources } = describeRun(options);
  const support = { importPaths: [options.steps] };
  return loadSupport({ sources, support }, { cwd: findPackageRoot() });
}

function describeRun({ features, requirements, seed }: ScenarioOptions): IRunConfiguration {
  return {
    sources: {
      paths: [features],
      defaultDialect: 'en',
      names: [],
      tagExpression: '',
      order: `random:${seed}`,
    },
    support: {},
    runtime: {
      dryRun: false,
      failFast: false,
      filterStacktraces: false,
      parallel: 0,
      retry: 0,
      retryTagFilter: '',
      strict: true,
      worldParameters: {},
    },
    formats: {
      stdout: moduleBeside('silent-formatter.js'),
      files: {},
      publish: false,
      options: {},
    },
    plugins: {
      specifiers: [moduleBeside('requirement-filter.js')],
      options: { requirements: [...requirements] },
    },
  };
}

function moduleBeside(name: string): string {
  return new URL(`./${name}`, import.meta.url).href;
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function faultIn(message: Message): Fault | undefined {
  if (message.parseError !== undefined) {
    return `${message.parseError.source.uri}: ${message.parseError.message}`;
  }
  const result = message.testStepFinished?.testStepResult;
  if (result === undefined || !unfinished.has(result.status)) return undefined;
  return `a step of a scenario is ${result.status.toLowerCase()}: ${result.message ?? ''}`;
}

/** Statuses that never come from a target. */
const unfinished = new Set(['UNDEFINED', 'AMBIGUOUS', 'PENDING']);
