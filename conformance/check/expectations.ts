/**
 * Known failures: a YAML file that maps ids of requirements to the reasons why they are known to
 * fail, so that a check can guard a server that does not conform yet.
 */
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import { parseMapping } from '../../kit/yaml.js';
import type { Requirement } from '../suite/requirements.js';
import type { Judgement } from '../verdict/tally.js';

/** The reasons for known failures, by the ids of requirements. */
export type Expectations = ReadonlyMap<string, string>;

/**
 * Reads the known failures.
 *
 * @throws UsageError for a file that cannot be read, for an id that is not in the catalogue or is
 *    never judged, and for an empty reason
 */
export function readExpectations(
  file: string,
  requirements: readonly Requirement[],
): Map<string, string> {
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const expectations = new Map<string, string>();
  for (const [id, reason] of Object.entries(readReasons(file))) {
    const level = levels.get(id);
    if (level === undefined)
      throw unusable(file, `there is no requirement "${id}": remove the entry or correct its id`);
    if (level === 'open') throw unusable(file, `${id} is observed and never fails`);
    if (typeof reason !== 'string' || reason.trim() === '') {
      throw unusable(file, `${id} needs a reason, in words`);
    }
    expectations.set(id, reason.trim());
  }
  return expectations;
}

function readReasons(file: string): Readonly<Record<string, unknown>> {
  try {
    return parseMapping(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unusable(file, systemReason(error));
  }
}

function unusable(file: string, reason: string): UsageError {
  return new UsageError(`--expect: ${file}: ${reason}.`);
}

/** Adds the reasons for known failures to the judgements. */
export function markExpected(
  judgements: readonly Judgement[],
  expectations: Expectations,
): Judgement[] {
  return judgements.map((judgement) => ({
    ...judgement,
    expected: expectations.get(judgement.requirement.id),
  }));
}

/**
 * Makes sure that a file of expectations can be written after a run.
 *
 * @throws UsageError when its folder is missing or may not be changed
 */
export function demandWritable(file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/**
 * Writes a file of the failed requirements. It keeps known reasons; the operator must write the
 * others before a check accepts the file.
 *
 * @throws UsageError when the file cannot be written
 */
export function writeExpectations(file: string, judgements: readonly Judgement[]): void {
  try {
    writeFileSync(file, renderExpectations(judgements));
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): UsageError {
  return new UsageError(`--write-expect: ${file} cannot be written: ${systemReason(error)}.`);
}

/** Renders the file. */
function renderExpectations(judgements: readonly Judgement[]): string {
  const failed = judgements.filter(({ selected, verdict }) => selected && isFailure(verdict));
  if (failed.length === 0) return '# Nothing failed.\n';
  return `${heading}\n${failed.map(renderEntry).join('\n')}`;
}

const heading = `# Known failures, for "touchstone check --expect". Write between the quotes why it is known.
# An entry that passes is stale and fails the check, so that this file tells the truth.
`;

function isFailure(verdict: Judgement['verdict']): boolean {
  return verdict === 'fail' || verdict === 'unstable';
}

function renderEntry({ requirement, reason, expected }: Judgement): string {
  const notes = [requirement.statement, ...(reason === undefined ? [] : [reason])];
  const comments = notes.map((note) => `# ${shortenNote(note)}\n`).join('');
  return `${comments}${requirement.id}: ${JSON.stringify(expected ?? '')}\n`;
}

const longestNote = 200;

/** Cuts a note, and keeps texts of the target in it on one line. */
function shortenNote(note: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const line = note.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length > longestNote ? `${line.slice(0, longestNote)}…` : line;
}
