/** The parts above and below the rows: the conclusion first, details on demand. */
import { groupBy } from '../../../kit/collections.js';
import { countOf } from '../../../kit/words.js';
import type { ReportPlace } from '../commands.js';
import {
  type Report,
  type RequirementResult,
  type ServerResult,
  verdictMeanings,
  verdictOrder,
} from '../model.js';
import {
  canBeCleaned,
  commandFor,
  coverageSummary,
  exportCommands,
  groupLeftovers,
  groupUntested,
  isStopped,
  listStale,
  probableCauseIn,
  secondsOf,
  stoppedNotice,
  unexercisedAnswers,
} from '../queries.js';
import { renderCommand } from './exchange.js';
import { type Html, html, renderScrolling, renderTick } from './html.js';
import { renderAnswers, renderLink, styleClassOf } from './requirement.js';

/** The conclusion in large letters, and the reason after its colon in small ones. */
export function renderConclusion({ conclusion }: Report): Html {
  const tone = { conforms: 'good', 'does not conform': 'bad', 'cannot say': 'unsure' };
  const { answer, sentence } = conclusion;
  const [, headline = answer, reason = sentence] = /^(.*?): (.*)$/s.exec(sentence) ?? [];
  return html`<div class="conclusion ${tone[answer]}"><h2>${headline}</h2> <p>${reason}</p></div>`;
}

function describeServer({ name, url }: ServerResult): string {
  return url === null ? name : `${name} at ${url}`;
}

/** The servers; none when the target is the only one. */
function otherServers({ url, servers }: Report['target']): readonly ServerResult[] {
  return servers.length === 1 && servers[0]?.url === url && url !== null ? [] : servers;
}

function describeImplementation({ implementation }: Report['target']): string {
  const { name, version, url } = implementation ?? {};
  return [name, version, url].filter((text) => text).join(' · ');
}

function describeTraffic({ traffic }: Report): string {
  const { requests, medianMs, mostAtATime, bound, throttledMs } = traffic;
  const answer = medianMs === null ? '' : `, median answer ${medianMs} ms`;
  const waits = throttledMs === 0 ? '' : `, waits after 429: ${Math.ceil(throttledMs / 1000)} s`;
  return `${requests}${answer}, up to ${mostAtATime} at a time (of ${bound})${waits}`;
}

