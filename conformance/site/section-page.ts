/** The requirements of a section by implementations. */
import type { CellVerdict, MatrixCell } from '../comparison/cell.js';
import { plainCell } from '../comparison/cell.js';
import { type MatrixRow, toRow } from '../comparison/matrix.js';
import { cellClassOf, renderMatrixTable } from '../comparison/matrix-table.js';
import { type Html, html } from '../report/html/html.js';
import { renderHeading } from '../report/html/section-link.js';
import { verdictMeanings, verdictOrder } from '../report/model.js';
import { sectionHeading, sectionNumber, sectionSign } from '../suite/suite.js';
import type { SiteFile, SuiteFiles } from './frame.js';
import type { Implementation } from './implementations.js';
import { addressFrom } from './paths.js';
import { type CatalogueEntry, unconcerned } from './run.js';
import type { SuiteHistory, SuiteSection } from './suites.js';

/** A browser lays out a table of this size in a fraction of a second. */
const mostCells = 8_000;

/** The first page stays short when the sections unfold in it. */
const mostCellsInOverview = 4_000;

/** Whether all requirements fit into the first page of a suite, so that sections have no pages. */
export function fitsOverview({ entries, implementations }: SuiteHistory): boolean {
  return entries.length * implementations.length <= mostCellsInOverview;
}

/** The pages of all sections; none when they unfold in the first page. */
export function renderSectionPages(files: SuiteFiles): readonly SiteFile[] {
  if (fitsOverview(files.history)) return [];
  return files.history.sections.flatMap((section) => renderSectionParts(section, files));
}

function renderSectionParts({ number, entries }: SuiteSection, files: SuiteFiles): SiteFile[] {
  const { suite, implementations } = files.history;
  const size = Math.max(1, Math.floor(mostCells / implementations.length));
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => {
    const path = files.ofSection(number, index + 1);
    const shown = entries.slice(index * size, (index + 1) * size);
    const parts = Array.from({ length: count }, (_part, other) => {
      const first = entries[other * size]?.id;
      const current = other === index ? html` aria-current="page"` : undefined;
      return html`<li><a href="${addressFrom(path, files.ofSection(number, other + 1))}"${current}>from ${first}</a></li>`;
    });
    return files.render({
      path,
      title: sectionHeading(number, suite.sections),
      body: html`<h1>${renderHeading(number, suite)}</h1>
${count === 1 ? undefined : html`<nav aria-label="Parts of the section"><ul class="parts-of-section">${parts}</ul></nav>`}
${renderRequirementTable(shown, path, files)}
${renderLegend()}
${renderNeighbors(number, path, files)}`,
    });
  });
}

/** Links to the sections before and after this one. */
function renderNeighbors(number: string, path: string, files: SuiteFiles): Html {
  const { sections, suite } = files.history;
  const place = sections.findIndex((one) => one.number === number);
  const linkTo = (section: SuiteSection | undefined, relation: string) =>
    section &&
    html`<a rel="${relation}" href="${addressFrom(path, files.ofSection(section.number))}">${sectionHeading(section.number, suite.sections)}</a> `;
  return html`<p class="neighbors">${linkTo(sections[place - 1], 'prev')}${linkTo(sections[place + 1], 'next')}</p>`;
}

/** Heads of more columns are turned, so that the columns are as narrow as their cells. */
const mostLevelHeads = 6;

/** The table of requirements by implementations; cells of what does not hold are links. */
export function renderRequirementTable(
  entries: readonly CatalogueEntry[],
  path: string,
  files: SuiteFiles,
): Html {
  const { implementations } = files.history;
  const rows = entries.map((entry) => rowOf(entry, implementations));
  const isDense = implementations.length > mostLevelHeads;
  const table = renderMatrixTable([{ heading: undefined, rows }], {
    style: `signs ${isDense ? 'dense' : 'wide'}`,
    columnWidths: implementations.map(() => (isDense ? 1.7 : 8)),
    columns: implementations.map(
      (one) => html`<span>${files.linkImplementation(path, one)}</span>`,
    ),
    nameRow: ({ id, section }) => {
      // The heading has the number of the section.
      const rule = section === sectionNumber({ section }) ? '' : sectionSign(section);
      return html`${files.linkRequirement(path, id)} <span class="section">${rule}</span>`;
    },
    renderCell: (cell, column, { id }) =>
      renderSign(cell, implementations[column], id, path, files),
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Requirements by implementation">${table}</div>`;
}

function rowOf(entry: CatalogueEntry, implementations: readonly Implementation[]): MatrixRow {
  return toRow(
    entry,
    implementations.map(({ cells }) => cells.get(entry.id) ?? plainCell('left out')),
  );
}

/** A sign for each verdict, so that colour is not the only difference. */
const signs: Readonly<Record<CellVerdict, string>> = {
  pass: '✓',
  fail: '✗',
  unstable: '≁',
  error: '!',
  blocked: '⊘',
  'not tested': '?',
  observed: '○',
  'not applicable': '–',
  'left out': '·',
};

function renderSign(
  cell: MatrixCell,
  implementation: Implementation | undefined,
  id: string,
  path: string,
  files: SuiteFiles,
): Html {
  const sign = signs[cell.verdict];
  const isExplained = cell.verdict !== 'pass' && !unconcerned.has(cell.verdict);
  if (implementation === undefined || !isExplained) {
    return html`<td class="${cellClassOf(cell)}">${sign}</td>`;
  }
  const address = `${addressFrom(path, files.ofRequirement(id))}#${implementation.slug}`;
  return html`<td class="${cellClassOf(cell)}"><a href="${address}" aria-label="${cell.verdict}">${sign}</a></td>`;
}

/** The meanings of the signs. */
export function renderLegend(): Html {
  const meanings: readonly (readonly [CellVerdict, string])[] = [
    ...verdictOrder.map((verdict) => [verdict, verdictMeanings[verdict]] as const),
    ['left out', 'not part of the run'],
  ];
  const items = meanings.map(
    ([verdict, meaning]) => html`<li><b>${signs[verdict]}</b> ${verdict}: ${meaning}</li>`,
  );
  return html`<details class="legend"><summary>Signs</summary><ul>${items}</ul></details>`;
}
