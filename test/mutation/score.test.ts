import { describe, expect, it } from 'vitest';
import { type Equivalence, findStale } from './equivalents.js';
import type { Mutant } from './mutants.js';
import { renderScore } from './report.js';
import { tally } from './score.js';
import type { Fate, Trial } from './trial.js';

function makeMutant(id: string): Mutant {
  const edit = { start: 0, end: 1, replacement: '' };
  const [file = ''] = id.split(':');
  return { id, project: 'p', file, line: 1, before: 'a == b', after: 'a != b', edit };
}

function makeTrial(id: string, kind: 'killed' | 'survived' | 'invalid'): Trial {
  const fates: Record<typeof kind, Fate> = {
    killed: { kind, by: 'users.read.status' } as Fate,
    survived: { kind } as Fate,
    invalid: { kind, reason: 'It does not compile.' } as Fate,
  };
  return { mutant: makeMutant(id), fate: fates[kind] };
}

const trials = [
  makeTrial('p/a.wren:1:1 x', 'killed'),
  makeTrial('p/a.wren:2:1 x', 'killed'),
  makeTrial('p/a.wren:3:1 x', 'killed'),
  makeTrial('p/a.wren:4:1 x', 'survived'),
  makeTrial('p/b.wren:1:1 x', 'survived'),
  makeTrial('p/b.wren:2:1 x', 'invalid'),
];
const argued: Equivalence = { id: 'p/b.wren:*', reason: 'No answer shows it.' };

describe('the score', () => {
  it('is the share of killed mutants, without equivalent and invalid ones', () => {
    expect(tally(trials, [argued])).toEqual({
      killed: 3,
      survived: 1,
      equivalent: 1,
      invalid: 1,
      score: 0.75,
    });
    expect(tally(trials, []).score).toBe(0.6);
  });

  it('is 1 without killed and surviving mutants', () => {
    expect(tally([makeTrial('p/a.wren:1:1 x', 'invalid')], []).score).toBe(1);
  });

  it('counts a killed mutant in spite of an equivalence', () => {
    expect(tally(trials, [{ id: 'p/a.wren:1:*', reason: '…' }]).killed).toBe(3);
  });

  it('is shown per file, in total and against the required score', () => {
    const text = renderScore(trials, [argued]);
    expect(text).toMatch(/p\/a\.wren \| +3 \| +1 \| +0 \| +0 \| +75\.0 %/);
    expect(text).toMatch(/p\/b\.wren \| +0 \| +0 \| +1 \| +1 \| +100\.0 %/);
    expect(text).toMatch(/all +\| +3 \| +1 \| +1 \| +1 \| +75\.0 %/);
    expect(text).toContain('3 of 4');
    expect(text).toContain('less than the required 95.0 %');
  });
});

describe('an equivalence', () => {
  const all = [...trials.map(({ mutant }) => mutant), makeMutant('p/c.wren:1:1 x')];
  const staleOf = (equivalence: Equivalence) => findStale([equivalence], all, trials).length === 1;

  it('is stale if all matching mutants were killed', () => {
    expect(staleOf({ id: 'p/a.wren:1:1 x', reason: '…' })).toBe(true);
  });

  it('is stale if it matches no mutant', () => {
    expect(staleOf({ before: 'b == a', reason: '…' })).toBe(true);
  });

  it('is not stale if a matching mutant survived', () => {
    expect(staleOf({ id: 'p/a.wren:*', after: 'a != *', reason: '…' })).toBe(false);
  });

  it('is not stale if a matching mutant was not tried', () => {
    expect(staleOf({ id: 'p/c.wren:*', reason: '…' })).toBe(false);
  });
});
