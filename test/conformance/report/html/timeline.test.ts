import { expect, it } from 'vitest';
import { renderTimeline } from '../../../../conformance/report/html/timeline.js';
import type { RequirementResult } from '../../../../conformance/report/model.js';
import { sampleReport, sampleRequirement } from '../sample.js';

/** A requirement with one case of this start and duration, in milliseconds. */
function timed(id: string, startedMs: number, durationMs: number): RequirementResult {
  const row = sampleRequirement('pass', { id });
  return { ...row, cases: row.cases.map((one) => ({ ...one, startedMs, durationMs, line: 1 })) };
}

function render(...requirements: RequirementResult[]): string {
  return renderTimeline(sampleReport({ requirements })).text;
}

it('lists the slowest cases first, each at its place in the run', () => {
  const page = render(timed('a.quick', 0, 20), timed('a.slow', 50, 150));
  const listed = [...page.matchAll(/<li>.*?href="#([^"]+)".*?margin-left:(.+?)%;width:(.+?)%/g)];
  expect(listed.map(([, ...parts]) => parts)).toEqual([
    ['a.slow', '25.0', '75.0'],
    ['a.quick', '0.0', '10.0'],
  ]);
});

it('draws overlapping cases in different rows', () => {
  const page = render(timed('a', 0, 60), timed('b', 50, 50), timed('c', 60, 40));
  expect(page).toContain('d="M0 3h600M500 9h500M600 3h400"');
});

it('counts a case of several requirements once', () => {
  expect(render(timed('a', 0, 60), timed('b', 0, 60))).toContain('<summary>1 case in 60 ms');
});

it('is left out when no scenario ran', () => {
  expect(render(sampleRequirement('not tested', { cases: [] }))).toBe('');
});
