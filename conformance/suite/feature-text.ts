/** The text of a suite's features, for reports that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../kit/package-root.js';
import { isCompiled } from './load-suite.js';
import type { Suite } from './suite.js';

/**
 * Our build makes JSON of the features that come along; their text lies beside the build.
 *
 * @param feature the file as cases name it, `features/…`
 */
export function readFeatureText(
  feature: string,
  suite: Pick<Suite, 'folder' | 'features'>,
): string {
  const folder = isCompiled(suite) ? packageFile('features') : suite.features;
  return readFileSync(join(folder, feature.replace(/^features[\\/]/, '')), 'utf8');
}
