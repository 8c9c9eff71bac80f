/** The result of a proof as one HTML file, without other files or network access. */
import { countOf } from '../../../kit/words.js';
import { type Html, html, readAsset, renderPage, renderScrolling } from '../../report/html/html.js';
import { renderBody } from '../../report/html/json.js';
import { toMinute } from '../../report/queries.js';
import { faultKinds } from '../faults/kinds.js';
import { concludeProof } from './console.js';
import {
  type DescribedAnswer,
  type DescribedExample,
  groupOpen,
  type ProofReport,
  type Score,
  type Survivor,
  scoreOf,
  widestFaults,
} from './model.js';

/** The whole page. */
export function renderProofPage(report: ProofReport): string {
  const { suite, target, seed, startedAt, survivors, score } = report;
  const isGood = score !== null && survivors.length === 0;
  return renderPage({
    title: `${score === null ? 'no score' : `${score} %`} – Touchstone proof of ${suite.title}`,
    styles: ['report.css', 'exchange.css', 'rows.css', 'matrix.css'].map(readAsset),
    scripts: [],
    body: html`<header>
<h1>What this suite would not notice</h1>
<p class="conclusion ${isGood ? 'good' : 'unsure'}"><strong>${concludeProof(report)}</strong></p>
<p>Faults planted between the suite and ${target}, which conforms, with seed ${seed}, on ${toMinute(startedAt)} UTC.</p>
</header>
<main>
${renderSurvivors(survivors)}
${renderScores('Kinds of faults', report.kinds, meaningOf)}
${renderScores('Operations', report.operations)}
${renderRequirements(report)}
${renderOpen(report)}
${renderWidest(report)}
${renderList(
  'Faults without any effect',
  'No exchange differs with them, so they are not counted.',
  report.equivalents.map(({ fault }) => fault),
)}
${renderList(
  'Scenarios left out',
  'No fault was planted for them.',
  report.leftOut.map(
    ({ requirement, place, why, reason }) => `${requirement} (${place}): ${why}, ${reason}`,
  ),
)}
${renderList(
  'Left behind',
  'What the run created and could not delete.',
  report.leftovers.map(({ name, reason }) => `${name} (${reason})`),
)}
</main>`,
  });
}

function meaningOf(kind: string): string {
  return faultKinds.find(({ name }) => name === kind)?.meaning ?? '';
}

function renderSurvivors(survivors: readonly Survivor[]): Html {
  if (survivors.length === 0) return html`<h2>Survivors</h2><p>None.</p>`;
  return html`<h2>Survivors</h2>
<p>No requirement notices ${countOf(survivors.length, 'fault')}.</p>
${survivors.map(renderSurvivor)}`;
}

function renderSurvivor({ fault, kind, server, ran, example, suggestion }: Survivor): Html {
  const noticed =
    suggestion === null
      ? html`<p>No ready-made sentence was found that notices it.</p>`
      : html`<p>This scenario notices it:</p>${renderScrolling(html`<pre>${suggestion.gherkin}</pre>`)}`;
  return html`<details class="case"><summary><code>${fault}</code> <span class="place">${kind}</span></summary>
<p>On ${server}, with ${countOf(ran.length, 'requirement')} that passed: ${ran.join(', ')}.</p>
${example === null ? undefined : renderExample(example)}
${noticed}
</details>`;
}

function renderExample({ request, body, sound, altered }: DescribedExample): Html {
  return html`<p><code>${request}</code>${body === null ? undefined : html` with <code>${body}</code>`}</p>
<div class="exchange">${renderAnswer('Without the fault', sound)}${renderAnswer('With the fault', altered)}</div>`;
}

function renderAnswer(label: string, { status, headers, body }: DescribedAnswer): Html {
  const lines = headers.map(([name, value]) => html`\n${name}: ${value}`);
  return html`<pre class="answer" tabindex="0" aria-label="${label}"><b>${label}: ${status}</b><span class="headers">${lines}</span>\n\n${renderBody(body)}</pre>`;
}

function renderScores(title: string, scores: readonly Score[], explain = (_: string) => ''): Html {
  const rows = scores.map(({ name, noticed, survived }) => {
    const statement = explain(name);
    return html`<tr><th scope="row"><code>${name}</code>${statement === '' ? undefined : html`<span class="statement soft">${statement}</span>`}</th><td>${noticed}</td><td>${survived}</td><td>${scoreOf(noticed, survived) ?? ''} %</td></tr>`;
  });
  const head = html`<thead><tr><th scope="col">${title}</th><th scope="col">noticed</th><th scope="col">survived</th><th scope="col">score</th></tr></thead>`;
  return html`<h2>${title}</h2>${renderScrolling(html`<table class="matrix results">${head}<tbody>${rows}</tbody></table>`)}`;
}

function renderRequirements({ requirements, idle, alike }: ProofReport): Html {
  const rows = requirements.map(
    ({ id, statement, noticed, concerned }) =>
      html`<tr><th scope="row"><code>${id}</code><span class="statement soft">${statement}</span></th><td>${noticed}</td><td>${concerned}</td></tr>`,
  );
  const head = html`<thead><tr><th scope="col">Requirement</th><th scope="col">noticed</th><th scope="col">changed its answers</th></tr></thead>`;
  return html`<h2>Requirements</h2>${renderScrolling(html`<table class="matrix results">${head}<tbody>${rows}</tbody></table>`)}
${renderList('Requirements that noticed no fault', 'Faults changed their exchanges, and they passed.', idle)}
${renderList(
  'Requirements that noticed the same faults',
  'One of each line may be enough.',
  alike.map((ids) => ids.join(', ')),
)}`;
}

function renderOpen(report: ProofReport): Html | undefined {
  const rows = [...groupOpen(report)].map(
    ([id, faults]) =>
      html`<tr><th scope="row"><code>${id}</code></th><td>${faults.map((fault) => html`<code>${fault}</code><br>`)}</td></tr>`,
  );
  if (rows.length === 0) return undefined;
  const head = html`<thead><tr><th scope="col">Open requirement</th><th scope="col">Faults that it alone observes</th></tr></thead>`;
  return html`<h2>What the specification leaves open</h2>
<p>No requirement may notice these faults, so they are not part of the score.</p>${renderScrolling(html`<table class="matrix results">${head}<tbody>${rows}</tbody></table>`)}`;
}

function renderWidest(report: ProofReport): Html | undefined {
  const lines = widestFaults(report).map(
    ({ fault, noticedBy }) => `${fault}: ${countOf(noticedBy.length, 'requirement')}`,
  );
  return renderList(
    'Faults that many requirements notice',
    'A check shows such a fault as one cause.',
    lines,
  );
}

function renderList(title: string, meaning: string, lines: readonly string[]): Html | undefined {
  if (lines.length === 0) return undefined;
  return html`<details><summary>${title}: ${lines.length}</summary><p>${meaning}</p><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
}
