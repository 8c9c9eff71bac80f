/** `touchstone site`: the pages on which a specification shows who conforms, from saved results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import { countOf } from '../../kit/words.js';
import { describeSuite } from '../report/build.js';
import { renderBadgeOf } from '../report/formats/badge.js';
import { type Html, html, readAsset, readAssetOf, renderLinkedPage } from '../report/html/html.js';
import { renderReportContent, reportAssets } from '../report/html/page.js';
import { loadSuite } from '../suite/load-suite.js';
import { loadCatalogue } from '../suite/requirements.js';
import { renderFeeds } from './feeds.js';
import { type SiteFile, SuiteFiles } from './frame.js';
import { renderImplementation } from './implementation-page.js';
import { renderImplementationReport } from './implementation-report.js';
import type { Implementation } from './implementations.js';
import { renderJoining } from './joining-page.js';
import { renderOverview } from './overview-page.js';
import { addressFrom, assets } from './paths.js';
import { findResults } from './read-results.js';
import { renderRequirementPage } from './requirement-page.js';
import { answerOf, type Catalogue, type Run, restate, toCatalogue } from './run.js';
import { renderSectionPages } from './section-page.js';
import { collectResults, type Results } from './suites.js';
import { renderSuites } from './suites-page.js';
import { renderVersion } from './version-page.js';

/** The options of a site. */
export interface SiteOptions {
  /** The folder for it. */
  readonly output: string;
  /** Where it is published, for feeds; undefined when that is unknown. */
  readonly address?: string | undefined;
  /** Where people add their results; undefined when that is unknown. */
  readonly collectedAt?: string | undefined;
  /** The folder of the suite whose results are shown; undefined for all suites. */
  readonly suite?: string | undefined;
}

/**
 * Writes the site, and prints which files are left out.
 *
 * @throws UsageError for a folder without a usable result, and for one that cannot be written to
 */
export function buildSite(
  results: string,
  { output, address, collectedAt, suite }: SiteOptions,
  { cwd, stdout, stderr }: Pick<Environment, 'cwd' | 'stdout' | 'stderr'>,
): void {
  const [from, to] = [resolve(cwd, results), resolve(cwd, output)];
  checkApart(from, to);
  const known = suite === undefined ? undefined : readCatalogue(resolve(cwd, suite));
  const collected = collectResults(findResults(from, results), results, known);
  for (const line of describeLeftOut(collected.leftOut)) stderr.write(`${line}\n`);
  const addresses = { address, collectedAt };
  for (const { path, text } of renderSite(collected, addresses)) {
    writeFile(join(to, path), text, output);
  }
  stdout.write(`${summarize(collected)}\nSite: ${relative(cwd, join(to, 'index.html'))}\n`);
}

/** @throws UsageError when the suite does not exist or is invalid */
function readCatalogue(folder: string): Catalogue {
  const suite = loadSuite(folder);
  const { requirements, specificationHash } = loadCatalogue(suite);
  return toCatalogue(describeSuite({ suite, specificationHash }), requirements);
}

/** @throws UsageError when one folder contains the other: the site would be read as results */
function checkApart(from: string, to: string): void {
  const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(`${folder}${sep}`);
  if (!isInside(from, to) && !isInside(to, from)) return;
  throw new UsageError('--output: the site and the results must be in separate folders.');
}

function writeFile(path: string, text: string, output: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`--output: ${output} cannot be written: ${systemReason(error)}.`);
  }
}

/** More lines would hide the first ones. */
const mostLines = 20;

function describeLeftOut(sentences: readonly string[]): readonly string[] {
  const rest = sentences.length - mostLines;
  return [
    ...sentences.slice(0, mostLines).map((sentence) => `Left out: ${sentence}`),
    ...(rest > 0 ? [`Left out: ${countOf(rest, 'more file')}.`] : []),
  ];
}

function summarize({ suites, leftOut }: Results): string {
  const implementations = suites.flatMap((suite) => suite.implementations);
  const runs = implementations.flatMap((one) => one.runs);
  const omitted = leftOut.length === 0 ? '' : `, ${countOf(leftOut.length, 'file')} left out`;
  return `${countOf(implementations.length, 'implementation')} of ${countOf(suites.length, 'suite')}, ${countOf(runs.length, 'run')}${omitted}.`;
}

/** The files of the site, one after the other: all of them together may exceed the memory. */
export function* renderSite(
  { suites }: Results,
  addresses: Pick<SiteOptions, 'address' | 'collectedAt'>,
): Generator<SiteFile> {
  const isAlone = suites.length === 1;
  yield* renderAssets();
  for (const suite of suites) yield* renderSuite(new SuiteFiles(suite, isAlone), addresses);
  if (!isAlone) yield renderSuites(suites.map((suite) => new SuiteFiles(suite, false)));
}

function* renderAssets(): Generator<SiteFile> {
  const { styles, scripts } = reportAssets();
  const join = (parts: readonly Html[]) => html`${parts}`.text;
  yield {
    path: assets.style,
    text: join([...styles, readAsset('matrix.css'), readAssetOf('site', 'site.css')]),
  };
  yield {
    path: assets.script,
    text: join([readAsset('filters.client.js'), readAssetOf('site', 'site.client.js')]),
  };
  yield { path: assets.reportScript, text: join(scripts) };
}

function* renderSuite(
  files: SuiteFiles,
  { address, collectedAt }: Pick<SiteOptions, 'address' | 'collectedAt'>,
): Generator<SiteFile> {
  const { implementations, entries, versions } = files.history;
  yield renderOverview(files);
  yield* renderSectionPages(files);
  yield* renderImplementationReport(files);
  yield* renderFeeds(files, address);
  yield renderJoining(files, collectedAt);
  for (const place of versions.keys()) yield renderVersion(place, files);
  for (const entry of entries) yield renderRequirementPage(entry, files);
  for (const one of implementations) {
    yield renderImplementation(one, files);
    yield {
      path: files.ofBadge(one),
      text: renderBadgeOf(answerOf(one.latest.tally), describeTally(one)),
    };
    for (const run of one.runs) yield renderRun(one, run, files);
  }
}

function describeTally({ latest: { tally } }: Implementation): string {
  return `${tally.held} of ${tally.total}`;
}

/** The report of a run, with the style sheet of the site. */
function renderRun(one: Implementation, run: Run, files: SuiteFiles): SiteFile {
  const path = files.ofRun(one, run);
  const { names } = files.history;
  const overview = addressFrom(path, files.overview);
  const content = renderReportContent(restate(run.file.read(), run.tally), [], {
    reports: 'reports',
    addresses: {
      ofRequirement: (id) =>
        names.requirements.has(id) ? addressFrom(path, files.ofRequirement(id)) : overview,
      ofSection: () => overview,
    },
  });
  const shared = {
    style: addressFrom(path, assets.style),
    script: addressFrom(path, assets.reportScript),
  };
  const body = html`${files.renderNavigation(path)}${content.body}`;
  return { path, text: renderLinkedPage({ ...content, body }, shared) };
}
