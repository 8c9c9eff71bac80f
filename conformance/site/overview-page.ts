/** The first page of a suite: implementations by sections, which unfold to requirements. */
import { countOf } from '../../kit/words.js';
import { fixColumns } from '../comparison/matrix-table.js';
import { type Html, html } from '../report/html/html.js';
import { sectionHeading, sectionSign } from '../suite/suite.js';
import { linkAway, type SiteFile, type SuiteFiles } from './frame.js';
import type { Implementation } from './implementations.js';
import { addressFrom } from './paths.js';
import { answerOf } from './run.js';
import { fitsOverview, renderLegend, renderRequirementTable } from './section-page.js';
import type { SuiteSection } from './suites.js';
import { drawTrend, renderShare, tallyIn, toneOf } from './tallies.js';

export function renderOverview(files: SuiteFiles): SiteFile {
  const { suite, implementations, entries } = files.history;
  const must = entries.filter(({ level }) => level === 'must').length;
  const conforming = implementations.filter(
    ({ latest }) => answerOf(latest.tally) === 'conforms',
  ).length;
  return files.render({
    path: files.overview,
    title: 'Implementations',
    body: html`<h1>${suite.title}: implementations</h1>
<p>${conforming} of ${countOf(implementations.length, 'implementation')} ${conforming === 1 ? 'conforms' : 'conform'} to ${linkAway(suite.specification.url, suite.specification.title)}, as far as version ${suite.version} of the suite tells: ${countOf(must, 'requirement')}, and ${countOf(entries.length - must, 'question')} that the specification leaves open.</p>
${renderFilter(implementations)}
${renderTable(files)}
${renderSections(files)}`,
  });
}

/** In short tables, the search would be longer than the way. */
const leastSearched = 12;

/** The script shows the search, which needs it. */
function renderFilter(implementations: readonly Implementation[]): Html | undefined {
  if (implementations.length < leastSearched) return undefined;
  return html`<form class="filters" role="search" hidden>
<label>Search <input type="search" id="text" placeholder="name" autocomplete="off" aria-keyshortcuts="/"></label>
<output id="shown" aria-live="polite"></output>
</form>
<p id="nothing" hidden>No implementation matches.</p>`;
}

function renderTable(files: SuiteFiles): Html {
  const { sections, suite, implementations } = files.history;
  const heads = sections.map(({ number }) => {
    const title = sectionHeading(number, suite.sections);
    return html`<th scope="col"><a href="${addressOf(number, files)}" title="${title}">${sectionSign(number) || 'all'}</a></th>`;
  });
  const rows = implementations.map((one) => renderRow(one, sections, files));
  const widths = [10, 5.5, 10, ...sections.map(() => 3.4)];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Implementations by section"><table class="overview"${fixColumns(widths)}<thead><tr><th scope="col">Implementation</th><th scope="col">Holds</th><th scope="col">Trend</th><th scope="col">Last change</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** A section's page, or its place in this one. */
function addressOf(number: string, files: SuiteFiles): string {
  if (!fitsOverview(files.history)) return addressFrom(files.overview, files.ofSection(number));
  return `#section-${files.history.names.sections.get(number)}`;
}

function renderRow(
  one: Implementation,
  sections: readonly SuiteSection[],
  files: SuiteFiles,
): Html {
  const { latest, runs } = one;
  const { version, scope } = latest;
  const hasScopes = files.history.implementations.some((other) => other.latest.scope !== scope);
  const facts = [version ?? '', hasScopes ? scope : ''].filter((text) => text !== '').join(', ');
  const cells = sections.map(({ entries }) => {
    const tally = tallyIn(entries, one);
    if (tally.total === 0) return html`<td class="none">–</td>`;
    return html`<td class="${toneOf[answerOf(tally)]}">${tally.held}/${tally.total}</td>`;
  });
  return html`<tr class="implementation"><th scope="row" class="name">${files.linkImplementation(files.overview, one)}<span class="section"> ${facts}</span></th><td>${renderShare(latest.tally)}</td><td>${drawTrend(runs)}</td><td>${describeLastChange(one)}</td>${cells}</tr>`;
}

/** The last run that broke or fixed something, or the first one. */
function describeLastChange({ changes }: Implementation): Html {
  const change = changes.at(-1);
  if (change === undefined) return html``;
  const { run, before, broken, fixed } = change;
  const parts = [
    ...(before === undefined ? ['first run'] : []),
    ...(broken.length > 0 ? [`${broken.length} broken`] : []),
    ...(fixed.length > 0 ? [`${fixed.length} fixed`] : []),
  ];
  return html`<time datetime="${run.startedAt}">${run.startedAt.slice(0, 10)}</time> <span class="section">${parts.join(', ')}</span>`;
}

/** The requirements, folded by section. */
function renderSections(files: SuiteFiles): Html | undefined {
  const { sections, suite, names } = files.history;
  if (!fitsOverview(files.history)) return undefined;
  const parts = sections.map(
    ({ number, entries }) =>
      html`<details class="section-of-suite"><summary><h3>${sectionHeading(number, suite.sections)} <span class="section">${countOf(entries.length, 'requirement')}</span></h3></summary><div id="section-${names.sections.get(number)}">${renderRequirementTable(entries, files.overview, files)}</div></details>`,
  );
  return html`<section><h2>Requirements by section</h2>${parts}${renderLegend()}</section>`;
}
