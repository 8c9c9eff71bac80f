/** What callers of the writer say about a request. */

import type { PlannedStep } from './model.js';

/** The keyword of a step. */
export type Keyword = PlannedStep['kind'];

/** The parts of a request that differ from its operation's usual ones. */
export interface RequestParts {
  /** Default: the body of the operation. */
  readonly body?: unknown;
  /** In place of the body: a text with its media type. */
  readonly text?: { readonly mediaType: string; readonly content: string };
  /** The end of the sentence, in place of the body: `with ${valid} without $.title`. */
  readonly said?: string;
  /** The required parameter of the query that is left out. */
  readonly withoutQuery?: string;
  /** The required header that is left out. */
  readonly withoutHeader?: string;
  /** Further parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether all scenarios share the answer. */
  readonly isShared?: boolean;
  /** A sentence about the answer that may hold some seconds later. */
  readonly until?: string;
}

/** How the resources of a request come about. */
export interface PreparationOptions {
  /** The value of the identifying parameter. Default: a resource that the scenario creates. */
  readonly last?: string;
  /**
   * The name of the unique text of what is created last: the scenarios of one operation share a
   * resource that others do not see. Default: all scenarios share it.
   */
  readonly mark?: string | undefined;
}
