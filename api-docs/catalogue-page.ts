/** The catalogue of requirements as a page: every statement, and who checks it. */
import { type Html, html, readAsset, renderPage } from '../conformance/report/html/html.js';
import { renderHeading, renderSection } from '../conformance/report/html/section-link.js';
import type { Requirement } from '../conformance/suite/requirements.js';
import { sectionHeading, sectionNumber } from '../conformance/suite/sections.js';
import type { Suite } from '../conformance/suite/suite.js';
import type { Decision } from './decisions.js';
import type { CatalogueScenario } from './scenarios.js';

/** All that the page tells. */
export interface CatalogueContent {
  readonly suite: Suite;
  readonly requirements: readonly Requirement[];
  readonly scenarios: ReadonlyMap<string, readonly CatalogueScenario[]>;
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** A link to a row shows what is in it; without scripts, it only leads there. */
const unfoldTarget = html`(() => {
  function unfold() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row?.tagName === 'DETAILS') row.open = true;
  }
  addEventListener('hashchange', unfold);
  unfold();
})();`;

/** The whole page; its rows are folded, and each has its id for an anchor. */
export function renderCataloguePage(content: CatalogueContent): string {
  const { suite, requirements } = content;
  const sections = [...new Set(requirements.map(sectionNumber))].sort();
  const open = requirements.filter(({ level }) => level === 'open').length;
  return renderPage({
    title: 'Catalogue of requirements',
    styles: [readAsset('report.css'), readAsset('rows.css')],
    scripts: [unfoldTarget],
    body: html`<header>
<h1>${suite.title}</h1>
<h2>Catalogue of requirements</h2>
<p>${requirements.length - open} statements of the specification that are judged, and ${open} questions that it leaves open, which are observed. <a href="index.html">API documentation</a></p>
<nav aria-label="Sections"><ul class="sections">${sections.map((section) => html`<li><a href="#section-${section}">${sectionHeading(section, suite.sections)}</a></li>`)}</ul></nav>
</header>
<main>
${sections.map((section) => renderPart(section, content))}
</main>`,
  });
}

function renderPart(section: string, content: CatalogueContent): Html {
  const rows = content.requirements.filter((requirement) => sectionNumber(requirement) === section);
  return html`<section class="part"><h2 id="section-${section}">${renderHeading(section, content.suite)}</h2>${rows.map((row) => renderRow(row, content))}</section>`;
}

function renderRow(row: Requirement, { suite, scenarios, decisions }: CatalogueContent): Html {
  const style = row.level === 'open' ? 'v-observed' : 'v-not-applicable';
  const decision = decisions.get(row.id);
  const facts = [
    ['Class', html`${[row.class, ...row.profiles.map((name) => `profile ${name}`)].join(', ')}`],
    ...(row.needs.length === 0 ? [] : [['Builds on', renderLinks(row.needs)]]),
    ['Checked by', renderScenarios(scenarios.get(row.id) ?? [])],
    ...(decision === undefined ? [] : renderDecision(decision)),
  ] as const;
  return html`<details class="requirement" id="${row.id}">
<summary><span class="badge ${style}">${row.level}</span><span class="name"><code>${row.id}</code><span class="statement">${row.statement}</span></span><span class="section">${renderSection(row.section, suite)}</span></summary>
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
