/** What all cases of a run show together about the target. */
import type { AddressedCase } from './addressed-case.js';
import { isSuccess } from './decisive-requests.js';
import { ErrorForm } from './error-form.js';
import { findSharedIds } from './shared-ids.js';

/** Facts about the target, which all cases of a run show together. */
export interface RunFacts {
  /** Ids that the target gave to several rows. */
  readonly sharedIds: ReadonlySet<string>;
  /** Operations that were answered with a success at least once. */
  readonly succeeded: ReadonlySet<string>;
  readonly errorForm: ErrorForm;
}

/** Collects the facts of a run from all its cases. */
export function findFacts(cases: readonly AddressedCase[]): RunFacts {
  const exchanges = cases.flatMap((one) => one.exchanges);
  return {
    sharedIds: findSharedIds(cases),
    succeeded: new Set(exchanges.filter(isSuccess).map(({ operation }) => operation)),
    errorForm: new ErrorForm(cases),
  };
}