/** The target and the time in one line; other facts about the run unfold. */
export function renderRun(report: Report): Html {
  const { target, scope, selection, suite, harness, seed } = report;
  const started = `${report.startedAt.slice(0, 19).replace('T', ' ')} UTC`;
  const facts: [string, string][] = [
    ['Implementation', describeImplementation(target)],
    ['Scope', scope],
    ['Servers', otherServers(target).map(describeServer).join(', ')],
    ['Only', selection.only.join(', ')],
    ['Took', `${secondsOf(report).toFixed(1)} s`],
    ['Requests', describeTraffic(report)],
    ['Passed only alone', report.traffic.passedAlone.join(', ')],
    ['Seed', String(seed)],
    ['Suite', `${suite.title} ${suite.version}`],
    ['Touchstone', harness.version],
    ['Specification', suite.specification.hash.slice(0, 12)],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return html`<details class="run"><summary><b>${target.title}</b> · ${started}</summary><dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
}

/** One button for each verdict that occurs; the script turns them into filters. */
export function renderCounts({ counts }: Report): Html {
  const buttons = verdictOrder
    .filter((verdict) => counts[verdict] > 0)
    .map(
      (verdict) =>
        html`<button type="button" class="count ${styleClassOf(verdict)}" data-verdict="${verdict}" aria-pressed="false" title="${verdictMeanings[verdict]}"><b>${counts[verdict]}</b> ${verdict}</button>`,
    );
  return html`<div class="counts" role="group" aria-label="Filter by verdict">${buttons}</div>`;
}

/** How to set the variables from which commands take secrets; empty when none does. */
export function renderSecrets({ requirements }: Report): Html | undefined {
  const cases = requirements.flatMap((row) => row.cases);
  const commands = exportCommands(cases.flatMap((one) => one.exchanges.map(({ curl }) => curl)));
  if (commands.length === 0) return undefined;
  return html`<details class="secrets"><summary>The curl commands take secrets from variables</summary><p>To set them, run:</p>${renderCommand(commands.join('\n'), 'Copy')}</details>`;
}

/** Notices that may need action: faults, stale expectations, missing options, leftovers. */
export function renderNotices(report: Report, place: ReportPlace): Html {
  const probableCause = probableCauseIn(report);
  const notices = [
    ...(probableCause === undefined ? [] : [html`${probableCause}`]),
    ...report.faults.map((fault) => html`${fault}`),
    ...listStale(report).map(({ id }) => html`Stale: ${renderLink(id)} was expected to fail`),
    ...(isStopped(report) ? [html`${stoppedNotice}`] : []),
    ...groupUntested(report).flatMap(({ option, rows }) =>
      option === null ? [] : [html`${rows.length} not tested without <code>${option}</code>`],
    ),
    ...renderLeftovers(report, place),
  ];
  if (notices.length === 0) return html``;
  return html`<ul class="notices">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`;
}

/** Longer lists are folded: after an outage every row is left over. */
const mostLeftovers = 3;

function renderLeftovers({ leftovers }: Report, place: ReportPlace): Html[] {
  if (leftovers.length === 0) return [];
  const remedy = canBeCleaned(leftovers, place)
    ? [
        html`To delete the rows that belong to the run (<code>--header</code> gives headers that reports hide), run: ${renderCommand(commandFor(leftovers, place), 'Copy')}`,
      ]
    : [];
  const rows = groupLeftovers(leftovers).map(({ name, reason }) => html`${name} (${reason})`);
  if (rows.length <= mostLeftovers) {
    return [...rows.map((row) => html`Left behind in the target: ${row}`), ...remedy];
  }
  const items = rows.map((row) => html`<li>${row}</li>`);
  return [
    html`<details><summary>${countOf(leftovers.length, 'row')} left behind in the target</summary><ul>${items}</ul></details>`,
    ...remedy,
  ];
}

/** Untested requirements, grouped by what would include them; each group unfolds. */
export function renderUntested(report: Report): Html {
  const untested = report.requirements.filter(isUntested);
  const groups = groupBy(untested, (row) => remedyFor(row, report));
  if (groups.size === 0) return html``;
  return html`<section><h2 id="untested">What was not tested</h2>${[...groups].map(renderUntestedGroup)}</section>`;
}

function isUntested({ verdict }: RequirementResult): boolean {
  return verdict === 'not tested' || verdict === 'not applicable';
}

/** The option that would include a requirement, or the reason why it was left out. */
function remedyFor(row: RequirementResult, { selection }: Report): string {
  if (row.option !== null) return row.option;
  if (row.verdict === 'not applicable' && row.cases.length === 0)
    return `--profile ${row.profiles.join(' or ')}`;
  if (row.selected) return row.reason ?? 'no reason given';
  return selection.classes.includes(row.class) ? 'another --only' : `--class ${row.class}`;
}

function renderUntestedGroup([remedy, rows]: [string, RequirementResult[]]): Html {
  const count = countOf(rows.length, 'requirement');
  const links = rows.map(({ id, statement }) => html`<li>${renderLink(id)} ${statement}</li>`);
  return html`<details class="untested"><summary>${count}: <code>${remedy}</code></summary><ul>${links}</ul></details>`;
}

/** The switch that shows the requirements that the operator left out, with their number and why. */
export function renderOmitted(report: Report): Html | undefined {
  const omitted = report.requirements.filter(({ selected }) => !selected);
  if (omitted.length === 0) return undefined;
  const remedies = [...new Set(omitted.map((row) => remedyFor(row, report)))].sort();
  const label = `show ${countOf(omitted.length, 'omitted requirement')} (${remedies.join('; ')})`;
  return renderTick('left-out', label);
}

/** The open questions with the answers of this target. */
export function renderObservations({ requirements }: Report): Html {
  const rows = requirements
    .filter(({ observations }) => observations.length > 0)
    .map(
      ({ id, statement, observations }) =>
        html`<tr><td>${statement}<br>${renderLink(id)}</td><td>${renderAnswers(observations)}</td></tr>`,
    );
  if (rows.length === 0) return html``;
  return html`<section><h2 id="observations">Where the specification is silent</h2>${renderScrolling(html`<table><thead><tr><th scope="col">Question</th><th scope="col">What the server does</th></tr></thead><tbody>${rows}</tbody></table>`)}</section>`;
}

/** The described operations, answers and members that the run met. */
export function renderCoverage(report: Report): Html {
  const [summary] = coverageSummary(report);
  if (summary === undefined) return html``;
  const rows = report.coverage.operations.map(({ operation, statuses }) => {
    const cells = statuses.map(
      ({ status, answers }) =>
        html`<span class="${answers > 0 ? 'met' : 'unmet'}">${status}${answers > 0 ? ` × ${answers}` : ' never'}</span> `,
    );
    return html`<tr><th scope="row"><code>${operation}</code></th><td>${cells}</td><td>${renderUnseen(statuses)}</td></tr>`;
  });
  return html`<section><h2 id="coverage">Coverage of the OpenAPI description</h2><p>${summary}</p>${renderUnexercised(report)}${renderScrolling(html`<table><thead><tr><th scope="col">Operation</th><th scope="col">Answers</th><th scope="col">Members never seen</th></tr></thead><tbody>${rows}</tbody></table>`)}${renderDeviations(report)}</section>`;
}

function renderUnexercised(report: Report): Html | undefined {
  const missing = unexercisedAnswers(report);
  if (missing.length === 0) return undefined;
  return html`<p>Not exercised:</p><ul class="unexercised">${missing.map((one) => html`<li><code>${one}</code></li>`)}</ul>`;
}

function renderUnseen(
  statuses: Report['coverage']['operations'][number]['statuses'],
): readonly Html[] {
  return statuses
    .filter(({ answers }) => answers > 0)
    .flatMap(({ status, members }) =>
      members.filter(({ seen }) => !seen).map(({ name }) => html`<code>${status} ${name}</code> `),
    );
}

function renderDeviations({ deviations }: Report): Html {
  if (deviations.length === 0) return html``;
  const rows = deviations.map(
    ({ operation, status, path, message, count }) =>
      html`<tr><th scope="row"><code>${operation}</code></th><td>${status}</td><td><code>${path}</code> ${message}</td><td>${count}</td></tr>`,
  );
  return html`<h3>Answers that the description does not allow</h3><p>For information: the description fixes more than the specification states.</p>${renderScrolling(html`<table><thead><tr><th scope="col">Operation</th><th scope="col">Status</th><th scope="col">Deviation</th><th scope="col">Times</th></tr></thead><tbody>${rows}</tbody></table>`)}`;
}

/** The meanings of the verdicts. */
export function renderGlossary(): Html {
  const words = verdictOrder.map(
    (verdict) => html`<dt>${verdict}</dt><dd>${verdictMeanings[verdict]}</dd>`,
  );
  return html`<section><h2 id="verdicts">Verdicts</h2><dl class="glossary">${words}</dl></section>`;
}
