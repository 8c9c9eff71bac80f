/**
 * Results of earlier runs, reduced to what trends need: one small file for each run, named by its
 * start time, in the folder `history` of the reports.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownMember } from '../../kit/collections.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import type { Verdict } from '../verdict/outcomes.js';
import { type Report, verdictOrder } from './model.js';
import { rootVerdicts, secondsOf } from './queries.js';

/** Incremented when entries change their meaning; entries of other versions are ignored. */
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
  /** The verdicts of the judged or observed requirements, by id. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** Verdicts that state nothing about the target. */
const unjudged: ReadonlySet<Verdict> = new Set(['not tested', 'not applicable']);

/** The part of a result that the history keeps. */
export function toEntry(report: Report): HistoryEntry {
  const { startedAt, traffic, suite, target, scope, conclusion, complete } = report;
  const judged = report.requirements.filter(
    ({ selected, verdict }) => selected && !unjudged.has(verdict),
  );
  return {
    ...{ entryVersion, startedAt, scope, complete },
    seconds: secondsOf(report),
    requests: traffic.requests,
    suite: suite.name,
    target: target.title,
    answer: conclusion.answer,
    verdicts: Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])),
  };
}

/** File names are times without colons, which some file systems reject. */
const entryName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/**
 * Adds a result to the history and deletes the oldest entries beyond a limit. A run without a
 * judgement is not added. Other files in the folder are not touched.
 *
 * @param most the maximum number of entries; 0 reads and writes nothing
 * @returns the runs of the same suite, target and scope, oldest first
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
    // A concurrent check with the same folder may have deleted it.
    rmSync(join(folder, name), { force: true });
  }
  return names
    .slice(-most)
    .flatMap((name) => readEntry(join(folder, name)) ?? [])
    .filter((one) => isComparable(one, entry));
}

/** The last runs, and the error that kept this one out. */
export interface KeptHistory {
  readonly entries: readonly HistoryEntry[];
  readonly problem: UsageError | undefined;
}

/**
 * Calls `keepHistory` for the folder `history` of the reports. An error in it must not prevent the
 * reports from being written.
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

/** Undefined for a file that is not an entry of this version: trends can do without it. */
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

/** The verdicts of one requirement over several runs. */
export interface Trend {
  readonly id: string;
  /** One for each run, oldest first. */
  readonly judgements: readonly PastJudgement[];
  /** Number of changes of the verdict. */
  readonly changes: number;
  /** Whether an earlier verdict came back after a change. */
  readonly isFlaky: boolean;
}

/** The requirements with changed verdicts, most changes first. */
export function listTrends(entries: readonly HistoryEntry[]): Trend[] {
  const ids = new Set(entries.flatMap(({ verdicts }) => Object.keys(verdicts)));
  return [...ids]
    .map((id) => trendOf(id, entries))
    .filter(({ changes }) => changes > 0)
    .sort((a, b) => b.changes - a.changes || (a.id < b.id ? -1 : 1));
}

/** What a run found about a requirement. */
export interface PastJudgement {
  /** The start of the run. */
  readonly startedAt: string;
  /** Undefined if the requirement was not judged. */
  readonly verdict: Verdict | undefined;
}

/** The trend of one requirement. */
export function trendOf(id: string, entries: readonly HistoryEntry[]): Trend {
  const judgements = entries.map(({ startedAt, verdicts }) => ({
    ...{ startedAt, verdict: ownMember(verdicts, id) },
  }));
  const judged = judgements.flatMap(({ verdict }) => verdict ?? []);
  const phases = judged.filter((verdict, index) => verdict !== judged[index - 1]);
  const isFlaky = new Set(phases).size < phases.length;
  return { id, judgements, changes: Math.max(phases.length - 1, 0), isFlaky };
}

/** The differences between a run and an earlier one. */
export interface Changes {
  /** The start of the earlier run. */
  readonly since: string;
  /** The requirements that passed before and fail now, and the reverse. */
  readonly broken: readonly string[];
  readonly fixed: readonly string[];
}

/**
 * Compares the last run with the latest earlier run among those that judged most of the same
 * requirements, so that a run of a few requirements hides no change. Undefined if there is no earlier
 * run, or the history does not end with this run.
 */
export function changesIn(
  { startedAt }: Pick<Report, 'startedAt'>,
  entries: readonly HistoryEntry[],
): Changes | undefined {
  const now = entries.at(-1);
  if (now?.startedAt !== startedAt) return undefined;
  const idsIn = ({ verdicts }: HistoryEntry) =>
    Object.keys(now.verdicts).filter((id) => Object.hasOwn(verdicts, id));
  const earlier = entries.slice(0, -1);
  const most = Math.max(...earlier.map((entry) => idsIn(entry).length));
  const before = earlier.findLast((entry) => idsIn(entry).length === most);
  if (before === undefined) return undefined;
  const change = (from: ReadonlySet<string | undefined>, to: ReadonlySet<string | undefined>) =>
    idsIn(before).filter((id) => from.has(before.verdicts[id]) && to.has(now.verdicts[id]));
  const passing = new Set(['pass']);
  return {
    since: before.startedAt,
    broken: change(passing, rootVerdicts),
    fixed: change(rootVerdicts, passing),
  };
}
