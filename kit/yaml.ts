/** Reads YAML. The parser is loaded on first use, because most runs read only compiled JSON. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { messageOf } from './errors.js';

const require = createRequire(import.meta.url);

/** @throws Error with the line of the first syntax error */
function parseYaml(text: string): unknown {
  const { parse } = require('yaml') as typeof import('yaml');
  return parse(text);
}

/**
 * The file to read for a path: when the YAML file does not exist, the JSON file of the same name, which
 * the build writes because JSON is read in a fraction of the time.
 */
export function compiledOr(file: string): string {
  const compiled = file.replace(/\.ya?ml$/, '.json');
  return compiled !== file && !existsSync(file) && existsSync(compiled) ? compiled : file;
}

/**
 * Reads a YAML mapping; an empty text is an empty mapping.
 *
 * @throws Error with the reason in one line without a full stop
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
  throw new Error('it must contain keys and values, as "key: value"');
}
