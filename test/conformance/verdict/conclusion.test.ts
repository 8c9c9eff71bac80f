import { describe, expect, test } from 'vitest';
import { TargetFailure } from '../../../conformance/http/target-failure.js';
import type { Outage } from '../../../conformance/verdict/case.js';
import { conclude, type Defect, describeDefects } from '../../../conformance/verdict/conclusion.js';
import { Blocked, NotTested } from '../../../conformance/verdict/outcomes.js';
import { judgeAll } from '../../../conformance/verdict/tally.js';
import { record, requirement, target, wrong } from './judging.js';

const requirements = [
  requirement('a.b'),
  requirement('c.d'),
  requirement('e.f', { level: 'open' }),
  requirement('g.h', { profiles: ['bearer'] }),
];
const selection = { classes: ['api'], only: [] } as const;
const normal = {
  scope: 'class api, profile basic',
  narrowed: false,
  allowUntested: false,
  complete: true,
  defects: [] as readonly Defect[],
  startedAt: new Date('2026-01-02T03:04:05.000Z'),
  hasSeveralServers: false,
  outage: undefined as Outage | undefined,
};

function concludeFrom(
  results: Record<string, 'passed' | Error>,
  more: Partial<typeof normal> = {},
) {
  const cases = Object.entries(results).map(([id, result]) => record(id, result));
  const targets = [target('basic')];
  const judgements = judgeAll({ requirements, selection, targets, cases, resources: [] });
  return conclude({ judgements, ...normal, ...more });
}
const passing = { 'a.b': 'passed', 'c.d': 'passed' } as const;

describe('the conclusion', () => {
  test('is 0 when every stated requirement passes, even if open ones are not tested', () => {
    expect(concludeFrom(passing)).toEqual({
      answer: 'conforms',
      exitCode: 0,
      sentence: 'The server conforms: all 2 requirements of class api, profile basic, passed.',
    });
  });

  test('names the selected part', () => {
    expect(concludeFrom(passing, { narrowed: true }).sentence).toContain(
      'to the selected requirements',
    );
  });

  test('is 1 when one fails, even if others are not tested', () => {
    const results = { 'a.b': wrong, 'c.d': new NotTested('--api-key') };
    expect(concludeFrom(results)).toMatchObject({ answer: 'does not conform', exitCode: 1 });
  });

  test('is 3 when one is not tested, and names the option', () => {
    const results = { ...passing, 'c.d': new NotTested('--api-key') };
    expect(concludeFrom(results)).toMatchObject({
      answer: 'cannot say',
      exitCode: 3,
      sentence: expect.stringContaining('1 of 2 stated requirements not tested (give --api-key)'),
    });
    expect(concludeFrom(results, { allowUntested: true })).toMatchObject({
      exitCode: 0,
      sentence:
        'The server conforms: 1 requirement of class api, profile basic, passed; 1 not tested.',
    });
  });

  test('names the reason when no option would have the requirement tested', () => {
    expect(concludeFrom({ 'a.b': 'passed' }).sentence).toContain(
      '1 of 2 stated requirements not tested (no scenario checks it)',
    );
  });

  test('names the read-only mode where that is why requirements are not tested', () => {
    const forbidden = new NotTested(undefined, '--read-only: POST /api/users was not sent');
    expect(concludeFrom({ 'a.b': forbidden, 'c.d': 'passed' }).sentence).toContain(
      '1 of 2 stated requirements not tested (1 because of --read-only)',
    );
    expect(concludeFrom({ 'a.b': forbidden, 'c.d': new NotTested('--api-key') })).toMatchObject({
      exitCode: 3,
    });
  });

  test.each([
    ['an answer is missing', { ...passing, 'a.b': new TargetFailure('x') }, {}],
    ['one is blocked by what was not tried', { ...passing, 'a.b': new Blocked('e.f', 'x') }, {}],
    ['nothing ran', {}, {}],
    ['the run was stopped', passing, { complete: false }],
  ])('is 3 when %s, even when the untested is allowed', (_name, results, more) => {
    const conclusion = concludeFrom(results, { ...more, allowUntested: true });
    expect(conclusion).toMatchObject({ answer: 'cannot say', exitCode: 3 });
  });
});

