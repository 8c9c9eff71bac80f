/** The page of one implementation: what holds now, what changed when, and every run. */
import { countOf } from '../../kit/words.js';
import { plainCell } from '../comparison/cell.js';
import { renderCellContent } from '../comparison/matrix-table.js';
import { type Html, html, renderScrolling } from '../report/html/html.js';
import { renderBadge } from '../report/html/requirement.js';
import { toMinute } from '../report/queries.js';
import { sectionHeading } from '../suite/suite.js';
import type { Change } from './changes.js';
import { linkAway, type SiteFile, type SuiteFiles } from './frame.js';
import type { Implementation } from './implementations.js';
import { addressFrom } from './paths.js';
import { answerOf, type CatalogueEntry, type Run, unconcerned } from './run.js';
import { percentageOf, renderShare, tallyIn, toneOf } from './tallies.js';

export function renderImplementation(implementation: Implementation, files: SuiteFiles): SiteFile {
  const path = files.ofImplementation(implementation);
  const { label, latest } = implementation;
  const answer = answerOf(latest.tally);
  const { held, total } = latest.tally;
  return files.render({
    path,
    title: label,
    body: html`<h1>${label}</h1>
<p class="conclusion ${toneOf[answer]}"><strong>${answer}</strong> <span>${held} of ${countOf(total, 'requirement')} hold, ${percentageOf(latest.tally)}</span></p>
${renderFacts(implementation, path, files)}
${renderOpenPoints(implementation, path, files)}
${renderChanges(implementation, path, files)}
${renderRuns(implementation, path, files)}
${renderAll(implementation, path, files)}`,
  });
}

function renderFacts(implementation: Implementation, path: string, files: SuiteFiles): Html {
  const { latest, url, label } = implementation;
  const badge = addressFrom(path, files.ofBadge(implementation));
  const facts: readonly (readonly [string, Html])[] = [
    ...(latest.version === null ? [] : [['Version', html`${latest.version}`] as const]),
    ...(url === null ? [] : [['Found at', linkAway(url, url)] as const]),
    ['Last run', linkRun(implementation, latest, path, files)],
    ['Checked', html`${latest.scope}, version ${latest.catalogue.suite.version} of the suite`],
    [
      'Badge',
      html`<a href="${badge}"><img src="${badge}" alt="Badge of ${label}" height="20"></a>`,
    ],
  ];
  return html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** A link to the report of a run. */
function linkRun(one: Implementation, run: Run, path: string, files: SuiteFiles): Html {
  const address = addressFrom(path, files.ofRun(one, run));
  return html`<a href="${address}"><time datetime="${run.startedAt}">${toMinute(run.startedAt)}</time></a>`;
}

/** What does not hold now, by section. */
function renderOpenPoints(one: Implementation, path: string, files: SuiteFiles): Html {
  const rows = files.history.entries.flatMap((entry) => {
    const cell = one.cells.get(entry.id) ?? plainCell('left out');
    const isSettled = cell.verdict === 'pass' || unconcerned.has(cell.verdict);
    if (entry.level !== 'must' || isSettled) return [];
    const content = renderCellContent(cell, (id) => files.linkRequirement(path, id));
    return [
      html`<tr><th scope="row">${files.linkRequirement(path, entry.id)}<span class="statement">${entry.statement}</span></th><td>${content}<p><a href="${files.evidenceFrom(path, one, entry.id)}">in the report</a></p></td></tr>`,
    ];
  });
  if (rows.length === 0) return html`<p>Every requirement that was checked holds.</p>`;
  return html`<section><h2>What does not hold</h2>${renderScrolling(html`<table class="evidence"><thead><tr><th scope="col">Requirement</th><th scope="col">Last run</th></tr></thead><tbody>${rows}</tbody></table>`)}</section>`;
}

/** Older changes and runs are in the results, but hardly anybody reads them here. */
const mostListed = 100;

function renderChanges(one: Implementation, path: string, files: SuiteFiles): Html {
  const items = one.changes
    .slice(-mostListed)
    .reverse()
    .map(
      (change) =>
        html`<li>${linkRun(one, change.run, path, files)}${describeVersions(change)}${renderChange(change, path, files)}</li>`,
    );
  return html`<section><h2>What changed</h2><ol class="changes" reversed>${items}</ol></section>`;
}

/** What else changed between the runs. */
function describeVersions({ run, before }: Change): string {
  if (before === undefined) return ': first run';
  const [suite, earlier] = [run.catalogue.suite.version, before.catalogue.suite.version];
  return [
    ...(run.version === before.version ? [] : [` version ${run.version ?? 'unknown'}`]),
    ...(suite === earlier ? [] : [` version ${suite} of the suite`]),
  ].join(',');
}

/** The broken and the fixed requirements of a change. */
export function renderChange({ broken, fixed }: Change, path: string, files: SuiteFiles): Html {
  const list = (word: string, style: string, ids: readonly string[]) =>
    ids.length === 0
      ? undefined
      : html`<p><span class="badge ${style}">${word}</span> ${ids.map((id) => html`${files.linkRequirement(path, id)} `)}</p>`;
  return html`${list('broken', 'v-fail', broken)}${list('fixed', 'v-pass', fixed)}`;
}

function renderRuns(one: Implementation, path: string, files: SuiteFiles): Html {
  const shown = one.runs.slice(-mostListed).reverse();
  const rows = shown.map((run) => {
    const { version, tally, catalogue } = run;
    return html`<tr><th scope="row">${linkRun(one, run, path, files)}</th><td>${version ?? undefined}</td><td>${catalogue.suite.version}</td><td>${renderShare(tally)}</td></tr>`;
  });
  const rest = one.runs.length - shown.length;
  return html`<section><h2>${countOf(one.runs.length, 'run')}</h2>${renderScrolling(html`<table class="runs"><thead><tr><th scope="col">Report</th><th scope="col">Version</th><th scope="col">Suite</th><th scope="col">Holds</th></tr></thead><tbody>${rows}</tbody></table>`)}${rest > 0 ? html`<p>and ${countOf(rest, 'older run')}</p>` : undefined}</section>`;
}

/** All requirements, folded by section. */
function renderAll(one: Implementation, path: string, files: SuiteFiles): Html {
  const { sections, suite, names } = files.history;
  const parts = sections.map((section) => {
    const { number, entries } = section;
    const tally = tallyIn(entries, one);
    const items = entries.map((entry) => renderEntry(entry, one, path, files));
    const count =
      tally.total === 0 ? countOf(entries.length, 'question') : `${tally.held} of ${tally.total}`;
    return html`<details class="section-of-suite" id="section-${names.sections.get(number)}"><summary><h3>${sectionHeading(number, suite.sections)} <span class="section">${count}</span></h3></summary><ul class="entries">${items}</ul></details>`;
  });
  return html`<section><h2>All requirements</h2>${parts}</section>`;
}

/** Without its statement, which the page of the requirement has: thousands of them would be many. */
function renderEntry(
  { id }: CatalogueEntry,
  { cells }: Implementation,
  path: string,
  files: SuiteFiles,
): Html {
  const { verdict } = cells.get(id) ?? plainCell('left out');
  return html`<li>${renderBadge(verdict)} ${files.linkRequirement(path, id)}</li>`;
}
