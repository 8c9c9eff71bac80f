/** One run, from the first request to the reports: sessions, verdicts, report, renderings. */

import { resolve } from 'node:path';
import { ownMember } from '../../kit/collections.js';
import { countOf } from '../../kit/words.js';
import { cleanCommand, type ReportPlace } from '../report/commands.js';
import { renderConsole } from '../report/console/console.js';
import { createProgress, noProgress, type Progress } from '../report/console/progress.js';
import { paintFor, widthOf } from '../report/console/terminal.js';
import { rememberResult } from '../report/history.js';
import type { Report } from '../report/model.js';
import { TargetUnavailable } from '../servers/target.js';
import type { CheckInput } from './check-input.js';
import { describeRun, judgeRun, titleOf } from './describe-run.js';
import { writeExpectations } from './expectations.js';
import { renderNotes } from './notes.js';
import { ResultCollector, type RunOutcome } from './result-collector.js';
import { findJournals, RunJournal } from './run-journal.js';
import { runSessions } from './run-sessions.js';
import { announce, writeReports } from './write-reports.js';

/** @returns the exit code */
export async function runCheck(input: CheckInput): Promise<number> {
  const { options, environment } = input;
  const startedAt = new Date();
  const place = placeOf(input);
  if (!options.quiet) {
    environment.stdout.write(renderJournals(folderOf(input), place) + renderStart(input));
  }
  const { journal, outcome } = await run(input, startedAt);
  const judgements = judgeRun(input, outcome);
  const report = describeRun(input, outcome, judgements, startedAt);
  const { history, unwritten } = await save(report, input, place);
  if (unwritten === undefined) journal.end();
  if (options.writeExpect !== undefined) {
    writeExpectations(resolve(environment.cwd, options.writeExpect), judgements);
  }
  announce(report, environment);
  if (outcome.unavailable !== undefined) throw new TargetUnavailable(outcome.unavailable);
  const { stdout, env } = environment;
  const style = { paint: paintFor(stdout, env), width: widthOf(stdout) };
  const derivedFeatures = input.suite.derived?.features.map(({ path }) => path);
  const shown = { ...place, ...style, coverage: options.coverage, history, derivedFeatures };
  stdout.write(renderConsole(report, shown));
  // The result is printed even when a report could not be written.
  if (unwritten !== undefined) throw unwritten;
  return report.conclusion.exitCode;
}

/** The absolute folder of the reports. */
function folderOf({ environment, options }: CheckInput): string {
  return resolve(environment.cwd, options.reports);
}

function placeOf({ options, suite: { credentials }, environment }: CheckInput): ReportPlace {
  const { reports, suite, openapi } = options;
  const given = credentials.filter(
    ({ name, opposite }) =>
      opposite === undefined && ownMember(options.credentials, name) !== undefined,
  );
  const secretOptions = given.map(({ name }) => name);
  return { reports, suite, openapi, secretOptions, call: environment.call };
}

async function run(
  input: CheckInput,
  startedAt: Date,
): Promise<{ readonly journal: RunJournal; readonly outcome: RunOutcome }> {
  const progress = input.options.quiet ? noProgress : createProgress(input.environment);
  const { journal, results } = openResults(input, progress, startedAt);
  try {
    return { journal, outcome: await runSessions(input, results) };
  } catch (error) {
    journal.abandon();
    throw error;
  } finally {
    progress.finish();
  }
}

/** Writes the reports. `unwritten` is the reason why one could not be written. */
async function save(report: Report, input: CheckInput, place: ReportPlace) {
  const { options, suite } = input;
  const folder = folderOf(input);
  const { entries: history, problem } = rememberResult(report, folder, options.history);
  const { formats } = options;
  const writing = writeReports(report, { folder, suite, place, formats, history });
  const unwritten = (await writing.catch((error: unknown) => error)) ?? problem;
  return { history, unwritten };
}

/** Names the checks whose rows may still be there. */
export function renderJournals(folder: string, place: ReportPlace): string {
  const lines = findJournals(folder).map((name) => {
    const command = cleanCommand(place, name);
    return `An earlier check was killed or is still running. To delete its rows, run:\n  ${command}\n`;
  });
  return lines.join('');
}

function renderStart({ options, suite, plan }: CheckInput): string {
  const target = titleOf(options, suite);
  const mode = options.readOnly ? ', read-only' : '';
  return `Checking ${target}, ${plan.scope}${mode}: ${countOf(plan.requirements.length, 'requirement')}, seed ${plan.seed}\n${renderNotes(suite)}\n`;
}

/** The journal of a run that judges no cases of its own. */
export function openJournal(input: CheckInput, startedAt: Date): RunJournal {
  return openResults(input, noProgress, startedAt).journal;
}

/** The results of a run, and the journal, which describes them when the run is killed. */
function openResults(input: CheckInput, progress: Progress, startedAt: Date) {
  const journal = new RunJournal(folderOf(input), input.plan.marker, () =>
    describeKilled(input, results, startedAt),
  );
  const results = new ResultCollector(input, progress, journal);
  return { journal, results };
}

/** The result of a run that is killed in this moment, without cases. */
function describeKilled(input: CheckInput, { outcome }: ResultCollector, startedAt: Date): Report {
  const killed = { ...outcome, cases: [], unavailable: 'the run was killed' };
  return describeRun(input, killed, judgeRun(input, killed), startedAt);
}
