/** Scenarios as a run takes them: what `compileFeature` makes of a feature, and how it is kept. */
import type { ITestCaseHookParameter } from '@cucumber/cucumber';
import type { CaseStart } from '../verdict/recorder.js';

/** A scenario, or what a row makes of an outline. */
export interface Scenario extends CaseStart {
  readonly heading: Heading;
  readonly tags: readonly string[];
  readonly steps: readonly Step[];
}

/** How the file introduces a scenario; rows share that of their outline. */
export interface Heading {
  /** With the outline's parameters: `Text <name> comes back`. */
  readonly name: string;
  readonly line: number;
}

/** One step, with the values of an outline's row filled in. */
export type Step = Pick<ITestCaseHookParameter['pickle']['steps'][number], 'text' | 'argument'>;

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';
