import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { measureSlowness, timeLimit } from './test/machine-speed.js';

measureSlowness();

const common = {
  globalSetup: 'test/global-setup.ts',
  testTimeout: timeLimit(60_000),
  hookTimeout: timeLimit(240_000),
  // Polled conditions hold immediately, except on a busy machine.
  expect: { poll: { timeout: timeLimit(10_000) } },
};
const inBrowser = 'test/e2e/**/*.test.ts';

/** Tests that run on PostgreSQL as well as on SQLite, in the project main. */
const onAllDatabases = [
  'test/reference-server/bindings/{db,query}.test.ts',
  'test/reference-server/docs/scripting.test.ts',
  'test/reference-server/http/{answers,requests}.test.ts',
  'test/reference-server/projects/{basic,variants}.test.ts',
  'test/reference-server/resilience/{hostile-requests,hostile-scripts,limits,turns}.test.ts',
];

/** Starts the surveys first: each takes minutes, and one core would be idle while the last one ends. */
class SurveysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSurvey = ({ moduleId }: TestSpecification) => moduleId.includes('/survey/');
    return [...sorted.filter(isSurvey), ...sorted.filter((file) => !isSurvey(file))];
  }
}

// biome-ignore lint/style/noDefaultExport: the form in which Vitest reads its configuration
export default defineConfig({
  test: {
    // Many tests wait for servers, and a core would be idle in the meantime.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: SurveysFirst },
    projects: [
      { test: { name: 'main', include: ['test/**/*.test.ts'], exclude: [inBrowser], ...common } },
      {
        test: {
          name: 'postgres',
          include: onAllDatabases,
          env: { TOUCHSTONE_TEST_ENGINE: 'postgresql' },
          ...common,
        },
      },
      { test: { name: 'browser', include: [inBrowser], ...common } },
    ],
  },
});
