/** The row of one requirement, to be unfolded. */

import { countOf } from '../../../kit/words.js';
import type { DescribedExchange } from '../../http/described-exchange.js';
import { sectionNumber } from '../../suite/sections.js';
import type { CaseResult, RequirementResult, SuiteResult } from '../model.js';
import { markDifference } from './difference.js';
import { renderExchange, renderExchangeLine } from './exchange.js';
import { type Html, html } from './html.js';
import { renderSection } from './section-link.js';

/** A verdict as a word in a colored box. */
export function renderBadge(verdict: string): Html {
  return html`<span class="badge ${classOf(verdict)}">${verdict}</span>`;
}

/** The style class of a verdict. */
export function classOf(verdict: string): string {
  return `v-${verdict.replaceAll(' ', '-')}`;
}

/** A link to the row of a requirement. */
export function renderLink(id: string): Html {
  return html`<a href="#${id}">${id}</a>`;
}

/** The row; failures are unfolded from the start. */
export function renderRequirement(row: RequirementResult, suite: SuiteResult): Html {
  const text = `${row.id} ${row.statement} ${row.section}`.toLowerCase();
  const isOpen = row.verdict === 'fail' || row.verdict === 'unstable';
  return html`<details class="requirement" id="${row.id}" data-verdict="${row.selected ? row.verdict : 'left out'}" data-section="${sectionNumber(row)}" data-class="${row.class}" data-profiles="${row.profiles.join(' ')}" data-text="${text}"${isOpen ? html` open` : undefined}>
<summary>${renderBadge(row.verdict)}<span class="name"><code>${row.id}</code><span class="statement">${row.statement}</span></span><span class="section">${renderSection(row.section, suite)}</span></summary>
<div class="body">
${renderFacts(row)}
${row.cases.length === 0 ? undefined : renderCases(row.cases)}
</div>
</details>`;
}

function renderFacts(row: RequirementResult): Html {
  const facts: [name: string, value: Html | string][] = [];
  if (row.reason !== null && !isSaidBelow(row)) facts.push(['Reason', row.reason]);
  if (row.expected !== null) facts.push(['Expected to fail', row.expected]);
  if (row.blockedBy !== null) facts.push(['Blocked by', renderLink(row.blockedBy)]);
  if (row.option !== null) facts.push(['Give', html`<code>${row.option}</code>`]);
  if (row.observations.length > 0) facts.push(['Observed', renderAnswers(row.observations)]);
  if (row.needs.length > 0) facts.push(['Builds on', joinLinks(row.needs)]);
  const profiles = row.profiles.length === 0 ? '' : `, profile ${row.profiles.join(', ')}`;
  facts.push(['Applies to', `class ${row.class}${profiles}`]);
  return html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Whether a case that came out like the whole gives the same reason. */
function isSaidBelow({ verdict, cases }: RequirementResult): boolean {
  return cases.some((one) => one.verdict === verdict);
}

function joinLinks(ids: readonly string[]): Html {
  return html`${ids.map((id, index) => html`${index === 0 ? '' : ', '}${renderLink(id)}`)}`;
}

/** What went wrong in full; what went well folded away. */
function renderCases(cases: readonly CaseResult[]): Html {
  const passed = cases.filter(({ verdict }) => verdict === 'pass');
  const others = cases.filter(({ verdict }) => verdict !== 'pass');
  const label = countOf(passed.length, 'passing case');
  const folded =
    passed.length === 0
      ? undefined
      : html`<details class="passed"><summary>${label}</summary>${passed.map(renderPassedCase)}</details>`;
  return html`${others.map(renderCase)}${folded}`;
}

function renderCase(one: CaseResult): Html {
  return html`<section class="case">
<h4>${renderBadge(one.verdict)} ${titleOf(one)}</h4>
${renderPlace(one)}
${one.mismatches.length > 0 ? renderMismatches(one) : html`<p class="reason">${one.reason ?? ''}</p>`}
${renderPreparation(one.exchanges.slice(0, -1))}
${one.exchanges.slice(-1).map(renderExchange)}
</section>`;
}

/** So many requests before the last one are shown whole, and those before them as a line. */
const mostWhole = 20;

/** The last exchange is the one that was judged; what led to it is shown on demand. */
function renderPreparation(exchanges: readonly DescribedExchange[]): Html {
  if (exchanges.length === 0) return html``;
  const label = `${countOf(exchanges.length, 'request')} before`;
  const lines = exchanges.slice(0, -mostWhole).map(renderExchangeLine);
  const early = lines.length === 0 ? undefined : html`<ol>${lines}</ol>`;
  return html`<details class="before"><summary>${label}</summary>${early}${exchanges.slice(-mostWhole).map(renderExchange)}</details>`;
}

function renderPassedCase(one: CaseResult): Html {
  return html`<section class="case"><h4>${titleOf(one)}</h4>${renderPlace(one)}${renderAnswers(one.observations)}<ol>${one.exchanges.map(renderExchangeLine)}</ol></section>`;
}

/** What was observed, each answer in a box of its own. */
export function renderAnswers(observations: readonly string[]): Html {
  if (observations.length === 0) return html``;
  return html`<p class="answers">${observations.map((answer) => html`<code>${answer}</code> `)}</p>`;
}

function renderPlace({ feature, line, row, server }: CaseResult): Html {
  const example = row === null ? undefined : html` · example <code>${row}</code>`;
  return html`<p class="place"><code>${feature}:${line}</code> · server ${server}${example}</p>`;
}

function renderMismatches({ mismatches }: CaseResult): Html {
  const rows = mismatches.map(({ path, ...texts }) => {
    const { expected, observed } = markDifference(texts.expected, texts.observed);
    return html`<tr><th scope="row">${path}</th><td class="expected">${expected}</td><td class="observed">${observed}</td></tr>`;
  });
  return html`<div class="scroll"><table class="mismatches"><thead><tr><th scope="col">Where</th><th scope="col">Expected</th><th scope="col">Observed</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The scenario, with the cells of an outline's row where its name does not tell them. */
function titleOf({ scenario, row }: CaseResult): string {
  const isTold = row === null || row.split(' | ').every((cell) => scenario.includes(cell));
  return isTold ? scenario : `${scenario}: ${row}`;
}
