/** Reads YAML. The parser is loaded on first use, since most runs read only compiled JSON. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
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
 * Reads a YAML file, or a JSON file by its extension.
 *
 * @throws Error when the file cannot be read or parsed
 */
export function readDocument(file: string): unknown {
  const found = compiledOr(file);
  const text = readFileSync(found, 'utf8');
  return extname(found) === '.json' ? JSON.parse(text) : parseYaml(text);
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
