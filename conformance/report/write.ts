/** Puts the reports where people and CI systems look for them. */
import { appendFileSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { escapeHidden } from '../../kit/words.js';
import type { ReportFormat } from '../check-options.js';
import { isCompiled } from '../suite/load-suite.js';
import type { Suite } from '../suite/suite.js';
import { renderBadgeImage } from './badge.js';
import type { HistoryEntry } from './history.js';
import { renderHtml } from './html/page.js';
import { renderJunit } from './junit.js';
import { renderSummary } from './markdown.js';
import type { Report } from './model.js';
import { decisiveCase, describeLastRequest, isUnexpected, isWithoutTarget } from './queries.js';
import { catalogueName, type ReportName } from './reports-folder.js';

/** What makes a report. */
type Render = (report: Report, history: readonly HistoryEntry[]) => string;

/** The fixed name of each report, and what makes it. */
const renderers: Readonly<Record<ReportName, Render>> = {
  'report.json': renderJson,
  'report.html': renderHtml,
  'junit.xml': renderJunit,
  'summary.md': renderSummary,
  'badge.svg': renderBadgeImage,
};

/** What reports on request are called; what renders them is loaded on use. */
const formatFiles: Readonly<Record<ReportFormat, string>> = {
  ctrf: 'ctrf.json',
  cucumber: 'cucumber.ndjson',
};

/** Which reports are written, and where. */
export interface ReportsPlan {
  readonly folder: string;
  readonly suite: Suite;
  /** Those that were asked for besides the usual ones. */
  readonly formats: readonly ReportFormat[];
  /** The last runs, this one among them, the oldest first. */
  readonly history: readonly HistoryEntry[];
}

/**
 * Writes every report, each while the next is rendered; older ones of the same name are replaced.
 *
 * @throws UsageError when one of them cannot be written
 */
export async function writeReports(report: Report, plan: ReportsPlan): Promise<void> {
  const { folder, suite, formats, history } = plan;
  const usual = Object.entries(renderers).map(([name, render]) =>
    writeReport(join(folder, name), render(report, history)),
  );
  const others = formats.map(async (format) =>
    writeReport(join(folder, formatFiles[format]), await renderFormat(format, report, suite)),
  );
  await Promise.all([...usual, ...others, writeCatalogue(report, folder, suite)]);
}

/** What a section in the reports leads to where the suite does not know its address. */
async function writeCatalogue(
  { requirements }: Report,
  folder: string,
  suite: Suite,
): Promise<void> {
  if (suite.specification.anchor !== undefined) return;
  const { renderCatalogue } = await import('./catalogue.js');
  const neighbor = { address: 'report.html', title: 'Conformance report' };
  await writeReport(join(folder, catalogueName), renderCatalogue(suite, requirements, neighbor));
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`--reports: ${path} cannot be written: ${systemReason(error)}.`);
  }
}

async function renderFormat(format: ReportFormat, report: Report, suite: Suite): Promise<string> {
  if (format === 'ctrf') return (await import('./ctrf.js')).renderCtrf(report);
  const { renderCucumberMessages } = await import('./cucumber-messages.js');
  return renderCucumberMessages(report, (uri) => readFeatureText(uri, suite));
}

/**
 * Reads the text of a feature. The build compiles the shipped features to JSON; their text lies
 * beside it.
 *
 * @param feature the file as cases name it, `features/…`
 */
function readFeatureText(feature: string, suite: Pick<Suite, 'folder' | 'features'>): string {
  const folder = isCompiled(suite) ? packageFile('features') : suite.features;
  return readFileSync(join(folder, feature.replace(/^features[\\/]/, '')), 'utf8');
}

/**
 * The result as it is: the form that other programs read. Each requirement has a line. Escapes stand
 * for what is not seen; they mean the same in JSON.
 */
export function renderJson(report: Report): string {
  const members = Object.entries(report).map(
    ([name, value]) => `${JSON.stringify(name)}:${renderMember(name, value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function renderMember(name: string, value: unknown): string {
  if (name !== 'requirements' || !Array.isArray(value)) return renderVisibly(value);
  return `[\n${value.map(renderVisibly).join(',\n')}\n]`;
}

function renderVisibly(value: unknown): string {
  return escapeHidden(JSON.stringify(value));
}

const mostAnnotations = 10;

/** Inside GitHub Actions: the summary beside the job, and the failures as annotations. */
export function announce(report: Report, { env, stdout }: Environment): void {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, renderSummary(report));
  if (env.GITHUB_ACTIONS !== 'true') return;
  if (isWithoutTarget(report)) {
    stdout.write(`::error title=touchstone::${escapeMessage(report.conclusion.sentence)}\n`);
  }
  const failed = report.requirements.filter(isUnexpected);
  for (const row of failed.slice(0, mostAnnotations)) {
    const decisive = decisiveCase(row);
    const lines = [
      row.statement,
      decisive && describeLastRequest(decisive),
      row.reason ?? undefined,
    ];
    const message = escapeMessage(lines.filter((line) => line !== undefined).join('\n'));
    stdout.write(`::error title=${escapeProperty(row.id)}::${message}\n`);
  }
}

function escapeMessage(text: string): string {
  return escapeHidden(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
