/** Writes the reports, and annotations for CI systems. */

import { appendFileSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { packageFile } from '../../kit/package-root.js';
import { escapeHidden, workflowCommand } from '../../kit/words.js';
import type { ReportPlace } from '../report/commands.js';
import { renderBadgeImage } from '../report/formats/badge.js';
import { renderJunit } from '../report/formats/junit.js';
import { renderSummary } from '../report/formats/markdown.js';
import type { HistoryEntry } from '../report/history.js';
import { renderHtml } from '../report/html/page.js';
import type { Report } from '../report/model.js';
import {
  decisiveCase,
  describeDecisiveRequest,
  isUnexpected,
  isWithoutTarget,
} from '../report/queries.js';
import { catalogueName, type ReportFormat, type ReportName } from '../report/reports-folder.js';
import { isCompiled } from '../suite/load-suite.js';
import type { Suite } from '../suite/suite.js';

/** Renders one report. */
type Render = (report: Report, history: readonly HistoryEntry[], place: ReportPlace) => string;

/** The reports of every run, each with its renderer. */
const renderers: Readonly<Record<ReportName, Render>> = {
  'report.json': renderJson,
  'report.html': renderHtml,
  'junit.xml': renderJunit,
  'summary.md': renderSummary,
  'badge.svg': renderBadgeImage,
};

/** The reports on request; their renderers are loaded on use. */
const formatFiles: Readonly<Record<ReportFormat, string>> = {
  ctrf: 'ctrf.json',
  cucumber: 'cucumber.ndjson',
};

/** Which reports to write, and where. */
export interface ReportsPlan {
  /** Absolute. */
  readonly folder: string;
  readonly suite: Suite;
  /** For the commands that the reports name. */
  readonly place: ReportPlace;
  /** The additional reports that the operator asked for. */
  readonly formats: readonly ReportFormat[];
  /** The last runs, including this one, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/**
 * Writes every report, each while the next one is rendered, and replaces older ones.
 *
 * @throws UsageError when a report cannot be written
 */
export async function writeReports(report: Report, plan: ReportsPlan): Promise<void> {
  const { folder, suite, place, formats, history } = plan;
  const usual = Object.entries(renderers).map(([name, render]) =>
    writeReport(join(folder, name), render(report, history, place)),
  );
  const others = formats.map(async (format) =>
    writeReport(join(folder, formatFiles[format]), await renderFormat(format, report, suite)),
  );
  await Promise.all([...usual, ...others, writeCatalogue(report, folder, suite)]);
}

/** Sections in the reports link to the catalogue when the suite does not state their address. */
async function writeCatalogue(
  { requirements }: Report,
  folder: string,
  suite: Suite,
): Promise<void> {
  if (suite.specification.anchor !== undefined) return;
  const { renderCatalogue } = await import('../report/html/catalogue.js');
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
  if (format === 'ctrf') return (await import('../report/formats/ctrf.js')).renderCtrf(report);
  const { renderCucumberMessages } = await import('../report/formats/cucumber-messages.js');
  return renderCucumberMessages(report, (uri) => readFeatureText(uri, suite));
}

/**
 * Reads the text of a feature. The build compiles the shipped features to JSON; their text lies
 * beside it.
 *
 * @param feature the file's name in cases, `features/…`
 */
function readFeatureText(
  feature: string,
  suite: Pick<Suite, 'folder' | 'features' | 'derived'>,
): string {
  const derived = suite.derived?.features.find(({ path }) => path === feature);
  if (derived !== undefined) return derived.text;
  const folder = isCompiled(suite)
    ? packageFile('features')
    : mustExist(suite.features, 'folder of features');
  return readFileSync(join(folder, feature.replace(/^features[\\/]/, '')), 'utf8');
}

/**
 * The result for other programs, with a line for each requirement. Hidden characters are escaped,
 * which means the same in JSON.
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

/** In GitHub Actions: writes the summary of the job, and annotations for failures. */
export function announce(report: Report, { env, stdout }: Environment): void {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, renderSummary(report));
  if (env.GITHUB_ACTIONS !== 'true') return;
  if (isWithoutTarget(report)) {
    const { sentence } = report.conclusion;
    stdout.write(`${workflowCommand('error', { title: 'touchstone' }, sentence)}\n`);
  }
  const failed = report.requirements.filter(isUnexpected);
  for (const row of failed.slice(0, mostAnnotations)) {
    const decisive = decisiveCase(row);
    const lines = [
      row.statement,
      decisive && describeDecisiveRequest(decisive),
      row.reason ?? undefined,
    ];
    const message = lines.filter((line) => line !== undefined).join('\n');
    stdout.write(`${workflowCommand('error', { title: row.id }, message)}\n`);
  }
}
