/** Finds the features that have scenarios to run, so that no others are read. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A feature file, and the tags of its scenarios. */
export interface FeatureFile {
  readonly path: string;
  readonly tags: ReadonlySet<string>;
}

/** All features in a folder and below it, in the order of their names, or the one in a file. */
export function listFeatures(place: string): FeatureFile[] {
  if (!statSync(place).isDirectory()) return [readFeature(place)];
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const features = names.filter((name) => name.endsWith('.feature')).sort();
  return features.map((name) => readFeature(join(place, name)));
}

/** A text that looks like a tag and is none does no harm: the file is read in vain. */
function readFeature(path: string): FeatureFile {
  const tags = readFileSync(path, 'utf8').match(/@[\w:.-]+/g) ?? [];
  return { path, tags: new Set(tags) };
}
