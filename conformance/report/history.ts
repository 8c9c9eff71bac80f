/**
 * The results of earlier runs, as far as trends need them: a small file for each in the folder
 * `history` among the reports, named by the time when its run began.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import type { Verdict } from '../outcomes.js';
import { type Report, verdictOrder } from './model.js';
import { rootVerdicts } from './queries.js';

/** Changes when older entries mean something else; those are passed over. */
const entryVersion = 1;

/** One run. */
export interface HistoryEntry {
  readonly entryVersion: typeof entryVersion;
  /** In UTC, ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly suite: string;
  readonly target: string;
  readonly scope: string;
  readonly answer: Report['conclusion']['answer'];
  readonly complete: boolean;
  /** Of the requirements that were judged or observed, by their ids. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** Verdicts that say nothing of the target. */
const unjudged: ReadonlySet<Verdict> = new Set(['not tested', 'not applicable']);

/** What is kept of a result. */
export function toEntry(report: Report): HistoryEntry {
  const { startedAt, endedAt, traffic, suite, target, scope, conclusion, complete } = report;
  const judged = report.requirements.filter(
    ({ selected, verdict }) => selected && !unjudged.has(verdict),
  );
  return {
    ...{ entryVersion, startedAt, scope, complete },
    seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
    requests: traffic.requests,
    suite: suite.name,
    target: target.title,
    answer: conclusion.answer,
    verdicts: Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])),
  };
}

/** The form of the files' names: a time without colons, which some file systems refuse. */
const entryName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/**
 * Adds a result to the history, from which the oldest ones beyond a number are deleted; a run that
 * judged nothing is not added. Other files in the folder are left alone.
 *
 * @param most how many are kept; with 0 nothing is read or written
 * @returns the runs of the same suite, target and scope, the oldest first
 * @throws Error of the file system when an entry cannot be written
 */
export function keepHistory(report: Report, folder: string, most: number): HistoryEntry[] {
  if (most === 0) return [];
  const entry = toEntry(report);
  mkdirSync(folder, { recursive: true });
  if (Object.keys(entry.verdicts).length > 0) {
    const name = `${entry.startedAt.replaceAll(':', '-')}.json`;
    writeFileSync(join(folder, name), `${JSON.stringify(entry)}\n`);
  }
  const names = readdirSync(folder)
    .filter((name) => entryName.test(name))
    .sort();
  for (const name of names.slice(0, -most)) {
    // Another check of the same folder may have deleted it.
    rmSync(join(folder, name), { force: true });
  }
  return names
    .slice(-most)
    .flatMap((name) => readEntry(join(folder, name)) ?? [])
    .filter((one) => isComparable(one, entry));
}

/** The last runs, and what kept this one from being among them. */
export interface KeptHistory {
  readonly entries: readonly HistoryEntry[];
  readonly problem: UsageError | undefined;
}

/**
 * As `keepHistory`, in the folder `history` among the reports; a history that cannot be written does
 * not keep the reports from being.
 */
export function rememberResult(report: Report, reports: string, most: number): KeptHistory {
  const folder = join(reports, 'history');
  try {
    return { entries: keepHistory(report, folder, most), problem: undefined };
  } catch (error) {
    const message = `--reports: ${folder} cannot be written: ${systemReason(error)}.`;
    return { entries: [], problem: new UsageError(message) };
  }
}

function isComparable(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.suite === other.suite && one.target === other.target && one.scope === other.scope;
}

/** Undefined for a file that is no entry of this version: a trend can do without it. */
function readEntry(path: string): HistoryEntry | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  const texts = [entry.startedAt, entry.suite, entry.target, entry.scope, entry.answer];
  const verdicts = Object.values(entry.verdicts ?? {});
  return (
    entry.entryVersion === entryVersion &&
    texts.every((one) => typeof one === 'string') &&
    !Number.isNaN(Date.parse(String(entry.startedAt))) &&
    typeof entry.seconds === 'number' &&
    typeof entry.requests === 'number' &&
    verdicts.every((one) => verdictOrder.some((verdict) => verdict === one))
  );
}

/** What has become of a requirement over several runs. */
export interface Trend {
  readonly id: string;
  /** One for each run, the oldest first; undefined where it was not judged. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** How often the verdict was another one than before. */
  readonly changes: number;
  /** Whether it came back to a verdict that it had had before. */
  readonly isFlaky: boolean;
}

/** The requirements whose verdict changed, those that changed most often first. */
export function listTrends(entries: readonly HistoryEntry[]): Trend[] {
  const ids = new Set(entries.flatMap(({ verdicts }) => Object.keys(verdicts)));
  return [...ids]
    .map((id) => trendOf(id, entries))
    .filter(({ changes }) => changes > 0)
    .sort((a, b) => b.changes - a.changes || (a.id < b.id ? -1 : 1));
}

/** What has become of one requirement. */
export function trendOf(id: string, entries: readonly HistoryEntry[]): Trend {
  const verdicts = entries.map((entry) =>
    Object.hasOwn(entry.verdicts, id) ? entry.verdicts[id] : undefined,
  );
  const judged = verdicts.filter((verdict) => verdict !== undefined);
  const phases = judged.filter((verdict, index) => verdict !== judged[index - 1]);
  const isFlaky = new Set(phases).size < phases.length;
  return { id, verdicts, changes: Math.max(phases.length - 1, 0), isFlaky };
}

/** What a run says otherwise than the one before it. */
export interface Changes {
  /** When the earlier run began. */
  readonly since: string;
  /** The requirements that passed then and went wrong now, and those for which it is the reverse. */
  readonly broken: readonly string[];
  readonly fixed: readonly string[];
}

/** Undefined for a run that is not the last one of the history, or has none before it. */
export function changesIn(
  { startedAt }: Pick<Report, 'startedAt'>,
  entries: readonly HistoryEntry[],
): Changes | undefined {
  const [before, now] = entries.slice(-2);
  if (before === undefined || now?.startedAt !== startedAt) return undefined;
  const ids = Object.keys(now.verdicts).filter((id) => Object.hasOwn(before.verdicts, id));
  const change = (from: ReadonlySet<string>, to: ReadonlySet<string>) =>
    ids.filter((id) => from.has(before.verdicts[id] ?? '') && to.has(now.verdicts[id] ?? ''));
  const passing = new Set(['pass']);
  return {
    since: before.startedAt,
    broken: change(passing, rootVerdicts),
    fixed: change(rootVerdicts, passing),
  };
}
