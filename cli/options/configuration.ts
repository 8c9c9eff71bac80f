import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import { parseMapping } from '../../kit/yaml.js';

/** Name of the configuration file, in the current folder. */
export const configurationFile = 'touchstone.config.yaml';

/**
 * Reads the texts of each option from the configuration file: an empty list for an empty value, an
 * empty map when the file does not exist.
 *
 * @param flags allowed keys; default: all keys
 * @throws UsageError when the file cannot be read, or a key is not an option
 */
export function readConfiguration(
  folder: string,
  flags?: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const path = join(folder, configurationFile);
  if (!existsSync(path)) return new Map();
  const texts = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(readOptionsFile(path))) {
    if (flags?.includes(key) === false) {
      throw new UsageError(`${configurationFile}: "${key}" is not an option of this command.`);
    }
    texts.set(key, value === null ? [] : textsOf(key, value));
  }
  return texts;
}

function readOptionsFile(path: string): Readonly<Record<string, unknown>> {
  try {
    return parseMapping(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${configurationFile} cannot be read: ${systemReason(error)}.`);
  }
}

function textsOf(key: string, value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item === 'object') {
      throw new UsageError(`${configurationFile}: "${key}" must be a value or a list of values.`);
    }
    return String(item);
  });
}
