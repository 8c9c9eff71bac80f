/** Makes the changes that findings propose. */
import { readFileSync, writeFileSync } from 'node:fs';
import { systemReason, UsageError } from '../../kit/errors.js';
import { nameOf } from '../suite/checked-document.js';
import { loadSuite } from '../suite/load-suite.js';
import { foundationsIn, loadCatalogue, type Requirement } from '../suite/requirements.js';
import { withNeed } from './add-needs.js';
import type { LintFinding, MissingNeed } from './finding.js';

/**
 * Adds the needs that findings name to the requirements of a suite, except needs that would form a
 * circle.
 *
 * @returns what was added
 * @throws UsageError when a file cannot be written
 */
export function addNeeds(folder: string, findings: readonly LintFinding[]): readonly MissingNeed[] {
  const proposed = findings.flatMap(({ lack = [] }) => lack);
  if (proposed.length === 0) return [];
  const suite = loadSuite(folder);
  let { requirements } = loadCatalogue(suite);
  const added: MissingNeed[] = [];
  for (const one of proposed) {
    if (isCircular(one, requirements)) continue;
    requirements = requirements.map((other) =>
      other.id === one.id ? { ...other, needs: [...other.needs, one.need] } : other,
    );
    if (suite.requirements.some((file) => change(file, one))) added.push(one);
  }
  return added;
}

function isCircular({ id, need }: MissingNeed, requirements: readonly Requirement[]): boolean {
  return id === need || foundationsIn(requirements)(need).includes(id);
}

/** Returns whether the requirement is in the file. */
function change(file: string, { id, need }: MissingNeed): boolean {
  const changed = withNeed(readFileSync(file, 'utf8'), id, need);
  if (changed === undefined) return false;
  try {
    writeFileSync(file, changed);
  } catch (error) {
    throw new UsageError(`${nameOf(file)}: it cannot be written: ${systemReason(error)}.`);
  }
  return true;
}
