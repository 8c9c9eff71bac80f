/** The page of the catalogue: every requirement with its statement and its scenarios. */
import { readFileSync } from 'node:fs';
import { readScenarios } from '../../scenarios/run-scenarios.js';
import type { Requirement } from '../../suite/requirements.js';
import {
  groupBySection,
  type Suite,
  sectionHeading,
  sectionNumber,
  sectionSign,
} from '../../suite/suite.js';
import {
  filterScript,
  type Html,
  html,
  readAsset,
  renderChoice,
  renderFilters,
  renderNothing,
  renderPage,
} from './html.js';
import { renderHeading, renderSection } from './section-link.js';

/** A requirement as the page shows it. */
export type CatalogueEntry = Omit<Requirement, 'also'>;

/** The page that the catalogue links to: a report, or the documentation of the API. */
export interface Neighbor {
  readonly address: string;
  readonly title: string;
}

/** The content of the page. */
interface CatalogueContent {
  readonly suite: Suite;
  readonly requirements: readonly CatalogueEntry[];
  readonly scenarios: ReadonlyMap<string, readonly CatalogueScenario[]>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly neighbor: Neighbor;
}

/** The whole page. Its rows are folded; the id of each is its anchor. */
export function renderCatalogue(
  suite: Suite,
  requirements: readonly CatalogueEntry[],
  neighbor: Neighbor,
): string {
  const scenarios = groupScenarios(suite);
  const decisions = suite.decisions === undefined ? new Map() : readDecisions(suite.decisions);
  return renderContent({ suite, requirements, scenarios, decisions, neighbor });
}

function renderContent(content: CatalogueContent): string {
  const { suite, requirements, neighbor } = content;
  const parts = groupBySection(requirements);
  const open = requirements.filter(({ level }) => level === 'open').length;
  return renderPage({
    title: 'Catalogue of requirements',
    styles: [readAsset('report.css'), readAsset('rows.css')],
    scripts: [filterScript(), readAsset('catalogue.client.js')],
    body: html`<header>
<h1>${suite.title}: catalogue of requirements</h1>
<p>${requirements.length - open} statements of the specification that are judged, and ${open} questions that it leaves open, which are observed. <a href="${neighbor.address}">${neighbor.title}</a></p>
<nav aria-label="Sections"><ul class="sections">${parts.map(([section]) => html`<li><a href="#section-${section}">${sectionHeading(section, suite.sections)}</a></li>`)}</ul></nav>
</header>
<main>
${renderCatalogueFilters(requirements)}
${parts.map(([section, rows]) => renderPart(section, rows, content))}
${renderNothing()}
</main>`,
  });
}

function renderCatalogueFilters(requirements: readonly CatalogueEntry[]): Html {
  const levels = requirements.map(({ level }) => level);
  const parts = requirements.map((row) => `§${sectionNumber(row)}`);
  const classes = requirements.map((row) => row.class);
  const profiles = requirements.flatMap((row) => row.profiles);
  return renderFilters([
    renderChoice('level', 'Level', levels),
    renderChoice('section', 'Section', parts),
    renderChoice('class', 'Class', classes),
    renderChoice('profile', 'Profile', profiles),
  ]);
}

function renderPart(
  section: string,
  rows: readonly CatalogueEntry[],
  content: CatalogueContent,
): Html {
  return html`<section class="part"><h2 id="section-${section}">${renderHeading(section, content.suite)}</h2>${rows.map((row) => renderRow(row, content))}</section>`;
}

function renderRow(row: CatalogueEntry, { suite, scenarios, decisions }: CatalogueContent): Html {
  const style = row.level === 'open' ? 'v-observed' : 'v-not-applicable';
  const decision = decisions.get(row.id);
  const section = suite.specification.anchor && renderSection(row.section, suite);
  const facts = [
    ...(!section ? [] : [['Stated in', section] as const]),
    ['Class', html`${[row.class, ...row.profiles.map((name) => `profile ${name}`)].join(', ')}`],
    ...(row.needs.length === 0 ? [] : [['Builds on', renderLinks(row.needs)]]),
    ['Checked by', renderScenarios(scenarios.get(row.id) ?? [])],
    ...(decision === undefined ? [] : renderDecision(decision)),
  ] as const;
  return html`<details class="requirement" id="${row.id}" data-section="${sectionNumber(row)}" data-class="${row.class}" data-level="${row.level}" data-profiles="${row.profiles.join(' ')}">
<summary><span class="badge ${style}">${row.level}</span><h3 class="name"><code>${row.id}</code> <span class="statement">${row.statement}</span></h3><span class="section">${sectionSign(row.section)}</span></summary>
<div class="body"><dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></div>
</details>`;
}

function renderLinks(ids: readonly string[]): Html {
  return html`${ids.map((id) => html`<a href="#${id}">${id}</a> `)}`;
}

function renderScenarios(scenarios: readonly CatalogueScenario[]): Html {
  return html`${scenarios.map(({ name, file, line }) => html`${name} <code>${file}:${line}</code><br>`)}`;
}

function renderDecision({ point, choice, reason }: Decision): [string, Html][] {
  return [
    ['Open point', renderCode(point)],
    ['Reference server', renderCode(choice)],
    ['Why', renderCode(reason)],
  ];
}

/** Markdown's backticks become `code` elements; the tables contain no other markup. */
function renderCode(text: string): Html {
  const parts = text.replaceAll('\\|', '|').split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A scenario or a scenario outline. */
export interface CatalogueScenario {
  readonly name: string;
  /** The name in reports: `features/todos/read.feature`. */
  readonly file: string;
  readonly line: number;
}

/** The scenarios of a suite, by the id of the requirement that they check. */
export function groupScenarios(
  suite: Pick<Suite, 'features' | 'derived'>,
): Map<string, readonly CatalogueScenario[]> {
  const found = new Map<string, CatalogueScenario[]>();
  for (const { requirement, feature: file, heading } of readScenarios(suite)) {
    const known = found.get(requirement) ?? [];
    const isKnown = known.some((one) => one.file === file && one.line === heading.line);
    if (!isKnown) found.set(requirement, [...known, { ...heading, file }]);
  }
  return found;
}

/** A row of `decisions.md`: an open point, the choice, and its reason. */
export interface Decision {
  readonly point: string;
  readonly choice: string;
  readonly reason: string;
}

/** The decisions, by the requirement ids in the last column. */
export function readDecisions(file: string): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [point, choice, reason, ids] = cellsOf(line);
    if (point === undefined || choice === undefined || reason === undefined) continue;
    for (const [id] of (ids ?? '').matchAll(/(?<=`)[a-z][\w-]*\.[\w.-]+(?=`)/g)) {
      found.set(id, { point, choice, reason });
    }
  }
  return found;
}

/** A pipe inside a cell is written `\|`. */
function cellsOf(line: string): string[] {
  const [, row] = /^\|(.*)\|\s*$/.exec(line) ?? [];
  return row === undefined ? [] : row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
