/** Runs the scenarios of the chosen requirements with cucumber-js, in this process. */
import { Writable } from 'node:stream';
import type {
  IRunConfiguration,
  ISourcesCoordinates,
  ISupportCodeLibrary,
} from '@cucumber/cucumber/api';
import { findPackageRoot } from '../../cli/package-root.js';
import { type FeatureFile, listFeatures } from './feature-files.js';
import { type Share, tagPrefix } from './requirement-filter.js';
import { speedUpMatches } from './step-matches.js';

/** Which scenarios to run, and in which order. */
export interface ScenarioOptions {
  /** A folder or a file, absolute. */
  readonly features: string;
  /** A glob, absolute. */
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

/**
 * Resolves when all have run; outcomes go to the current session. cucumber-js runs scenarios one
 * after the other, so that each lane is a run of its own with a share of them. Besides the lanes
 * that were asked for, there is one for each of the scenarios that let time go by.
 */
export async function runScenarios(options: ScenarioOptions): Promise<Fault[]> {
  const support = await loadSteps(options.steps);
  const features = findFeatures(options);
  const lanes = [
    ...features.flatMap((feature) => shareOut([feature], true, feature.waiting, options)),
    ...shareOut(features, false, options.lanes, options),
  ];
  const faults = new Set<Fault>();
  const onFault = (fault: Fault) => faults.add(fault);
  await allowListeners(lanes.length, () =>
    Promise.all(lanes.map((lane) => runLane(lane, support, onFault))),
  );
  return [...faults];
}

/** Each run of cucumber-js listens for uncaught exceptions, and Node.js warns of so many. */
async function allowListeners<T>(more: number, act: () => Promise<T>): Promise<T> {
  process.setMaxListeners(process.getMaxListeners() + more);
  try {
    return await act();
  } finally {
    process.setMaxListeners(process.getMaxListeners() - more);
  }
}

/** Those with scenarios of the chosen requirements. */
function findFeatures({ features, requirements }: ScenarioOptions): FeatureFile[] {
  const wanted = requirements.map((id) => tagPrefix + id);
  return listFeatures(features).filter(({ tags }) => wanted.some((tag) => tags.has(tag)));
}

/** What one of the runs that go on at the same time is about. */
interface Lane {
  readonly paths: string[];
  readonly seed: number;
  readonly share: Share;
}

function shareOut(
  features: readonly FeatureFile[],
  waiting: boolean,
  lanes: number,
  { requirements, seed }: ScenarioOptions,
): Lane[] {
  if (features.length === 0) return [];
  const paths = features.map(({ path }) => path);
  const numbers = Array.from({ length: lanes }, (_, lane) => lane);
  return numbers.map((lane) => ({ paths, seed, share: { requirements, waiting, lane, lanes } }));
}

async function runLane(
  lane: Lane,
  support: ISupportCodeLibrary,
  onFault: (fault: Fault) => void,
): Promise<void> {
  const { runCucumber } = await import('@cucumber/cucumber/api');
  const environment = { cwd: findPackageRoot(), stdout: nowhere(), stderr: nowhere(), env: {} };
  await runCucumber({ ...describeRun(lane), support }, environment, (message) => {
    const fault = faultIn(message);
    if (fault !== undefined) onFault(fault);
  });
}

const loadedSteps = new Map<string, Promise<ISupportCodeLibrary>>();

/** Step files register themselves when they are imported, which happens once in a process. */
function loadSteps(steps: string): Promise<ISupportCodeLibrary> {
  const loading = loadedSteps.get(steps) ?? importSteps(steps);
  loadedSteps.set(steps, loading);
  return loading;
}

async function importSteps(steps: string): Promise<ISupportCodeLibrary> {
  const { loadSupport } = await import('@cucumber/cucumber/api');
  const sources = describeSources({ paths: [], seed: 0 });
  const support = { importPaths: [steps] };
  const library = await loadSupport({ sources, support }, { cwd: findPackageRoot() });
  speedUpMatches(library);
  return library;
}

function describeSources({ paths, seed }: Pick<Lane, 'paths' | 'seed'>): ISourcesCoordinates {
  return {
    paths,
    defaultDialect: 'en',
    names: [],
    tagExpression: '',
    order: `random:${seed}`,
  };
}

function describeRun(lane: Lane): IRunConfiguration {
  return {
    sources: describeSources(lane),
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
      options: { ...lane.share },
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
