import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { messageOf, UsageError } from '../../kit/errors.js';
import { nameOf } from '../suite/checked-document.js';
import type { Suite } from '../suite/suite.js';
import type { Scenario } from './scenario.js';

const known = new Map<string, readonly Scenario[]>();

/**
 * The scenarios of all features of a suite, in the order of the files' names. They are read once in a
 * thread, as its sessions have them in common.
 *
 * @throws UsageError that names file and line of what is no Gherkin
 */
export function readScenarios({ features }: Pick<Suite, 'features'>): readonly Scenario[] {
  const scenarios = known.get(features) ?? readAll(features);
  known.set(features, scenarios);
  return scenarios;
}

/** How many scenarios there are, by the requirement that they judge. It is data alone. */
export type ScenarioCounts = ReadonlyMap<string, number>;

/** @throws UsageError as `readScenarios` */
export function countScenarios(suite: Pick<Suite, 'features'>): ScenarioCounts {
  const counts = new Map<string, number>();
  for (const { requirement } of readScenarios(suite)) {
    counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
  }
  return counts;
}

function readAll(folder: string): Scenario[] {
  if (!existsSync(folder)) throw new UsageError(`${nameOf(folder)}: there is no such folder.`);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const mistakes: string[] = [];
  const scenarios = names.flatMap((name) => {
    const file = join(folder, name);
    // What our build has made of a feature; nobody else's folder has both.
    if (name.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    return name.endsWith('.feature') ? compile(file, join('features', name), mistakes) : [];
  });
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  return scenarios;
}

/** The file of a scenario, as messages name it: its `feature` is the name in reports. */
export function featureFile(
  { feature }: Pick<Scenario, 'feature'>,
  { features }: Pick<Suite, 'features'>,
): string {
  return nameOf(join(features, feature.replace(/^features[\\/]/, '')));
}

/**
 * The scenarios of a file; none when it is no Gherkin, which is added to the mistakes. The parser is
 * loaded on use: the features that come with Touchstone are compiled.
 */
function compile(file: string, path: string, mistakes: string[]): Scenario[] {
  const load = createRequire(import.meta.url);
  const { compileFeature } = load('./compile-feature.js') as typeof import('./compile-feature.js');
  try {
    return compileFeature(readFileSync(file, 'utf8'), path);
  } catch (error) {
    mistakes.push(messageOf(error).replaceAll(path, nameOf(file)));
    return [];
  }
}
