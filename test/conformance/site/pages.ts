/** Sites in memory. */

import type { Report } from '../../../conformance/report/model.js';
import { renderSite } from '../../../conformance/site/build-site.js';
import type { ResultFile } from '../../../conformance/site/read-results.js';
import { demandShowable } from '../../../conformance/site/read-results.js';
import { collectResults } from '../../../conformance/site/suites.js';
import { sampleReport } from '../report/sample.js';

/** A site's files by path, and what was left out. */
export interface Site {
  readonly pages: ReadonlyMap<string, string>;
  readonly leftOut: readonly string[];
}

export function makeSite(files: readonly ResultFile[]): Site {
  const results = collectResults(files, 'results');
  const pages = new Map([...renderSite(results, {})].map(({ path, text }) => [path, text]));
  return { pages, leftOut: results.leftOut };
}

/** The text of a page; fails when the site does not have it. */
export function pageOf({ pages }: Site, path: string): string {
  const text = pages.get(path);
  if (text === undefined)
    throw new Error(`The site has no ${path}, only ${[...pages.keys()].join(', ')}.`);
  return text;
}

let markers = 0;

/** A result under a name, of a run of its own. */
export function resultNamed(name: string, fields: Partial<Report> = {}): ResultFile {
  markers += 1;
  const report = sampleReport({ marker: `touchstone-${markers}`, ...fields });
  const read = () => {
    demandShowable(report, name);
    return report;
  };
  return { name, read };
}

/** What a run says of its target. */
export function targetNamed(
  name: string,
  more: { url?: string; version?: string } = {},
): Report['target'] {
  const { target } = sampleReport();
  return {
    ...target,
    implementation: { name, version: more.version ?? null, url: more.url ?? null },
  };
}