const outage: Outage = {
  server: 'basic',
  at: '2026-01-02T03:04:17.300Z',
  request: { method: 'GET', url: 'http://t/api/users?id=1' },
  reason: 'the connection was refused',
  scenario: { requirement: 'a.b', feature: 'features/a.feature', line: 3 },
};
const end =
  'it stopped answering at 2026-01-02 03:04:17 UTC, 12.3 s after the start, with GET /api/users (a.b, features/a.feature:3): the connection was refused; 2 of 3 requirements were not judged.';

describe('the conclusion of a run that ended early', () => {
  test('is 2 when the target is lost, even with --allow-untested', () => {
    const results = { 'a.b': 'passed' } as const;
    expect(concludeFrom(results, { outage, allowUntested: true, complete: false })).toEqual({
      answer: 'cannot say',
      exitCode: 2,
      sentence: `Touchstone cannot say whether the server conforms: ${end}`,
    });
  });

  test('is 2 when the target is lost after a failure, which is mentioned', () => {
    expect(concludeFrom({ 'a.b': wrong }, { outage, complete: false })).toEqual({
      answer: 'does not conform',
      exitCode: 2,
      sentence: `The server does not conform: 1 requirement failed; ${end}`,
    });
  });

  test('names the server that was lost when there are several, and no scenario when none lost it', () => {
    const several = { outage: { ...outage, scenario: undefined }, hasSeveralServers: true };
    const { sentence } = concludeFrom(passing, { ...several, complete: false });
    expect(sentence).toContain(': the server basic stopped answering at ');
    expect(sentence).toContain(' with GET /api/users: the connection was refused;');
  });

  test('counts what was not judged when the run was stopped', () => {
    expect(concludeFrom({ 'a.b': 'passed' }, { complete: false })).toMatchObject({
      exitCode: 3,
      sentence: expect.stringMatching(
        /: the run was stopped before its end; 2 of 3 requirements were not judged\.$/,
      ),
    });
  });

  test('does not count when the run was stopped after the last judgement', () => {
    const all = { ...passing, 'e.f': 'passed' } as const;
    expect(concludeFrom(all, { complete: false })).toMatchObject({
      exitCode: 3,
      sentence: expect.stringMatching(
        /: the run was stopped before its end; each requirement had been judged\.$/,
      ),
    });
  });

  test('is 4 when the harness is at fault', () => {
    const defects = [mistake, { ...mistake, origin: 'harness', sentence: 'A fault.' }] as const;
    expect(concludeFrom({ ...passing, 'a.b': wrong }, { defects })).toMatchObject({
      exitCode: 4,
      sentence: expect.stringContaining(': a fault.'),
    });
  });

  test('is 2 when the suite is at fault', () => {
    expect(concludeFrom({ ...passing, 'a.b': wrong }, { defects: [mistake] })).toMatchObject({
      answer: 'cannot say',
      exitCode: 2,
      sentence: expect.stringContaining(': the step is undefined.'),
    });
  });

  const mistake = {
    origin: 'suite',
    sentence: 'The step is undefined.',
    requirement: 'a.b',
  } as const;
});

test('equal defects are one text, with the first requirements that met it', () => {
  const sentence = 'Error in the suite: features/a.feature:3: no value.';
  const ids = ['a.a', 'a.b', 'a.b', 'a.c', 'a.d', 'a.e', 'a.f', 'a.g'];
  const equal = ids.map((id): Defect => ({ origin: 'suite', sentence, requirement: id }));
  const other: Defect = { origin: 'harness', sentence: 'A fault.', requirement: 'a.a' };
  expect(describeDefects([...equal, other])).toEqual([
    `${sentence} (7 requirements: a.a, a.b, a.c, a.d, a.e and 2 more)`,
    'A fault.',
  ]);
});
