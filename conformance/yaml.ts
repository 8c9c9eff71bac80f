/** Reading YAML, whose parser is loaded on use: most runs meet none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';

const require = createRequire(import.meta.url);

/** @throws Error that says where the text is not YAML */
export function parseYaml(text: string): unknown {
  const { parse } = require('yaml') as typeof import('yaml');
  return parse(text);
}

/**
 * Reads a file of YAML, or of JSON by its extension.
 *
 * @throws Error when it cannot be read or is neither
 */
export function readDocument(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  return extname(file) === '.json' ? JSON.parse(text) : parseYaml(text);
}
