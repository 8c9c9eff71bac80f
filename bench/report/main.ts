/** The reports' benchmark: a large result as HTML, beside the same as JSON, and in a browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { renderJson } from '../../conformance/check/write-reports.js';
import { renderHtml } from '../../conformance/report/html/page.js';
import type { Report } from '../../conformance/report/model.js';
import { countParser } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { formatNumber, renderTable } from '../../kit/table.js';
import { interleave, median } from '../statistics.js';
import { measureInBrowser } from './browser-times.js';
import { makeLargeReport } from './large-report.js';

interface Options {
  readonly cases: number;
  readonly runs: number;
  readonly browser?: true;
  readonly json?: true;
}

/** The figures of the benchmark. */
export interface ReportFigures {
  readonly cases: number;
  /** Milliseconds, and characters of the output. */
  readonly html: { readonly ms: number; readonly length: number };
  readonly json: { readonly ms: number; readonly length: number };
  /** Milliseconds per action, the first of which opens the page; empty without a browser. */
  readonly browser: readonly (readonly [action: string, ms: number])[];
}

/** Adds the command `bench report`. */
export function reportCommand(environment: Environment): Command {
  return new Command('report')
    .description('time the HTML report of a large result beside its JSON')
    .option('--cases <n>', 'number of cases in the result', countParser(1), 5000)
    .option('--runs <n>', 'number of measurements; the median is reported', countParser(1), 5)
    .option('--browser', "time the page's filters in Chromium, too")
    .option('--json', 'print JSON instead of tables')
    .action((options: Options) => run(options, environment));
}

async function run(options: Options, { stdout }: Environment): Promise<void> {
  const figures = await measure(options);
  stdout.write(options.json ? `${JSON.stringify(figures)}\n` : renderFigures(figures));
}

async function measure({ cases, runs, browser }: Options): Promise<ReportFigures> {
  const report = makeLargeReport(cases);
  const [html, json] = await interleave([renderHtml, renderJson], runs, async (render) => {
    const start = performance.now();
    render(report);
    return performance.now() - start;
  });
  return {
    cases: report.requirements.flatMap((row) => row.cases).length,
    html: { ms: median(html), length: renderHtml(report).length },
    json: { ms: median(json), length: renderJson(report).length },
    browser: browser ? await measureFilters(report, runs) : [],
  };
}

async function measureFilters(report: Report, runs: number): Promise<ReportFigures['browser']> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const file = join(folder, 'report.html');
    writeFileSync(file, renderHtml(report));
    const times = await measureInBrowser(pathToFileURL(file).href, runs);
    return Object.entries(times).map(([action, each]) => [action, median(each)] as const);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renders the figures as tables. */
export function renderFigures({ cases, html, json, browser }: ReportFigures): string {
  const writing = renderTable(
    [`${cases} cases`, 'HTML', 'JSON', 'ratio'],
    [compare('ms to write', html.ms, json.ms), compare('MB', html.length / 1e6, json.length / 1e6)],
  );
  const [first] = browser;
  if (first === undefined) return writing;
  const [, opening] = first;
  const reading = browser.map(([action, ms]) => [
    action,
    formatNumber(ms),
    formatNumber(ms / opening),
  ]);
  return `${writing}\n${renderTable(['in Chromium', 'ms', 'of opening'], reading)}`;
}

function compare(what: string, html: number, json: number): string[] {
  return [what, formatNumber(html), formatNumber(json), formatNumber(html / json)];
}
