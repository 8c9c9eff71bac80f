/** The row of one requirement, which unfolds. */

import { countOf, firstLineOf, formatMs } from '../../../kit/words.js';
import type { DescribedExchange } from '../../http/described-exchange.js';
import { sectionNumber, sectionSign, undeclaredClass } from '../../suite/suite.js';
import { splitExchanges } from '../../verdict/case.js';
import { catalogueAddresses, type ReportPlace, replayCommand } from '../commands.js';
import type { CaseResult, Report, RequirementResult } from '../model.js';
import { changesBefore, decisiveCase } from '../queries.js';
import {
  renderCommand,
  renderExchange,
  renderExchangeLine,
  renderRequestLine,
} from './exchange.js';
import { type Html, html } from './html.js';
import { renderMismatches } from './mismatches.js';
import { renderSection } from './section-link.js';

/** A verdict as a coloured badge. */
export function renderBadge(verdict: string): Html {
  return html`<span class="badge ${styleClassOf(verdict)}">${verdict}</span>`;
}

/** The CSS class of a verdict. */
export function styleClassOf(verdict: string): string {
  return `v-${verdict.replaceAll(' ', '-')}`;
}

/** A link to the row of a requirement. */
export function renderLink(id: string): Html {
  return html`<a href="#${id}">${id}</a>`;
}

/** The initial state of a row. */
export interface RowLook {
  /** Whether the row is unfolded. */
  readonly isOpen?: boolean;
  /** Whether the contents become elements only when the row is unfolded, or without scripts. */
  readonly isDeferred?: boolean;
  /** Whether the folded row shows the reason. */
  readonly hasReason?: boolean;
  /** The requirements that it blocks. */
  readonly blocks?: readonly RequirementResult[];
  /** Its verdicts in earlier runs. */
  readonly past?: string | undefined;
}

/** The parts of a run that rows show. */
export interface ShownRun extends Pick<Report, 'suite' | 'target'> {
  /** For the commands that repeat a case. */
  readonly place: ReportPlace;
}

/** The row: the failed request and the command that repeats it come first. */
export function renderRequirement(
  row: RequirementResult,
  report: ShownRun,
  { isOpen = false, isDeferred = false, hasReason = false, blocks = [], past }: RowLook = {},
): Html {
  const reason = hasReason && row.reason !== null ? firstLineOf(row.reason) : undefined;
  const body = html`<div class="body">
${renderCases(row, report, blocks)}
${renderFacts(row, report, past)}
</div>`;
  return html`<details class="requirement" id="${row.id}" data-verdict="${row.selected ? row.verdict : 'left out'}" data-section="${sectionNumber(row)}" data-class="${row.class}" data-profiles="${row.profiles.join(' ')}"${isOpen ? html` open` : undefined}>
<summary>${renderBadge(row.verdict)}<h3 class="name"><code>${row.id}</code> <span class="statement">${row.statement}</span>${reason === undefined ? undefined : html`<span class="why">${reason}</span>`}</h3><span class="section">${sectionSign(row.section)}${renderDuration(row)}</span></summary>
${isDeferred ? html`<noscript>${body}</noscript>` : body}
</details>`;
}

/** The time of all cases. */
function renderDuration({ cases }: RequirementResult): Html | undefined {
  if (cases.length === 0) return undefined;
  const sum = cases.reduce((total, { durationMs }) => total + durationMs, 0);
  return html` <span class="duration">${formatMs(sum)}</span>`;
}

