import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './scenario.js';

const known = new Map<string, readonly Scenario[]>();

/**
 * The scenarios of all compiled features in a folder and below it, in the order of the files'
 * names. They are read once in a thread, as its sessions have them in common.
 */
export function readScenarios(folder: string): readonly Scenario[] {
  const scenarios = known.get(folder) ?? readAll(folder);
  known.set(folder, scenarios);
  return scenarios;
}

function readAll(folder: string): Scenario[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const features = names.filter((name) => name.endsWith('.json')).sort();
  return features.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
