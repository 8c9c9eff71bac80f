/** Which scenarios check which requirement. */
import { readScenarios } from '../../scenarios/read-scenarios.js';
import type { Suite } from '../../suite/suite.js';

/** A scenario, or the outline of several. */
export interface CatalogueScenario {
  readonly name: string;
  /** As reports name it: `features/todos/read.feature`. */
  readonly file: string;
  readonly line: number;
}

/** The scenarios of all features of a suite, by the requirement that they check. */
export function groupScenarios(
  suite: Pick<Suite, 'features'>,
): Map<string, readonly CatalogueScenario[]> {
  const found = new Map<string, CatalogueScenario[]>();
  for (const { requirement, feature: file, heading } of readScenarios(suite)) {
    const known = found.get(requirement) ?? [];
    const isKnown = known.some((one) => one.file === file && one.line === heading.line);
    if (!isKnown) found.set(requirement, [...known, { ...heading, file }]);
  }
  return found;
}
