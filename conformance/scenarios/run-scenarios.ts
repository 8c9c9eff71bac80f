/** Runs the scenarios of the chosen requirements with cucumber-js, in this process. */
import { Writable } from 'node:stream';
import type {
  IRunConfiguration,
  ISourcesCoordinates,
  ISupportCodeLibrary,
} from '@cucumber/cucumber/api';
import { findPackageRoot } from '../../cli/package-root.js';
import type { Share } from './requirement-filter.js';

/** Which scenarios to run, and in which order. */
export interface ScenarioOptions {
  /** Globs, absolute. */
  readonly features: string;
  readonly steps: string;
  /** Scenarios that carry one of these as `@req:<id>` are run. */
  readonly requirements: readonly string[];
  /** Determines their order. */
  readonly seed: number;
  /** How many of them run at the same time, as far as they let each other. */
  readonly lanes: number;
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

/** Besides the lanes that were asked for, so that nothing stands still while time goes by. */
const lanesThatWait = 3;

/**
 * Resolves when all have run; outcomes go to the current session. cucumber-js runs scenarios one
 * after the other, so that each lane is a run of its own with a share of them.
 */
export async function runScenarios(options: ScenarioOptions): Promise<Fault[]> {
  const support = await loadSteps(options);
  const shares = [
    ...listShares(options, lanesThatWait, true),
    ...listShares(options, options.lanes, false),
  ];
  const faults = new Set<Fault>();
  const onFault = (fault: Fault) => faults.add(fault);
  await Promise.all(shares.map((share) => runShare(options, share, support, onFault)));
  return [...faults];
}

function listShares({ requirements }: ScenarioOptions, lanes: number, waiting: boolean): Share[] {
  return Array.from({ length: lanes }, (_, lane) => ({ requirements, waiting, lane, lanes }));
}

async function runShare(
  options: ScenarioOptions,
  share: Share,
  support: ISupportCodeLibrary,
  onFault: (fault: Fault) => void,
): Promise<void> {
  const { runCucumber } = await import('@cucumber/cucumber/api');
  const environment = { cwd: findPackageRoot(), stdout: nowhere(), stderr: nowhere(), env: {} };
  await runCucumber({ ...describeRun(options, share), support }, environment, (message) => {
    const fault = faultIn(message);
    if (fault !== undefined) onFault(fault);
  });
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
  const sources = describeSources(options);
  const support = { importPaths: [options.steps] };
  return loadSupport({ sources, support }, { cwd: findPackageRoot() });
}

function describeSources({ features, seed }: ScenarioOptions): ISourcesCoordinates {
  return {
    paths: [features],
    defaultDialect: 'en',
    names: [],
    tagExpression: '',
    order: `random:${seed}`,
  };
}

function describeRun(options: ScenarioOptions, share: Share): IRunConfiguration {
  return {
    sources: describeSources(options),
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
      options: { ...share },
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
