import { describe, expect, it } from 'vitest';
import { keepEssential } from '../../../conformance/report/kept-exchanges.js';
import type { CaseResult } from '../../../conformance/report/model.js';
import { sampleRequirement } from './sample.js';

const [sample] = sampleRequirement('pass').cases;
if (sample === undefined) throw new Error('The sample has no case.');
const [exchange] = sample.exchanges;
if (exchange === undefined) throw new Error('The sample has no exchange.');

/** A case with this number of requests, each named by its number. */
function makeCase(count: number, fields: Partial<CaseResult> = {}): CaseResult {
  const exchanges = Array.from({ length: count }, (_, index) => ({
    ...exchange,
    ...{ request: { ...exchange?.request, url: `http://t/${index}` } },
  })) as CaseResult['exchanges'];
  return { ...(sample as CaseResult), exchanges, omittedExchanges: 0, ...fields };
}

/** The numbers of the kept requests of each case, and the number of omitted ones. */
function kept(cases: readonly CaseResult[]): [string, number][] {
  return cases.map(({ exchanges, omittedExchanges }) => [
    exchanges.map(({ request }) => request.url.replace('http://t/', '')).join(' '),
    omittedExchanges,
  ]);
}

describe('the exchanges of passing cases', () => {
  it('are the first and the last of the first two cases', () => {
    const cases = [makeCase(5), makeCase(1), makeCase(3)];
    expect(kept(keepEssential('pass', cases))).toEqual([
      ['0 4', 3],
      ['0', 0],
      ['', 3],
    ]);
  });

  it('include exchanges without an answer', () => {
    const whole = makeCase(4);
    const exchanges = whole.exchanges.map((one, index) =>
      index === 1 ? { ...one, response: null, failure: 'closed' } : one,
    );
    const cases = [whole, whole, { ...whole, exchanges }];
    expect(kept(keepEssential('pass', cases))[2]).toEqual(['1', 3]);
  });

  it('are complete when repetitions differ', () => {
    const cases = [makeCase(3, { verdict: 'fail' }), makeCase(3), makeCase(3), makeCase(3)];
    for (const [, omitted] of kept(keepEssential('unstable', cases))) expect(omitted).toBe(0);
  });

  it('are complete for cases in which servers differ', () => {
    const cases = ['409', '409', '400', '500'].map((answer, index) =>
      makeCase(3, { line: index < 2 ? 1 : 2, server: `${index % 2}`, observations: [answer] }),
    );
    const more = makeCase(3, { line: 3, observations: ['200'] });
    expect(kept(keepEssential('observed', [...cases, more])).map(([, omitted]) => omitted)).toEqual(
      [1, 1, 0, 0, 3],
    );
  });
});

it('are complete for cases that did not pass', () => {
  const verdicts = ['fail', 'blocked', 'error', 'not tested'] as const;
  const cases = verdicts.map((verdict) => makeCase(4, { verdict }));
  expect(keepEssential('fail', [makeCase(4), makeCase(4), ...cases]).slice(2)).toEqual(cases);
});
