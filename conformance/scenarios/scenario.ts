/** Scenarios as a run takes them: what `compileFeature` makes of a feature, and how it is kept. */
import type { CaseStart } from '../verdict/case.js';
import type { StepTable } from './data-table.js';

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

/** What a step is there for, by its keyword or that of the step before it. */
export type StepKind =
  /** Given: it prepares. */
  | 'preparation'
  /** When: what the scenario is about. */
  | 'action'
  /** Then: what is judged. */
  | 'judgement';

/** One step, with the values of an outline's row filled in. */
export interface Step {
  readonly text: string;
  readonly kind: StepKind;
  readonly line: number;
  readonly argument?: {
    readonly dataTable?: StepTable;
    readonly docString?: { readonly content: string };
  };
}

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';

/** On scenarios whose author has not finished them: none of their steps is done. */
export const unfinishedTag = '@todo';
