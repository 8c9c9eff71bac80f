/** The last runs, and the requirements whose verdict changed. */
import { countOf } from '../../../kit/words.js';
import {
  type HistoryEntry,
  listTrends,
  type PastJudgement,
  type Trend,
  trendOf,
} from '../history.js';
import { verdictOrder } from '../model.js';
import { toMinute } from '../queries.js';
import { type Html, html, renderScrolling } from './html.js';
import { renderLink, styleClassOf } from './requirement.js';

/** Further trends would only repeat that the target changes. */
const mostTrends = 50;

/** Empty before the second run. */
export function renderHistory(entries: readonly HistoryEntry[]): Html {
  if (entries.length < 2) return html``;
  const most = Math.max(...entries.map(({ verdicts }) => Object.keys(verdicts).length));
  const trends = listTrends(entries);
  const rest = trends.length - mostTrends;
  const changed =
    trends.length === 0
      ? html`<p>No verdict changed in the last ${entries.length} runs.</p>`
      : html`<h3>Verdicts that changed, the oldest run on the left</h3>${renderScrolling(html`<table class="trends"><thead><tr><th scope="col">Requirement</th><th scope="col">Verdicts</th><th scope="col">Changes</th></tr></thead><tbody>${trends.slice(0, mostTrends).map(renderTrend)}</tbody></table>`)}${
          rest > 0 ? html`<p>and ${countOf(rest, 'more requirement')}</p>` : undefined
        }`;
  return html`<section><h2 id="history">The last ${entries.length} runs</h2>${renderScrolling(html`<table class="runs"><thead><tr><th scope="col">Run</th><th scope="col">Verdicts</th></tr></thead><tbody>${[...entries].reverse().map((entry) => renderRun(entry, most))}</tbody></table>`)}${changed}</section>`;
}

/** @param most the number of requirements in the largest run; a smaller one states its own number */
function renderRun(
  { startedAt, answer, complete, verdicts, requests, seconds }: HistoryEntry,
  most: number,
) {
  const all = Object.values(verdicts);
  const counts = verdictOrder
    .map((verdict) => ({ verdict, count: all.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0);
  const bars = counts.map(
    ({ verdict, count }) =>
      html`<i class="${styleClassOf(verdict)}" style="flex-grow:${count}"></i>`,
  );
  const words = counts.map(({ verdict, count }) => `${verdict} ${count}`).join(' · ');
  const part = all.length < most ? `, ${all.length} of ${most} requirements` : '';
  const ending = complete ? part : ', not to the end';
  return html`<tr><th scope="row">${toMinute(startedAt)} UTC<br><span class="place">${answer}${ending} · ${requests} requests, ${seconds.toFixed(1)} s</span></th><td><span class="bars" aria-hidden="true">${bars}</span>${words}</td></tr>`;
}

function renderTrend({ id, judgements, changes, isFlaky }: Trend) {
  const squares = judgements.map(({ verdict, startedAt }) => {
    const word = verdict ?? 'not judged';
    return html`<i class="${verdict === undefined ? 'v-none' : styleClassOf(verdict)}" title="${toMinute(startedAt)}: ${word}"></i>`;
  });
  const flaky = isFlaky ? html` <b>flaky</b>` : undefined;
  return html`<tr><th scope="row">${renderLink(id)}</th><td><span class="squares" role="img" aria-label="${describePhases(judgements)}">${squares}</span></td><td>${changes}${flaky}</td></tr>`;
}

/** `2 × pass, 1 × fail` */
function describePhases(judgements: readonly PastJudgement[]): string {
  const phases: { word: string; count: number }[] = [];
  for (const { verdict } of judgements) {
    const word = verdict ?? 'not judged';
    const last = phases.at(-1);
    if (last?.word === word) last.count += 1;
    else phases.push({ word, count: 1 });
  }
  return phases.map(({ word, count }) => `${count} × ${word}`).join(', ');
}

/**
 * When the verdict changed: `pass in the run of 2026-01-02 03:04, flaky: pass in 2 of the last 5
 * runs`. Undefined when no earlier run judged the requirement.
 */
export function describePast(id: string, entries: readonly HistoryEntry[]): string | undefined {
  const { judgements, isFlaky } = trendOf(id, entries);
  const judged = judgements.flatMap(({ verdict, startedAt }) =>
    verdict === undefined ? [] : [{ verdict, at: toMinute(startedAt) }],
  );
  const now = judged.at(-1);
  if (now === undefined || judged.length < 2) return undefined;
  const before = judged.findLast(({ verdict }) => verdict !== now.verdict);
  const runs = countOf(judged.length, 'run');
  if (before === undefined) return `${now.verdict} in all of the last ${runs}`;
  const passed = judged.filter(({ verdict }) => verdict === 'pass').length;
  const flaky = isFlaky ? `, flaky: pass in ${passed} of the last ${runs}` : '';
  return `${before.verdict} in the run of ${before.at}${flaky}`;
}
