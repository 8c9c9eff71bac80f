import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemReason } from '../cli/system-reason.js';
import { UsageError } from './option-values.js';
import { parseYaml } from './yaml.js';

/** Looked for in the current folder. */
export const configurationFile = 'touchstone.config.yaml';

/**
 * The texts that the configuration file gives for each option; empty when there is no file.
 *
 * @throws UsageError when the file cannot be read, or has keys that are not options.
 */
export function readConfiguration(
  folder: string,
  flags: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const path = join(folder, configurationFile);
  if (!existsSync(path)) return new Map();
  const texts = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(readMapping(path))) {
    if (!flags.includes(key)) {
      throw new UsageError(`${configurationFile}: "${key}" is not an option of this command.`);
    }
    if (value !== null) texts.set(key, textsOf(key, value));
  }
  return texts;
}

function readMapping(path: string): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = parseYaml(readFileSync(path, 'utf8'));
  } catch (error) {
    const [reason] = systemReason(error).split('\n');
    throw new UsageError(`${configurationFile} cannot be read: ${reason?.replace(/[.:]$/, '')}.`);
  }
  if (document === null) return {};
  if (typeof document !== 'object' || Array.isArray(document)) {
    throw new UsageError(
      `${configurationFile} must hold options and their values, as "key: value".`,
    );
  }
  return document as Record<string, unknown>;
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
