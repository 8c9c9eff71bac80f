/** The figures of the reports' benchmark, as data and as text. */
import { formatNumber, renderTable } from '../table.js';

export interface ReportFigures {
  readonly cases: number;
  /** Milliseconds, and characters of the output. */
  readonly html: { readonly ms: number; readonly length: number };
  readonly json: { readonly ms: number; readonly length: number };
  /** Milliseconds per action, the first of which opens the page; empty without a browser. */
  readonly browser: readonly (readonly [action: string, ms: number])[];
}

export function renderFigures({ cases, html, json, browser }: ReportFigures): string {
  const writing = renderTable(
    [`${cases} cases`, 'HTML', 'JSON', 'ratio'],
    [compare('ms to write', html.ms, json.ms), compare('MB', html.length / 1e6, json.length / 1e6)],
  );
  const [, opening = 0] = browser[0] ?? [];
  const reading = browser.map(([action, ms]) => [
    action,
    formatNumber(ms),
    formatNumber(ms / opening),
  ]);
  if (reading.length === 0) return writing;
  return `${writing}\n${renderTable(['in Chromium', 'ms', 'of opening'], reading)}`;
}

function compare(what: string, html: number, json: number): string[] {
  return [what, formatNumber(html), formatNumber(json), formatNumber(html / json)];
}
