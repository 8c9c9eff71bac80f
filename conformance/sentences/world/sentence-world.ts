/**
 * The interface through which the parts of the sentences use a scenario's world. `ScenarioWorld`
 * implements it and imports these parts, so they must not import it.
 */
import type { Deletion } from '../../creations/owned-resources.js';
import type { Exchange } from '../../http/exchange.js';
import type { CheckRun } from '../../scenarios/scenario.js';
import type { PlaceholderValues } from '../values/templates.js';
import type { ScenarioCreations } from './scenario-creations.js';

/** A request as a scenario describes it. */
export interface ScenarioRequest {
  readonly method: string;
  /** Below the base URL, with a leading slash; may end in an encoded query. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a header may set another content type. */
  readonly json?: unknown;
  /** Sent unchanged, in place of `json`. */
  readonly text?: string;
  /** Sent unchanged, in place of `json` and `text`. */
  readonly bytes?: Uint8Array;
}

/** A deletion in a sentence, with placeholders in its paths and headers. */
export interface DeletionTemplate {
  readonly method: string;
  readonly path: string;
  readonly shownBy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns the deletion of what a request creates; undefined when the rule is about other requests */
export type CreationRule = (
  request: ScenarioRequest,
  world: SentenceWorld,
) => DeletionTemplate | undefined;

/** The world of a scenario, as clean-up and the protection of others' data see it. */
export interface SentenceWorld extends PlaceholderValues {
  readonly run: CheckRun;
  /** The latest request with its answer. */
  readonly answer: Exchange;
  /** The latest JSON that was sent; undefined before that. */
  readonly sent: unknown;
  /** The same; undefined when there is none. */
  readonly latest: Exchange | undefined;
  /** The headers that every request of the scenario carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** Other headers with which earlier requests succeeded, latest first. */
  readonly earlierHeaders: readonly Readonly<Record<string, string>>[];
  /** What the scenario has created so far. */
  readonly creations: ScenarioCreations;
  /** All remembered values. */
  readonly remembered: ReadonlyMap<string, unknown>;
  /** The values that placeholders stood for, without those that the operator gave. */
  readonly used: ReadonlySet<string>;
  /** Whether any request has held the run's marker. */
  readonly hasSentMarker: boolean;
  /** Whether the scenario has shared a request with others. */
  readonly sharesAnswers: boolean;
  /** Whether an answer gave the value of a placeholder, now or when it was remembered. */
  isFromAnswer(name: string): boolean;
  /** @throws NotTested as `ScenarioWorld.fillPath` */
  fillPath(text: string): string;
  cleanUp(deletion: Deletion): void;
}
