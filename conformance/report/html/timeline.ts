/** When each scenario ran, and the slowest ones. */
import { countOf, formatMs } from '../../../kit/words.js';
import type { CaseResult, Report } from '../model.js';
import { type Html, html } from './html.js';
import { renderLink, styleClassOf } from './requirement.js';

/** The picture shows the others. */
const mostSlow = 30;

interface TimedCase {
  readonly id: string;
  readonly one: CaseResult;
}

/** Folded; empty when no scenario ran. */
export function renderTimeline(report: Report): Html {
  const cases = listCases(report);
  if (cases.length === 0) return html``;
  const ends = cases.map(({ one }) => one.startedMs + one.durationMs);
  const totalMs = Math.max(1, ...ends);
  const longestMs = Math.max(...cases.map(({ one }) => one.durationMs));
  const slowest = [...cases].sort((a, b) => b.one.durationMs - a.one.durationMs);
  const rows = slowest.slice(0, mostSlow).map((timed) => renderSlow(timed, totalMs));
  const several = report.target.servers.length > 1;
  return html`<section class="timeline"><h2 id="timeline">Timeline</h2><details><summary>${countOf(cases.length, 'case')} in ${formatMs(totalMs)}, the slowest took ${formatMs(longestMs)}</summary>
${renderPicture(cases, totalMs)}
<p class="place">From left to right: the time of the run${several ? ', for all servers' : ''}. In different rows: cases that ran at the same time.</p>
<h3>${rows.length < cases.length ? `The slowest ${rows.length}` : 'The slowest first'}</h3><ol class="slow">${rows}</ol></details></section>`;
}

/** The cases without repetitions: several requirements can list the same one. */
function listCases({ requirements }: Report): TimedCase[] {
  const found = new Map<string, TimedCase>();
  for (const { id, cases } of requirements) {
    for (const one of cases) {
      const key = JSON.stringify([one.server, one.feature, one.line, one.startedMs]);
      if (!found.has(key)) found.set(key, { id, one });
    }
  }
  return [...found.values()];
}

function renderSlow({ id, one }: TimedCase, totalMs: number): Html {
  const left = share(one.startedMs, totalMs);
  const width = share(one.durationMs, totalMs);
  return html`<li><span class="took">${formatMs(one.durationMs)}</span> ${renderLink(id)} <span class="place">${one.feature}:${one.line} · server ${one.server} · from ${formatMs(one.startedMs)} on</span><span class="track" aria-hidden="true"><i class="${styleClassOf(one.verdict)}" style="margin-left:${left}%;width:${width}%"></i></span></li>`;
}

/** In percent with one decimal: a picture is less than 1000 pixels wide. */
function share(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(1);
}

/** A case and its lane; overlapping cases have different lanes. */
interface PlacedCase extends TimedCase {
  readonly lane: number;
}

const laneHeight = 6;
const pictureWidth = 1000;

/** A line for each case; the cases with the same verdict share a path. */
function renderPicture(cases: readonly TimedCase[], totalMs: number): Html {
  const placed = placeInLanes(cases);
  const height = laneHeight * (1 + Math.max(...placed.map(({ lane }) => lane)));
  const verdicts = [...new Set(placed.map(({ one }) => one.verdict))];
  const paths = verdicts.map((verdict) => {
    const own = placed.filter(({ one }) => one.verdict === verdict);
    const lines = own.map((timed) => drawLine(timed, totalMs)).join('');
    return html`<path class="${styleClassOf(verdict)}" d="${lines}"/>`;
  });
  return html`<svg class="picture" viewBox="0 0 ${pictureWidth} ${height}" preserveAspectRatio="none" style="height:${height}px" role="img" aria-label="When each scenario ran; the list below has the slowest">${paths}</svg>`;
}

function drawLine({ one, lane }: PlacedCase, totalMs: number): string {
  const scale = pictureWidth / totalMs;
  const y = laneHeight * (lane + 0.5);
  const length = Math.max(1, one.durationMs * scale);
  return `M${Math.round(one.startedMs * scale)} ${y}h${Math.round(length)}`;
}

/** Puts each case into the first lane that is free when it begins. */
function placeInLanes(cases: readonly TimedCase[]): PlacedCase[] {
  const freeFrom: number[] = [];
  return [...cases]
    .sort((a, b) => a.one.startedMs - b.one.startedMs)
    .map((timed) => {
      const { startedMs, durationMs } = timed.one;
      const free = freeFrom.findIndex((time) => time <= startedMs);
      const lane = free < 0 ? freeFrom.length : free;
      freeFrom[lane] = startedMs + durationMs;
      return { ...timed, lane };
    });
}
