/** The public interface for step files: `import { Given, Then, Violation } from 'touchstone'`. */

import type { DefineStep } from './scenarios/step-definitions.js';
import * as definitions from './scenarios/step-definitions.js';
import type { ScenarioWorld } from './sentences/world/scenario-world.js';

export { swapCase } from '../kit/words.js';
export { walkPages } from './creations/own-lists.js';
export { OwnRows } from './creations/own-rows.js';
export type { Deletion, OwnedResource, OwnedResources } from './creations/owned-resources.js';
export {
  answersOfTarget,
  type Client,
  describeUnreadable,
  type Exchange,
  headerOf,
  isSafe,
  jsonOf,
  type ReceivedResponse,
  type RequestSpecification,
  type SentRequest,
  type UnreadableBody,
  unreadableBody,
} from './http/exchange.js';
export { isObject } from './http/json.js';
export { TargetFailure } from './http/target-failure.js';
export {
  atEnvelope,
  atHeader,
  atStatus,
  condition,
  differing,
  type Expected,
  exactly,
  inAnswers,
  inBody,
  inList,
  inRow,
  inWords,
  type Mismatch,
  type MismatchKind,
  mismatch,
  noneOfStatuses,
  type Observed,
  oneOfStatuses,
  type Place,
  seenAfter,
  shownBy,
  type TextMismatch,
  within,
} from './mismatches/mismatch.js';
export { render } from './mismatches/mismatch-text.js';
export type { CheckRun, OpenScenario, World } from './scenarios/scenario.js';
export { findStableDifferences } from './scenarios/stable-differences.js';
export {
  type DefineStep,
  defineParameterType,
  type ParameterTypeOptions,
  type StepCode,
  setWorldConstructor,
} from './scenarios/step-definitions.js';
export { DataTable, type ParametersOf, type ParameterTypes } from './scenarios/step-parameters.js';
export { ScenarioWorld } from './sentences/world/scenario-world.js';
export type { ScenarioRequest } from './sentences/world/sentence-world.js';
export { notSent } from './sessions/read-only.js';
export type { OwnServer, StartedServer, StartServer } from './suite/suite.js';
export {
  aNumber,
  anArray,
  anInteger,
  anObject,
  aText,
  compare,
  demand,
  Expectation,
  present,
} from './verdict/compare.js';
export {
  Blocked,
  isOutcome,
  NotApplicable,
  NotTested,
  SuiteMistake,
  Violation,
} from './verdict/outcomes.js';

/** Defines a step that prepares. It throws `Blocked` when the preparation fails. */
export const Given: DefineStep<ScenarioWorld> = definitions.Given;

/** Defines a step with the action that the scenario judges. */
export const When: DefineStep<ScenarioWorld> = definitions.When;

/**
 * Defines a step that judges. It throws `Violation` when the target contradicts the requirement.
 */
export const Then: DefineStep<ScenarioWorld> = definitions.Then;
