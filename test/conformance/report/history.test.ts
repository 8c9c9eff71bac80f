import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../../conformance/report/console/console.js';
import { keepHistory, listTrends } from '../../../conformance/report/history.js';
import { renderHtml } from '../../../conformance/report/html/page.js';
import type { Report } from '../../../conformance/report/model.js';
import type { Verdict } from '../../../conformance/verdict/outcomes.js';
import { sampleReport, sampleRequirement } from './sample.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The result of a run at a minute, with the verdict of one requirement. */
function resultAt(minute: number, verdict: Verdict, fields: Partial<Report> = {}): Report {
  const startedAt = `2026-01-02T03:${String(minute).padStart(2, '0')}:05.678Z`;
  const row = sampleRequirement(verdict, { id: 'a.b.c' });
  return sampleReport({ startedAt, endedAt: startedAt, requirements: [row], ...fields });
}

/** Keeps a result for each verdict, in order, and returns the entries that the last run sees. */
function keepAll(verdicts: readonly Verdict[]) {
  return verdicts.map((verdict, index) => keepHistory(resultAt(index, verdict), folder, 20)).at(-1);
}

describe('the history', () => {
  it('holds the last runs, oldest first, and deletes earlier ones', () => {
    for (const minute of [1, 2, 3, 4]) keepHistory(resultAt(minute, 'pass'), folder, 3);
    const entries = keepHistory(resultAt(5, 'fail'), folder, 3);
    expect(entries.map(({ startedAt }) => startedAt.slice(14, 16))).toEqual(['03', '04', '05']);
    expect(entries.at(-1)?.verdicts).toEqual({ 'a.b.c': 'fail' });
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('is neither read nor written when it is switched off', () => {
    keepHistory(resultAt(1, 'pass'), folder, 3);
    expect(keepHistory(resultAt(2, 'pass'), folder, 0)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('compares runs of the same suite, target and scope only', () => {
    keepHistory(resultAt(1, 'pass', { scope: 'class other' }), folder, 20);
    const target = { ...sampleReport().target, title: 'http://other' };
    keepHistory(resultAt(2, 'pass', { target }), folder, 20);
    expect(keepHistory(resultAt(3, 'pass'), folder, 20)).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('omits runs without a judgement', () => {
    expect(keepHistory(resultAt(1, 'not tested'), folder, 20)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ignores invalid entries and leaves other files alone', () => {
    writeFileSync(join(folder, '2026-01-01T00-00-00.000Z.json'), '{"entryVersion":1');
    writeFileSync(join(folder, '2026-01-01T00-00-00.001Z.json'), '{"verdicts":{"a":"good"}}');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(keepHistory(resultAt(1, 'pass'), folder, 20)).toHaveLength(1);
    keepHistory(resultAt(2, 'pass'), folder, 1);
    expect(readdirSync(folder).sort()).toEqual(['2026-01-02T03-02-05.678Z.json', 'notes.txt']);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('the terminal', () => {
  const show = (minute: number, verdict: Verdict, history: ReturnType<typeof keepHistory>) =>
    renderConsole(resultAt(minute, verdict), { paint: (_, text) => text, reports: '', history });

  it.each<[Verdict, Verdict, string | undefined]>([
    ['pass', 'fail', 'Since the run of 2026-01-02 03:00 UTC, broken: a.b.c'],
    ['error', 'pass', 'Since the run of 2026-01-02 03:00 UTC, fixed: a.b.c'],
    ['pass', 'blocked', undefined],
    ['fail', 'fail', undefined],
  ])('names the changes from %s to %s', (before, now, expected) => {
    const text = show(1, now, keepAll([before, now]) ?? []);
    expect(text.split('\n').find((line) => line.startsWith('Since'))).toBe(expected);
  });

  it('names no earlier changes after a run without a judgement', () => {
    keepAll(['pass', 'fail']);
    const history = keepHistory(resultAt(2, 'not tested'), folder, 20);
    expect(show(2, 'not tested', history)).not.toContain('Since');
  });

  it('compares with the latest of the largest runs, not with a run of a few requirements', () => {
    const rows = (verdict: Verdict) =>
      ['a.b.c', 'a.b.d'].map((id) => sampleRequirement(verdict, { id }));
    keepHistory(resultAt(1, 'pass', { requirements: rows('pass') }), folder, 20);
    keepHistory(resultAt(2, 'pass'), folder, 20);
    const whole = resultAt(3, 'fail', { requirements: rows('fail') });
    const text = renderConsole(whole, {
      ...{ paint: (_, one) => one, reports: '' },
      history: keepHistory(whole, folder, 20),
    });
    expect(text).toContain('Since the run of 2026-01-02 03:01 UTC, broken: a.b.c, a.b.d');
  });
});

describe('a trend', () => {
  it.each<[string, Verdict[], { changes: number; isFlaky: boolean } | undefined]>([
    ['of one verdict', ['pass', 'pass'], undefined],
    [
      'of a requirement that broke',
      ['pass', 'pass', 'fail', 'fail'],
      { changes: 1, isFlaky: false },
    ],
    ['of one that broke and was fixed', ['pass', 'fail', 'pass'], { changes: 2, isFlaky: true }],
    ['over a run without it', ['pass', 'not tested', 'pass'], undefined],
  ])('%s', (_what, verdicts, expected) => {
    const [trend] = listTrends(keepAll(verdicts) ?? []);
    expect(
      trend === undefined ? undefined : { changes: trend.changes, isFlaky: trend.isFlaky },
    ).toEqual(expected);
  });

  it('appears in the report and beside the failure', () => {
    const history = keepAll(['pass', 'fail', 'pass', 'fail']) ?? [];
    const page = renderHtml(resultAt(3, 'fail'), history);
    expect(page).toContain('<h2 id="history">The last 4 runs</h2>');
    expect(page).toContain('aria-label="1 × pass, 1 × fail, 1 × pass, 1 × fail"');
    expect(page).toContain('<td>3 <b>flaky</b></td>');
    expect(page).toContain(
      'pass in the run of 2026-01-02 03:02, flaky: pass in 2 of the last 4 runs',
    );
  });

  it('marks the runs of a few requirements', () => {
    const rows = ['a.b.c', 'a.b.d'].map((id) => sampleRequirement('pass', { id }));
    keepHistory(resultAt(1, 'pass', { requirements: rows }), folder, 20);
    const page = renderHtml(resultAt(2, 'pass'), keepHistory(resultAt(2, 'pass'), folder, 20));
    expect(page.match(/, 1 of 2 requirements/g)).toHaveLength(1);
  });

  it('needs a second run', () => {
    expect(renderHtml(resultAt(0, 'fail'), keepAll(['fail']))).not.toContain('id="history"');
  });
});
