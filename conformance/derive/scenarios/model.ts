/** What is derived from a description: requirements with their scenarios, as data. */

import type { Level } from '../../suite/requirements.js';
import type { ResourceKind } from '../../suite/suite.js';
import type { CredentialEntry } from '../resources/credentials.js';
import type { PathOption } from '../resources/path-options.js';

/** The kinds of requirements, by the names with which `docs/openapi.md` explains them. */
export const kinds = [
  'answers',
  'errors',
  'constraints',
  'security',
  'state',
  'lists',
  'login',
  'generated',
] as const;

/** The kind of a requirement. */
export type Kind = (typeof kinds)[number];

/** A requirement with its scenarios. */
export interface PlannedRequirement {
  /** Made of the operation's name, so that it stays the same when the description grows. */
  readonly id: string;
  readonly kind: Kind;
  /** The JSON pointer to what states it, without `#`. */
  readonly section: string;
  readonly level: Level;
  /** The feature that its scenarios belong to. */
  readonly tag: string;
  readonly statement: string;
  readonly needs: readonly string[];
  /**
   * What a server usually does in one place, such as reading credentials: each requirement needs the
   * first one of each of its families, whose failure explains it.
   */
  readonly families: readonly string[];
  /** The answers that its scenarios exercise, unless they follow from the paths that they send. */
  readonly exercises: readonly string[];
  /** At least one. */
  readonly scenarios: readonly PlannedScenario[];
  /** Why the scenarios cannot run yet; undefined when they can. */
  readonly unfinished: string | undefined;
}

/** A scenario. */
export interface PlannedScenario {
  readonly title: string;
  readonly tags: readonly string[];
  readonly steps: readonly PlannedStep[];
}

/** A step of a scenario. */
export interface PlannedStep {
  readonly kind: 'Given' | 'When' | 'Then';
  readonly text: string;
  /** The text in triple quotes below it. */
  readonly below?: string | undefined;
  /** The rows of the table below it. */
  readonly table?: readonly (readonly string[])[];
}

/** An operation that is not sent. */
export interface Unsent {
  /** The beginning of the ids of its requirements, by which it can be allowed. */
  readonly name: string;
  /** `PUT /settings` */
  readonly operation: string;
  readonly reason: string;
}

/** A whole derivation. */
export interface Derivation {
  readonly requirements: readonly PlannedRequirement[];
  readonly credentials: readonly CredentialEntry[];
  /** Options for values that the description does not show. */
  readonly options: readonly PathOption[];
  /** The operations that are sent although they may change data of others: `PUT /settings`. */
  readonly allowed: readonly string[];
  /** The operations that create what no request of the run deletes: `POST /lamps/{id}/switches`. */
  readonly lasting: readonly string[];
  /** The operations that are not sent, because they may change data of others. */
  readonly unsent: readonly Unsent[];
  /** The kinds of resources that requests name in the query. */
  readonly resources: readonly ResourceKind[];
  /** Documented statuses that no request provokes. */
  readonly excludedStatuses: readonly string[];
  /** Titles of the sections, by JSON pointer. */
  readonly sections: ReadonlyMap<string, string>;
}