function renderFacts(
  row: RequirementResult,
  { suite, place }: ShownRun,
  past: string | undefined,
): Html {
  const { ofRequirement } = place.addresses ?? catalogueAddresses;
  const facts: [name: string, value: Html | string][] = [];
  if (row.reason !== null && !isSaidAbove(row)) facts.push(['Reason', row.reason]);
  if (past !== undefined) facts.push(['Before', past]);
  if (row.expected !== null) facts.push(['Expected to fail', row.expected]);
  if (row.blockedBy !== null) facts.push(['Blocked by', renderLink(row.blockedBy)]);
  if (row.option !== null) facts.push(['Give', html`<code>${row.option}</code>`]);
  if (row.observations.length > 0) facts.push(['Observed', renderAnswers(row.observations)]);
  const section = renderSection(row.section, suite, ofRequirement(row.id));
  if (section !== undefined) facts.push(['Stated in', section]);
  if (row.needs.length > 0) facts.push(['Builds on', joinLinks(row.needs)]);
  const profiles = row.profiles.length === 0 ? '' : `, profile ${row.profiles.join(', ')}`;
  if (row.class !== undeclaredClass || profiles !== '') {
    facts.push(['Applies to', `class ${row.class}${profiles}`]);
  }
  return html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Whether a case with the same verdict gives the same reason. */
function isSaidAbove({ verdict, cases }: RequirementResult): boolean {
  return cases.some((one) => one.verdict === verdict);
}

function joinLinks(ids: readonly string[]): Html {
  return html`${ids.map((id, index) => html`${index === 0 ? '' : ', '}${renderLink(id)}`)}`;
}

/** The decisive case in full; the other failed cases and the passed ones are folded. */
function renderCases(
  row: RequirementResult,
  run: ShownRun,
  blocks: readonly RequirementResult[],
): Html {
  const decisive = decisiveCase(row);
  const passed = row.cases.filter(({ verdict }) => verdict === 'pass');
  const others = row.cases.filter((one) => one.verdict !== 'pass' && one !== decisive);
  const first = decisive?.verdict === 'pass' ? undefined : decisive;
  // Of a blocked requirement, the failure that explains it is looked at.
  const look = { blocks: renderBlocks(blocks), whole: row.blockedBy === null ? mostWhole : 0 };
  return html`${first === undefined ? undefined : renderCase(first, row.id, run, look)}${fold(
    'others',
    countOf(others.length, 'more case'),
    others.map((one) => renderCase(one, row.id, run, { whole: 0 })),
  )}${fold('passed', countOf(passed.length, 'passing case'), renderPassed(passed, run))}`;
}

/** A case without exchanges takes one line. */
function renderPassed(cases: readonly CaseResult[], run: ShownRun): readonly Html[] {
  const whole = cases.filter((one) => !isBrief(one)).map((one) => renderPassedCase(one, run));
  const brief = cases.filter(isBrief);
  if (brief.length === 0) return whole;
  const lines = brief.map(
    (one) =>
      html`<li>${titleOf(one)} · ${renderPosition(one, run)} · ${countOf(one.omittedExchanges, 'request')}</li>`,
  );
  return [
    ...whole,
    html`<section class="case"><ul>${lines}</ul><p class="place">Requests of these are left out; a check with <code>--keep all</code> has them.</p></section>`,
  ];
}

function isBrief({ exchanges, omittedExchanges, observations }: CaseResult): boolean {
  return exchanges.length === 0 && omittedExchanges > 0 && observations.length === 0;
}

/** Further ones are listed below the row only. */
const mostBlocks = 5;

function renderBlocks(rows: readonly RequirementResult[]): Html | undefined {
  if (rows.length === 0) return undefined;
  const rest = rows.length - mostBlocks;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return html`<p class="blocks">Blocks ${joinLinks(rows.slice(0, mostBlocks).map(({ id }) => id))}${more}</p>`;
}

function fold(name: string, label: string, cases: readonly Html[]): Html | undefined {
  if (cases.length === 0) return undefined;
  return html`<details class="${name}"><summary>${label}</summary>${cases}</details>`;
}

/** How a case is shown. */
interface CaseLook {
  /** The list of blocked requirements. */
  readonly blocks?: Html | undefined;
  /**
   * The maximum number of requests that are shown in full before the decisive one, and after it.
   */
  readonly whole: number;
}

function renderCase(one: CaseResult, id: string, run: ShownRun, { blocks, whole }: CaseLook): Html {
  const { before, decisive, after } = splitExchanges(one);
  return html`<section class="case">
<h4>${renderBadge(one.verdict)} ${titleOf(one)}</h4>
${decisive === undefined ? undefined : html`<p class="request-line">${renderRequestLine(decisive)}</p>`}
${one.reason === null ? undefined : html`<p class="reason">${one.reason}</p>`}
${one.mismatches.length === 0 ? undefined : renderMismatches(one.mismatches)}
${decisive === undefined ? undefined : renderCommand(decisive.curl, 'Copy curl')}
${renderAgain(one, id, run)}
${blocks}
${decisive === undefined ? undefined : html`<details class="bodies"><summary>Request and answer</summary>${renderExchange(decisive, one.mismatches)}</details>`}
${renderOthers('before', before, whole)}
${renderOthers('after', after, whole)}
${renderPlace(one, run)}
</section>`;
}

/**
 * The run may have deleted its rows, so the decisive request alone may no longer show the failure.
 * Only rows with a clean-up step are known to the run.
 */
function renderAgain(one: CaseResult, id: string, { target, place }: ShownRun): Html | undefined {
  const changes = changesBefore(one);
  if (changes.length === 0) return undefined;
  const hasEnded = target.servers.some(({ name, url }) => name === one.server && url === null);
  const where = hasEnded ? ', to a server at $BASE_URL, because the checked server has ended' : '';
  const option = hasEnded ? ' --base-url "$BASE_URL"' : '';
  return html`<p class="again">It came after ${changes.join(', ')}, whose rows may be deleted. This sends everything again, with new rows${where}:</p>${renderCommand(`${replayCommand(id, place)}${option}`, 'Copy')}`;
}

/** This number of the latest requests of a failure are shown in full; all others take a line. */
const mostWhole = 20;

/** The exchanges before or after the decisive one are folded. */
function renderOthers(
  place: 'before' | 'after',
  exchanges: readonly DescribedExchange[],
  whole: number,
): Html {
  if (exchanges.length === 0) return html``;
  const label = `${countOf(exchanges.length, 'request')} ${place}`;
  const firstWhole = Math.max(0, exchanges.length - whole);
  const lines = exchanges.slice(0, firstWhole).map(renderExchangeLine);
  const early = lines.length === 0 ? undefined : html`<ol>${lines}</ol>`;
  const late = exchanges
    .slice(firstWhole)
    .map((one) => html`${renderExchange(one)}${renderCommand(one.curl, 'Copy curl')}`);
  return html`<details class="others"><summary>${label}</summary>${early}${late}</details>`;
}

function renderPassedCase(one: CaseResult, run: ShownRun): Html {
  const { exchanges, omittedExchanges: omitted } = one;
  const lines = exchanges.map(renderExchangeLine);
  const gap = omitted === 0 ? undefined : html`<li>${countOf(omitted, 'request')} left out</li>`;
  return html`<section class="case"><h4>${titleOf(one)}</h4>${renderPlace(one, run)}${renderAnswers(one.observations)}<ul>${lines.slice(0, 1)}${gap}${lines.slice(1)}</ul></section>`;
}

/** Each observation in a box. */
export function renderAnswers(observations: readonly string[]): Html {
  if (observations.length === 0) return html``;
  return html`<p class="answers">${observations.map((answer) => html`<code>${answer}</code> `)}</p>`;
}

function renderPlace(one: CaseResult, run: ShownRun): Html {
  const example = one.row === null ? undefined : html` · example <code>${one.row}</code>`;
  return html`<p class="place">${renderPosition(one, run)}${example}</p>`;
}

/** With the server if the run has several. */
function renderPosition({ feature, line, server }: CaseResult, { target }: ShownRun): Html {
  const place = target.servers.length > 1 ? html` · server ${server}` : undefined;
  return html`<code>${feature}:${line}</code>${place}`;
}

/** The scenario's name, with the cells of the outline's row unless the name contains them. */
function titleOf({ scenario, row }: CaseResult): string {
  const isTold = row === null || row.split(' | ').every((cell) => scenario.includes(cell));
  return isTold ? scenario : `${scenario}: ${row}`;
}
