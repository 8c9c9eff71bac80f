/** The page of one requirement: its sentence, and who holds it. */
import { groupBy } from '../../kit/collections.js';
import { countOf } from '../../kit/words.js';
import { type MatrixCell, plainCell } from '../comparison/cell.js';
import { renderCellContent } from '../comparison/matrix-table.js';
import { type Html, html, renderScrolling } from '../report/html/html.js';
import { renderAnswers } from '../report/html/requirement.js';
import { renderHeading } from '../report/html/section-link.js';
import { sectionNumber } from '../suite/suite.js';
import { linkAway, type SiteFile, type SuiteFiles } from './frame.js';
import type { Implementation } from './implementations.js';
import { type CatalogueEntry, unconcerned } from './run.js';

/** An implementation with its cell for the requirement. */
interface Holder {
  readonly one: Implementation;
  readonly cell: MatrixCell;
}

export function renderRequirementPage(entry: CatalogueEntry, files: SuiteFiles): SiteFile {
  const { id, level, statement } = entry;
  const { suite, implementations } = files.history;
  const path = files.ofRequirement(id);
  const holders = implementations.map((one) => ({
    one,
    cell: one.cells.get(id) ?? plainCell('left out'),
  }));
  return files.render({
    path,
    title: id,
    body: html`<h1><code>${id}</code></h1>
<blockquote><p>${statement}</p><p class="place">${renderHeading(sectionNumber(entry), suite)}, ${linkAway(suite.specification.url, suite.specification.title)}</p></blockquote>
${level === 'open' ? renderAnswersOf(holders, path, files) : renderJudged(holders, id, path, files)}`,
  });
}

function renderJudged(
  holders: readonly Holder[],
  id: string,
  path: string,
  files: SuiteFiles,
): Html {
  const holding = holders.filter(({ cell }) => cell.verdict === 'pass');
  const absent = holders.filter(({ cell }) => unconcerned.has(cell.verdict));
  const others = holders.filter((one) => !holding.includes(one) && !absent.includes(one));
  return html`${renderEvidence(others, id, path, files)}
${renderNames('It holds in', holding, path, files)}
${renderNames('It does not apply to, or was not part of the run of', absent, path, files)}`;
}

/** What was expected and observed where it does not hold, or could not be judged. */
function renderEvidence(
  holders: readonly Holder[],
  id: string,
  path: string,
  files: SuiteFiles,
): Html | undefined {
  if (holders.length === 0) return undefined;
  const rows = holders.map(({ one, cell }) => {
    const report = files.evidenceFrom(path, one, id);
    const content = renderCellContent(cell, (other) => files.linkRequirement(path, other));
    return html`<tr id="${one.slug}"><th scope="row">${files.linkImplementation(path, one)}</th><td>${content}<p><a href="${report}">in the report</a></p></td></tr>`;
  });
  return html`<section><h2>It does not hold, or was not judged, in ${countOf(holders.length, 'implementation')}</h2>${renderScrolling(html`<table class="evidence"><thead><tr><th scope="col">Implementation</th><th scope="col">Last run</th></tr></thead><tbody>${rows}</tbody></table>`)}</section>`;
}

function renderNames(
  words: string,
  holders: readonly Holder[],
  path: string,
  files: SuiteFiles,
): Html | undefined {
  if (holders.length === 0) return undefined;
  const items = holders.map(({ one }) => html`<li>${files.linkImplementation(path, one)}</li>`);
  return html`<section><h2>${words} ${countOf(holders.length, 'implementation')}</h2><ul class="names">${items}</ul></section>`;
}

/** The answers to an open question side by side, the most common first. */
function renderAnswersOf(holders: readonly Holder[], path: string, files: SuiteFiles): Html {
  const groups = groupBy(holders, ({ cell }) => JSON.stringify(cell.observations));
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const rows = sorted.map((group) => {
    const [{ cell }] = group;
    const { observations } = cell;
    const answer = observations.length === 0 ? html`not observed` : renderAnswers(observations);
    const names = group.map(
      ({ one }) => html`<li id="${one.slug}">${files.linkImplementation(path, one)}</li>`,
    );
    return html`<tr><td>${answer}</td><td><ul class="names">${names}</ul></td></tr>`;
  });
  return html`<section><h2>The specification leaves this open</h2>${renderScrolling(html`<table class="evidence"><thead><tr><th scope="col">What is observed</th><th scope="col">Implementations</th></tr></thead><tbody>${rows}</tbody></table>`)}</section>`;
}
