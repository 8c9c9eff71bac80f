/** Which scenarios check which requirement, read from the features without running any. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A scenario, or the outline of several. */
export interface CatalogueScenario {
  readonly name: string;
  /** Relative to the folder above the features. */
  readonly file: string;
  readonly line: number;
}

/** The scenarios of all features below a folder, by the id in their `@req:` tag. */
export function readScenarios(features: string): Map<string, CatalogueScenario[]> {
  const found = new Map<string, CatalogueScenario[]>();
  const entries = readdirSync(features, { recursive: true, encoding: 'utf8' }).sort();
  for (const entry of entries.filter((name) => name.endsWith('.feature'))) {
    const path = join(features, entry);
    const file = relative(join(features, '..'), path);
    for (const [id, scenario] of scenariosIn(readFileSync(path, 'utf8'), file)) {
      found.set(id, [...(found.get(id) ?? []), scenario]);
    }
  }
  return found;
}

/** A tag belongs to the scenario below it, or to the examples of the outline above it. */
function* scenariosIn(text: string, file: string): Generator<[id: string, CatalogueScenario]> {
  let ids: string[] = [];
  let name = '';
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*@/.test(line)) {
      ids.push(...[...line.matchAll(/@req:([\w.-]+)/g)].map(([, id = '']) => id));
    }
    const [head, title] = /^\s*(?:Scenario(?: Outline)?: (.*)|Examples:.*)$/.exec(line) ?? [];
    if (head === undefined) continue;
    name = title ?? name;
    for (const id of ids) yield [id, { name, file, line: index + 1 }];
    ids = [];
  }
}
