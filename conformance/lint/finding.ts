/** The findings of `lint`, and their output formats. */
import type { UsageError } from '../../kit/errors.js';
import { workflowCommand } from '../../kit/words.js';

/** One mistake or omission. */
export interface LintFinding {
  /** The file's name in messages. */
  readonly file: string;
  /** Undefined for the file as a whole. */
  readonly line: number | undefined;
  readonly sentence: string;
  /** Errors keep a suite from running; notes name omissions, which do not. */
  readonly kind: 'error' | 'note';
  /** What `--fix` adds. */
  readonly lack?: readonly MissingNeed[];
}

/** A requirement that another one needs, although its entry does not say so. */
export interface MissingNeed {
  readonly id: string;
  readonly need: string;
}

/** @param place `file:line`, or the file alone */
export function findingAt(
  place: string,
  sentence: string,
  kind: LintFinding['kind'] = 'error',
): LintFinding {
  const [, file = place, line] = /^(.*?)(?::(\d+))?$/s.exec(place) ?? [];
  return { file, line: line === undefined ? undefined : Number(line), sentence, kind };
}

/** The findings of an error about a suite's files, one for each line `file:line: sentence`. */
export function findingsOf({ message }: UsageError): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const line of message.split('\n')) {
    const [, place, sentence] = /^(.+?:\d+|.+?\.\w+|\S+): (.*)$/.exec(line) ?? [];
    const last = findings.at(-1);
    if (place !== undefined && sentence !== undefined) findings.push(findingAt(place, sentence));
    else if (last === undefined) findings.push(findingAt('suite.yaml', line));
    else findings[findings.length - 1] = { ...last, sentence: `${last.sentence} ${line.trim()}` };
  }
  return findings;
}

/** Removes duplicates, and sorts: errors before notes, then by file and line. */
export function sortFindings(findings: readonly LintFinding[]): readonly LintFinding[] {
  const unique = new Map(findings.map((one) => [`${placeOf(one)} ${one.sentence}`, one]));
  return [...unique.values()].sort(
    (a, b) =>
      compareTexts(a.kind, b.kind) || compareTexts(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function placeOf({ file, line }: LintFinding): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** `file:line: sentence` */
export function renderText(finding: LintFinding): string {
  return `${placeOf(finding)}: ${finding.sentence}`;
}

/** A workflow command that annotates the line on GitHub. */
export function renderGithub({ file, line, sentence, kind }: LintFinding): string {
  const place = line === undefined ? { file } : { file, line };
  return workflowCommand(kind === 'error' ? 'error' : 'warning', place, sentence);
}
