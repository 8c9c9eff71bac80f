/** What the clean-up uses of a run. */
import { ownMember } from '../../kit/collections.js';
import type { Suite } from '../suite/suite.js';
import { type Deletion, lineOf, type OwnedResource } from './owned-resources.js';
import type { ReadingRun } from './reading.js';

export interface CleaningRun extends ReadingRun {
  readonly suite: Suite;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Headers with the credentials of the run. */
export function credentialHeaders({
  suite,
  credentials,
}: CleaningRun): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, header, opposite } of suite.credentials) {
    const value = ownMember(credentials, name);
    if (header === undefined || value === undefined || opposite !== undefined) continue;
    headers[header.name] ??= header.value.replaceAll('${value}', () => value);
  }
  return headers;
}

/** The option for a credential that a resource was created with and that the run lacks. */
export function missingCredential(
  { credentials: needed = [] }: OwnedResource,
  { credentials }: CleaningRun,
): string | undefined {
  const missing = needed.find((name) => ownMember(credentials, name) === undefined);
  return missing === undefined ? undefined : `--${missing}`;
}

/** The deletion of a resource: as its scenario recorded it, or with the credentials of the run. */
export function recordedDeletion(resource: OwnedResource, run: CleaningRun): Deletion {
  const line = lineOf(resource.deletion);
  const recorded = run.owned.deletions.findLast((one) => lineOf(one) === line);
  const headers = { ...resource.headers, ...credentialHeaders(run) };
  return recorded ?? { ...resource.deletion, headers };
}
