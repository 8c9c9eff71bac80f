/** The page of one version of a suite: what is new in it, and who was checked with it. */
import { countOf } from '../../kit/words.js';
import { type Html, html } from '../report/html/html.js';
import { sectionSign } from '../suite/suite.js';
import type { SiteFile, SuiteFiles } from './frame.js';
import { addressFrom } from './paths.js';
import type { CatalogueEntry } from './run.js';
import { compareVersions, type SuiteVersion } from './suites.js';

/** @param place the index of the version; the one before it is compared with it */
export function renderVersion(place: number, files: SuiteFiles): SiteFile {
  const { versions } = files.history;
  const now = versions[place] as SuiteVersion;
  const before = versions[place - 1];
  const path = files.ofVersion(now.version);
  const since =
    before === undefined ? 'The first known version' : `Since version ${before.version}`;
  return files.render({
    path,
    title: `Version ${now.version}`,
    body: html`<h1>Version ${now.version} of the suite</h1>
${renderVersions(path, files)}
<p>${since}: ${countOf(now.catalogue.entries.length, 'requirement')}.</p>
${before === undefined ? undefined : renderComparison(now, before, path, files)}
<section><h2>Checked with this version</h2><ul class="names">${now.implementations.map((one) => html`<li>${files.linkImplementation(path, one)}</li>`)}</ul></section>`,
  });
}

function renderVersions(path: string, files: SuiteFiles): Html {
  const items = [...files.history.versions].reverse().map(({ version }) => {
    const file = files.ofVersion(version);
    const current = file === path ? html` aria-current="page"` : undefined;
    return html`<li><a href="${addressFrom(path, file)}"${current}>${version}</a></li>`;
  });
  return html`<nav aria-label="Versions"><ul class="names">${items}</ul></nav>`;
}

function renderComparison(
  { catalogue }: SuiteVersion,
  before: SuiteVersion,
  path: string,
  files: SuiteFiles,
): Html {
  const { added, changed, removed } = compareVersions(catalogue, before.catalogue);
  if (added.length + changed.length + removed.length === 0) {
    return html`<p>The requirements are the same.</p>`;
  }
  const describe = (entry: CatalogueEntry) =>
    html`<li>${files.linkRequirement(path, entry.id)} <span class="section">${entry.level}, ${sectionSign(entry.section)}</span> <span class="statement">${entry.statement}</span></li>`;
  const reworded = changed.map(
    (one) =>
      html`${describe(one.now)}<li class="before">Before: ${describeBefore(one.before)}</li>`,
  );
  return html`${renderList('New', added.map(describe))}${renderList('Changed', reworded, changed.length)}${renderList('Removed', removed.map(describe))}`;
}

function describeBefore({ level, section, statement }: CatalogueEntry): Html {
  return html`<span class="section">${level}, ${sectionSign(section)}</span> ${statement}`;
}

function renderList(title: string, items: readonly Html[], count = items.length): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<section><h2>${title}: ${countOf(count, 'requirement')}</h2><ul class="entries">${items}</ul></section>`;
}
