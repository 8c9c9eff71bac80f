/** The catalogue of requirements as a page: every statement, and who checks it. */
import { readFileSync } from 'node:fs';
import { readScenarios } from '../scenarios/read-scenarios.js';
import type { Requirement } from '../suite/requirements.js';
import { type Suite, sectionHeading, sectionNumber, sectionSign } from '../suite/suite.js';
import {
  filterScript,
  type Html,
  html,
  readAsset,
  renderChoice,
  renderFilters,
  renderNothing,
  renderPage,
} from './html/html.js';
import { renderHeading, renderSection } from './html/section-link.js';

/** What the page tells of a requirement. */
export type CatalogueEntry = Omit<Requirement, 'also'>;

/** Another page, to which the catalogue belongs. */
export interface Neighbor {
  readonly address: string;
  readonly title: string;
}

/** All that the page tells. */
interface CatalogueContent {
  readonly suite: Suite;
  readonly requirements: readonly CatalogueEntry[];
  readonly scenarios: ReadonlyMap<string, readonly CatalogueScenario[]>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly neighbor: Neighbor;
}

/** The whole page; its rows are folded, and each has its id for an anchor. */
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
  const sections = [...new Set(requirements.map(sectionNumber))].sort();
  const open = requirements.filter(({ level }) => level === 'open').length;
  return renderPage({
    title: 'Catalogue of requirements',
    styles: [readAsset('report.css'), readAsset('rows.css')],
    scripts: [filterScript(), readAsset('catalogue.client.js')],
    body: html`<header>
<h1>${suite.title}</h1>
<h2>Catalogue of requirements</h2>
<p>${requirements.length - open} statements of the specification that are judged, and ${open} questions that it leaves open, which are observed. <a href="${neighbor.address}">${neighbor.title}</a></p>
<nav aria-label="Sections"><ul class="sections">${sections.map((section) => html`<li><a href="#section-${section}">${sectionHeading(section, suite.sections)}</a></li>`)}</ul></nav>
</header>
<main>
${renderCatalogueFilters(requirements)}
${sections.map((section) => renderPart(section, content))}
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

function renderPart(section: string, content: CatalogueContent): Html {
  const rows = content.requirements.filter((requirement) => sectionNumber(requirement) === section);
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
<summary><span class="badge ${style}">${row.level}</span><span class="name"><code>${row.id}</code><span class="statement">${row.statement}</span></span><span class="section">${sectionSign(row.section)}</span></summary>
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

/** Markdown's backticks become code; the tables use nothing else of it. */
function renderCode(text: string): Html {
  const parts = text.replaceAll('\\|', '|').split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A scenario, or the outline of several. */
export interface CatalogueScenario {
  readonly name: string;
  /** As reports name it: `features/todos/read.feature`. */
  readonly file: string;
  readonly line: number;
}

/** The scenarios of all features of a suite, by the requirement that they check. */
export function groupScenarios(
  suite: Pick<Suite, 'features'>,
): Map<string, readonly CatalogueScenario[]> {
  const found = new Map<string, CatalogueScenario[]>();
  for (const { requirement, feature: file, heading } of readScenarios(suite)) {
    const known = found.get(requirement) ?? [];
    const isKnown = known.some((one) => one.file === file && one.line === heading.line);
    if (!isKnown) found.set(requirement, [...known, { ...heading, file }]);
  }
  return found;
}

/** One row: an open point, what was chosen, and why. */
export interface Decision {
  readonly point: string;
  readonly choice: string;
  readonly reason: string;
}

/** The decisions by the ids of the requirements in their last column. */
export function readDecisions(file: string): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [point, choice, reason, ids] = cellsOf(line);
    if (point === undefined || choice === undefined || reason === undefined) continue;
    for (const [, id = ''] of (ids ?? '').matchAll(/`([a-z][\w-]*\.[\w.-]+)`/g)) {
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
