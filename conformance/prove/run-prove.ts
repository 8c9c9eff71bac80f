/** A proof from its options to its reports. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import { countOf, escapeHidden } from '../../kit/words.js';
import { paintFor } from '../report/console/terminal.js';
import { nameOf } from '../suite/checked-document.js';
import type { Suite } from '../suite/suite.js';
import type { ProveRequest } from './planting/proof.js';
import { createProgress } from './progress.js';
import { prove } from './prove.js';
import { renderProof } from './report/console.js';
import { renderProofBadge, renderProofSummary } from './report/markdown.js';
import { describeProof, type ProofReport } from './report/model.js';
import { renderProofPage } from './report/page.js';
import { readProof } from './report/read.js';
import type { Suggestion } from './suggest/suggest.js';
import { demandWritable, writeSuggestions } from './suggest/write.js';

/** The result for other programs, from which survivors are planted again. */
const resultName = 'proof.json';

/** What to do with the result. */
export interface ResultOptions {
  /** The score, in percent, below which the exit code is 1; undefined for none. */
  readonly min: number | undefined;
  /** Adds the suggested scenarios to the suite. */
  readonly writesSuite: boolean;
}

/**
 * Proves a suite, and writes the reports.
 *
 * @returns the exit code
 * @throws UsageError, TargetUnavailable
 */
export async function runProve(
  request: ProveRequest,
  { min, writesSuite }: ResultOptions,
  environment: Environment,
): Promise<number> {
  const { suite, options } = request;
  const progress = createProgress(environment);
  if (writesSuite) demandWritable(suite);
  const { proof, suggestions } = await prove(request, environment, progress).finally(() =>
    progress.finish(),
  );
  const target = options.baseUrl ?? suite.start?.title ?? '';
  const report = describeProof(proof, { suite, target, suggestions });
  const folder = resolve(environment.cwd, options.reports);
  for (const [name, render] of Object.entries(renderers)) write(join(folder, name), render(report));
  const place = relative(environment.cwd, join(folder, 'proof.html'));
  const { stdout, env } = environment;
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, renderProofSummary(report));
  stdout.write(renderProof(report, paintFor(stdout, env), place));
  if (writesSuite) stdout.write(writeAll(suite, [...new Set(suggestions.values())]));
  return exitCodeFor(report, min);
}

/** The reports of a proof, each with its renderer. */
const renderers: Readonly<Record<string, (report: ProofReport) => string>> = {
  [resultName]: renderJson,
  'proof.html': renderProofPage,
  'proof.md': renderProofSummary,
  'proof.svg': renderProofBadge,
};

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`--reports: ${path} cannot be written: ${systemReason(error)}.`);
  }
}

/**
 * The names of the faults that survived in the last proof.
 *
 * @param folder that of the reports
 * @throws UsageError without a result of a proof of this suite, or without survivors
 */
export function readSurvivors(folder: string, { name }: Pick<Suite, 'name'>): ReadonlySet<string> {
  const path = join(folder, resultName);
  const file = nameOf(path);
  const { suite, survivors } = readProof(path, file);
  if (suite.name !== name) {
    throw new UsageError(
      `--survivors: ${file} is a proof of the suite ${suite.name}, not of ${name}.`,
    );
  }
  if (survivors.length === 0) throw new UsageError(`--survivors: ${file} has none.`);
  return new Set(survivors.map(({ fault }) => fault));
}

/** Adds suggestions to the suite, and says where. */
function writeAll(suite: Suite, suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return 'There is nothing to add to the suite.\n';
  const { catalogue, feature } = writeSuggestions(suite, suggestions);
  return `Added ${countOf(suggestions.length, 'requirement')} to ${nameOf(catalogue)}, with scenarios in ${nameOf(feature)}.\n`;
}

function exitCodeFor({ score, complete }: ProofReport, min: number | undefined): number {
  if (!complete || score === null) return 2;
  return min !== undefined && score < min ? 1 : 0;
}

function renderJson(report: ProofReport): string {
  return `${escapeHidden(JSON.stringify(report, undefined, 1))}\n`;
}
