/** Adds suggestions to a suite: a requirement to the catalogue, a scenario to a feature. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeq, parseDocument, stringify } from 'yaml';
import { systemReason, UsageError } from '../../../kit/errors.js';
import { nameOf } from '../../suite/checked-document.js';
import { isCompiled } from '../../suite/load-suite.js';
import type { Suite } from '../../suite/suite.js';
import { featureHeading, type Suggestion } from './suggest.js';

/** The files of a suite that suggestions change. */
export interface WrittenFiles {
  readonly catalogue: string;
  readonly feature: string;
}

/**
 * Checks that suggestions can be added to a suite, before anything is sent.
 *
 * @throws UsageError when they cannot
 */
export function demandWritable(suite: Suite): void {
  if (isCompiled(suite) || suite.features === undefined) {
    throw new UsageError('--write: name the folder of your own suite with --suite.');
  }
  const { catalogue } = filesOf(suite);
  addRequirements(readFileSync(catalogue, 'utf8'), [], catalogue, suite);
}

/**
 * Adds suggestions to the last file of the catalogue and to `proven.feature`.
 *
 * @throws UsageError when a file cannot be written; then the catalogue is unchanged
 */
export function writeSuggestions(suite: Suite, suggestions: readonly Suggestion[]): WrittenFiles {
  const { catalogue, feature } = filesOf(suite);
  const changed = addRequirements(readFileSync(catalogue, 'utf8'), suggestions, catalogue, suite);
  const before = existsSync(feature) ? readFileSync(feature, 'utf8') : `${featureHeading}\n`;
  const scenarios = suggestions.map(({ gherkin }) => `\n${gherkin}`);
  try {
    mkdirSync(suite.features ?? '', { recursive: true });
    writeFileSync(feature, `${before.replace(/\n*$/, '\n')}${scenarios.join('')}`);
    writeFileSync(catalogue, changed);
  } catch (error) {
    throw new UsageError(
      `--write: ${nameOf(suite.folder)} cannot be changed: ${systemReason(error)}.`,
    );
  }
  return { catalogue, feature };
}

function filesOf({ requirements, features }: Suite): WrittenFiles {
  return { catalogue: requirements.at(-1) ?? '', feature: join(features ?? '', 'proven.feature') };
}

/** Inserts entries behind the last requirement, and keeps everything else as it is. */
function addRequirements(
  text: string,
  suggestions: readonly Suggestion[],
  file: string,
  suite: Suite,
): string {
  const list = parseDocument(text).get('requirements');
  const last = isSeq(list) && list.flow !== true ? list.items.at(-1) : undefined;
  const [start, end] = (last as { range?: readonly number[] } | undefined)?.range ?? [];
  if (start === undefined || end === undefined) {
    throw new UsageError(
      `--write: ${nameOf(file)}: its requirements must be a list with a line for each.`,
    );
  }
  const [before = ''] = /[^\n]*$/.exec(text.slice(0, start)) ?? [];
  const indent = /^ */.exec(before)?.[0] ?? '';
  const entries = suggestions.map(({ requirement }) => {
    const lines = stringify([entryOf(requirement, suite)], { lineWidth: 0 })
      .trimEnd()
      .split('\n');
    return lines.map((line) => `${indent}${line}\n`).join('');
  });
  const head = text.slice(0, end).trimEnd();
  return `${head}\n${entries.join('')}${text.slice(end)}`;
}

/** Classes and profiles are named where the suite has several. */
function entryOf(
  { id, section, class: className, profiles, needs, statement }: Suggestion['requirement'],
  suite: Pick<Suite, 'classes' | 'profiles'>,
): object {
  return {
    id,
    ...(section === '' ? {} : { section }),
    ...(suite.classes.length > 1 ? { class: className } : {}),
    ...(profiles.length < suite.profiles.length ? { profiles } : {}),
    needs,
    statement,
  };
}
