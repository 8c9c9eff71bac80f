import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FiguresReporter } from './test/figures.js';

const inBrowser = 'test/e2e/**/*.test.ts';

/** Tests that need a process of their own, because they judge or change something of all of it. */
const alone = [
  'test/interpreter/compile-time.test.ts',
  'test/interpreter/natives/natives.test.ts',
  'test/interpreter/program/budget.test.ts',
  'test/kit/stop.test.ts',
  'test/reference-server/bindings/hash-queue.test.ts',
  'test/reference-server/bindings/natives.test.ts',
];

/** Tests of what scripts do with a database, which run on PostgreSQL as well as on SQLite. */
const onAllDatabases = [
  'test/reference-server/bindings/{db,query}.test.ts',
  'test/reference-server/bindings/random-transactions/*.test.ts',
  'test/reference-server/projects/basic.test.ts',
];

/** Tests that the choice of the database hardly concerns, which do so in `npm run test:full` only. */
const besideDatabases = [
  'test/reference-server/docs/scripting.test.ts',
  'test/reference-server/http/{answers,requests}.test.ts',
  'test/reference-server/projects/variants.test.ts',
  'test/reference-server/resilience/{hostile-requests,hostile-scripts,limits,turns}.test.ts',
];

/** Starts the surveys first: one core would be idle while the longest of them ends. */
class SurveysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSurvey = ({ moduleId }: TestSpecification) => moduleId.includes('/survey/');
    // A process goes on with the next file only if that is of the same project.
    const others = sorted
      .filter((file) => !isSurvey(file))
      .sort((a, b) => a.project.name.localeCompare(b.project.name));
    return [...sorted.filter(isSurvey), ...others];
  }
}

/** What `npm run test:full` adds: everything, with a new seed unless one is given. */
function beFull() {
  process.env.TOUCHSTONE_TESTS = 'full';
  process.env.TOUCHSTONE_TEST_SEED ??= String(randomInt(1_000_000));
  const heading = `Figures (TOUCHSTONE_TEST_SEED=${process.env.TOUCHSTONE_TEST_SEED})`;
  return { reporters: ['default', new FiguresReporter(heading)] };
}

// biome-ignore lint/style/noDefaultExport: the form in which Vitest reads its configuration
export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  // No test depends on these limits: they end a test that waits for what never happens.
  const hangs = isFull ? 4 * 3_600_000 : 600_000;
  const common = {
    globalSetup: 'test/global-setup.ts',
    testTimeout: hangs,
    hookTimeout: hangs,
    expect: { poll: { timeout: 120_000 } },
    // Loading the modules anew for each file would take a third of the time.
    isolate: false,
  };
  const exclude = [inBrowser, ...alone, ...(isFull ? [] : ['test/**/*.full.test.ts'])];
  return {
    test: {
      // Many tests wait for servers, and a core would be idle in the meantime.
      maxWorkers: availableParallelism() + 3,
      sequence: { sequencer: SurveysFirst },
      ...(isFull ? beFull() : {}),
      projects: [
        { test: { name: 'main', include: ['test/**/*.test.ts'], exclude, ...common } },
        { test: { name: 'alone', include: alone, ...common, isolate: true } },
        {
          test: {
            name: 'postgres',
            include: isFull ? [...onAllDatabases, ...besideDatabases] : onAllDatabases,
            env: { TOUCHSTONE_TEST_ENGINE: 'postgresql' },
            ...common,
          },
        },
        { test: { name: 'browser', include: [inBrowser], ...common } },
      ],
    },
  };
});
