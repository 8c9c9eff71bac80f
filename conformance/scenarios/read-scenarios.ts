/** Reads features with cucumber-js, without running any of their scenarios. */
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { ITestCaseHookParameter } from '@cucumber/cucumber';
import type { IRunConfiguration, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { findPackageRoot } from '../../cli/package-root.js';
import type { CaseStart } from '../verdict/recorder.js';

/** A scenario, or what a row makes of an outline. */
export interface Scenario extends CaseStart {
  readonly tags: ReadonlySet<string>;
  readonly steps: readonly Step[];
}

/** One step, with the values of an outline's row filled in. */
export type Step = Pickle['steps'][number];

type Pickle = ITestCaseHookParameter['pickle'];
type Feature = ITestCaseHookParameter['gherkinDocument'];

/** What is in a file. */
export interface FeatureContent {
  readonly scenarios: readonly Scenario[];
  /** What cannot be understood. */
  readonly faults: readonly string[];
}

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';

const known = new Map<string, FeatureContent>();

/**
 * What is in files that are given by absolute paths. Each is read once in a thread, as its sessions
 * have most of them in common.
 */
export async function readScenarios(
  paths: readonly string[],
  library: ISupportCodeLibrary,
): Promise<FeatureContent[]> {
  const unread = paths.filter((path) => !known.has(path));
  if (unread.length > 0) await readFiles(unread, library);
  return paths.flatMap((path) => known.get(path) ?? []);
}

/** The parts of cucumber-js' messages that are read here: a feature comes before its scenarios. */
interface Message {
  readonly gherkinDocument?: Feature;
  readonly pickle?: Pickle;
  readonly parseError?: { readonly source: { readonly uri?: string }; readonly message: string };
}

async function readFiles(paths: string[], library: ISupportCodeLibrary): Promise<void> {
  const root = findPackageRoot();
  const contents = new Map(
    paths.map((path) => [path, { scenarios: [] as Scenario[], faults: [] as string[] }]),
  );
  let feature: Feature = { comments: [] };
  const note = ({ gherkinDocument, pickle, parseError }: Message) => {
    if (gherkinDocument !== undefined) feature = gherkinDocument;
    const uri = pickle?.uri ?? parseError?.source.uri ?? '';
    const content = contents.get(resolve(root, uri));
    if (pickle !== undefined) content?.scenarios.push(describeScenario(pickle, feature));
    if (parseError !== undefined) content?.faults.push(`${uri}: ${parseError.message}`);
  };
  const { runCucumber } = await import('@cucumber/cucumber/api');
  const environment = { cwd: root, stdout: nowhere(), stderr: nowhere(), env: {} };
  await runCucumber({ ...describeReading(paths), support: library }, environment, note);
  for (const [path, content] of contents) known.set(path, content);
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** A run of no scenario at all. */
function describeReading(paths: string[]): IRunConfiguration {
  return {
    sources: {
      paths,
      defaultDialect: 'en',
      names: [],
      tagExpression: '@none',
      order: 'defined',
    },
    support: {},
    runtime: {
      dryRun: true,
      failFast: false,
      filterStacktraces: false,
      parallel: 0,
      retry: 0,
      retryTagFilter: '',
      strict: true,
      worldParameters: {},
    },
    formats: { stdout: 'rerun', files: {}, publish: false, options: {} },
    plugins: { specifiers: [], options: {} },
  };
}

function describeScenario(pickle: Pickle, feature: Feature): Scenario {
  const tags = new Set(pickle.tags.map(({ name }) => name));
  const tag = [...tags].find((name) => name.startsWith(tagPrefix)) ?? tagPrefix;
  return {
    requirement: tag.slice(tagPrefix.length),
    scenario: pickle.name,
    feature: pickle.uri,
    ...locatePickle(feature, pickle.astNodeIds),
    tags,
    steps: pickle.steps,
  };
}

/** The line of a scenario, or of the outline's row that it was made of, with the row's cells. */
function locatePickle(
  { feature }: Feature,
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
