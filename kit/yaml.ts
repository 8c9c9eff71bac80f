/** Reading YAML, whose parser is loaded on use: most runs meet none. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { messageOf } from './errors.js';

const require = createRequire(import.meta.url);

/** @throws Error that says where the text is not YAML */
function parseYaml(text: string): unknown {
  const { parse } = require('yaml') as typeof import('yaml');
  return parse(text);
}

/**
 * The file that a path stands for: where there is no file of YAML, the JSON of the same name, which our
 * build makes of it since JSON is read in a fraction of the time.
 */
export function compiledOr(file: string): string {
  const compiled = file.replace(/\.ya?ml$/, '.json');
  return compiled !== file && !existsSync(file) && existsSync(compiled) ? compiled : file;
}

/**
 * Reads a file of YAML, or of JSON by its extension.
 *
 * @throws Error when it cannot be read or is neither
 */
export function readDocument(file: string): unknown {
  const found = compiledOr(file);
  const text = readFileSync(found, 'utf8');
  return extname(found) === '.json' ? JSON.parse(text) : parseYaml(text);
}

/**
 * Reads YAML that consists of keys and values; an empty text has none.
 *
 * @throws Error that says why it does not, in one line without a full stop
 */
export function parseMapping(text: string): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = parseYaml(text);
  } catch (error) {
    throw new Error(messageOf(error).replace(/[.:]?\n.*|[.:]$/s, ''));
  }
  if (document === null) return {};
  if (typeof document === 'object' && !Array.isArray(document)) {
    return document as Record<string, unknown>;
  }
  throw new Error('it must hold keys and values, as "key: value"');
}
