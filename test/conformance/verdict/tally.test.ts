import { describe, expect, test } from 'vitest';
import { TargetFailure, TargetGone } from '../../../conformance/http/target-failure.js';
import { Blocked, NotApplicable, NotTested } from '../../../conformance/verdict/outcomes.js';
import { judge, record, requirement, target, wrong } from './judging.js';

describe('the worst case decides', () => {
  const outcomes: [string, 'passed' | Error][] = [
    ['fail', wrong],
    ['error', new TargetFailure('no answer')],
    ['blocked', new Blocked('a.other', 'no row')],
    ['not tested', new NotTested('--api-key')],
    ['pass', 'passed'],
    ['not applicable', new NotApplicable('it applies only if …')],
  ];

  test.each(outcomes)('a lone case makes it %s', (verdict, result) => {
    expect(judge([requirement('a.b')], [record('a.b', result)])[0]?.verdict).toBe(verdict);
  });

  test.each(outcomes.slice(0, -1).map(([verdict], index) => [verdict, index] as const))(
    '%s is worse than all after it',
    (verdict, index) => {
      const records = outcomes
        .slice(index)
        .reverse()
        .map(([, result], line) => ({ ...record('a.b', result), line }));
      expect(judge([requirement('a.b')], records)[0]?.verdict).toBe(verdict);
    },
  );

  test('an unexpected error is an error', () => {
    const records = [record('a.b', new TypeError('x is undefined'))];
    expect(judge([requirement('a.b')], records)[0]).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('x is undefined'),
    });
  });

  test('reasons say what differs and which option is missing', () => {
    expect(judge([requirement('a.b')], [record('a.b', wrong)])[0]?.reason).toBe(
      'status: expected 200, observed 500',
    );
    expect(
      judge([requirement('a.b')], [record('a.b', new NotTested('--api-key'))])[0],
    ).toMatchObject({
      reason: 'needs --api-key',
      option: '--api-key',
    });
  });
});

describe('repetitions of a case', () => {
  test('with different verdicts make a requirement unstable', () => {
    const records = [record('a.b', 'passed'), record('a.b', wrong), record('a.b', 'passed')];
    expect(judge([requirement('a.b')], records)[0]).toMatchObject({
      verdict: 'unstable',
      reason: 'f.feature:3: fail, then pass',
    });
  });

  test('with equal verdicts do not', () => {
    const records = [record('a.b', wrong), record('a.b', wrong)];
    expect(judge([requirement('a.b')], records)[0]?.verdict).toBe('fail');
  });

  test('may differ in observations', () => {
    const open = requirement('a.b', { level: 'open' });
    expect(judge([open], [record('a.b', 'passed'), record('a.b', wrong)])[0]?.verdict).toBe(
      'observed',
    );
  });
});

describe('without a case', () => {
  test('a requirement is not tested', () => {
    expect(judge([requirement('a.b')], [])[0]).toMatchObject({
      verdict: 'not tested',
      selected: true,
      reason: 'no scenario checks it',
    });
  });

  test('a requirement of another class needs a server of that class', () => {
    const probes = { name: 'probes', class: 'runtime', profile: undefined };
    const found = judge(
      [requirement('a.b'), requirement('c.d', { class: 'runtime' })],
      [record('a.b', 'passed'), record('c.d', 'passed', 'probes')],
      {
        selection: { classes: ['api', 'runtime'], only: [] },
        targets: [target('basic'), probes],
      },
    );
    expect(found).toMatchObject([
      { verdict: 'pass', server: 'basic' },
      { verdict: 'pass', server: 'probes' },
    ]);
  });

  test('a requirement of another profile is not applicable', () => {
    expect(judge([requirement('a.b', { profiles: ['bearer'] })], [])[0]?.verdict).toBe(
      'not applicable',
    );
  });

  test('an omitted requirement has no part in the conclusion', () => {
    const selection = { classes: ['api'], only: ['x.*'] } as const;
    expect(judge([requirement('a.b')], [], { selection })[0]).toMatchObject({
      verdict: 'not tested',
      selected: false,
      reason: 'left out by --only',
    });
  });
});

test.each([
  ['error', new TargetFailure('no answer')],
  ['not tested', new TargetGone('the target stopped answering')],
  ['unstable', wrong],
])('what passed once and then not is %s', (verdict, result) => {
  const cases = [record('a.b', 'passed'), record('a.b', result), record('a.b', 'passed')];
  expect(judge([requirement('a.b')], cases)[0]?.verdict).toBe(verdict);
});

test.each([['passed' as const], [wrong], [new TargetFailure('no answer')]])(
  'what the specification leaves open is observed: %s',
  (result) => {
    const open = requirement('a.open', { level: 'open' });
    expect(judge([open], [record('a.open', result)])[0]?.verdict).toBe('observed');
  },
);
