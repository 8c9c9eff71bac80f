/** Figures that tests record, and the summary of them at the end of a run. */
import type { TestContext } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** A sentence with figures. */
    figures?: string;
  }
}

/** Puts a sentence with figures into the summary of the run. */
export function recordFigures({ task }: Pick<TestContext, 'task'>, sentence: string): void {
  task.meta.figures = sentence;
}

/** Prints how many cases of each file passed, where a file has many, and the recorded figures. */
export class FiguresReporter implements Reporter {
  readonly #heading: string;

  /** @param heading stands above the figures; the seed, for example */
  constructor(heading: string) {
    this.#heading = heading;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(describeModule);
    process.stdout.write(`\n${this.#heading}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  }
}

/** Below this number, a file is not a survey. */
const fewCases = 20;

function describeModule(module: TestModule): string[] {
  const tests = [...module.children.allTests()];
  const sentences = tests.flatMap((test: TestCase) => test.meta().figures ?? []);
  const states = tests.map((test) => test.result().state).filter((state) => state !== 'skipped');
  if (states.length < fewCases) return sentences;
  const passed = states.filter((state) => state === 'passed').length;
  return [`${module.relativeModuleId}: ${passed} of ${states.length} passed`, ...sentences];
}
