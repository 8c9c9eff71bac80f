import { describe, expect, test } from 'vitest';
import { TargetFailure } from '../../../conformance/http/target-failure.js';
import {
  Blocked,
  BlockedByNeeds,
  NotApplicable,
  NotTested,
  Violation,
} from '../../../conformance/verdict/outcomes.js';
import { judgeAll } from '../../../conformance/verdict/tally.js';
import { chain, judge, record, requirement, sending, target, violation, wrong } from './judging.js';

describe('one cause is one failure', () => {
  test('failures above a failure are blocked by the first cause', () => {
    const records = chain.map(({ id }) => record(id, wrong));
    expect(judge(chain, records)).toMatchObject([
      { verdict: 'fail', blockedBy: undefined },
      { verdict: 'blocked', blockedBy: 'a.root' },
      { verdict: 'blocked', blockedBy: 'a.root' },
    ]);
  });

  test('a passing requirement between them does not break the chain', () => {
    const records = [
      record('a.root', wrong),
      record('a.middle', 'passed'),
      record('a.leaf', wrong),
    ];
    expect(judge(chain, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });

  test('a failure is shown by a case that no other failure explains', () => {
    const own = violation(['body.id', '1', '"1"']);
    const cases = [record('a.root', wrong), record('a.leaf', wrong), record('a.leaf', own)];
    const selection = { classes: ['api'], only: [] } as const;
    const targets = [target('basic')];
    const input = { requirements: chain, cases, selection, targets, resources: [] };
    const { verdict, reason, shownBy } = judgeAll(input)[2] ?? {};
    expect([verdict, reason]).toEqual(['fail', 'body.id: expected 1, observed "1"']);
    expect(shownBy).toBe(cases[2]);
  });

  test('a scenario that could not prepare is blocked by the cause of its prerequisite', () => {
    const records = [
      record('a.root', wrong),
      record('a.middle', wrong),
      record('a.leaf', new Blocked('a.middle', 'no row')),
    ];
    expect(judge(chain, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });

  test('a requirement blocked by a blocked one is blocked by the cause of that one', () => {
    const apart = ['a.root', 'a.middle', 'a.leaf'].map((id) => requirement(id));
    const records = [
      record('a.root', wrong),
      record('a.middle', new Blocked('a.root', 'no list')),
      record('a.leaf', new Blocked('a.middle', 'no row')),
    ];
    expect(judge(apart, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });
});

describe('a requirement that blocks others', () => {
  test('has failed when no other did, although its own scenarios pass', () => {
    const requirements = [requirement('a.b'), requirement('c.d'), requirement('e.f')];
    const records = [
      record('a.b', 'passed'),
      record('c.d', new Blocked('a.b', 'There was no id.')),
      record('e.f', new Blocked('c.d', 'x')),
    ];
    expect(judge(requirements, records)).toMatchObject([
      { verdict: 'fail', reason: 'There was no id.', server: 'basic' },
      { verdict: 'blocked', blockedBy: 'a.b' },
      { verdict: 'blocked', blockedBy: 'a.b' },
    ]);
  });

  test('has failed when the failure of another one does not explain it', () => {
    const requirements = [requirement('a.b'), requirement('c.d'), requirement('e.f')];
    const records = [
      record('a.b', 'passed'),
      record('c.d', new Blocked('a.b', 'x')),
      record('e.f', wrong),
    ];
    expect(judge(requirements, records)).toMatchObject([
      { verdict: 'fail', reason: 'x' },
      { verdict: 'blocked', blockedBy: 'a.b' },
      { verdict: 'fail' },
    ]);
  });

  test('is the failed one of several prerequisites', () => {
    const requirements = [requirement('a.b'), requirement('c.d'), requirement('e.f')];
    const records = [
      record('a.b', 'passed'),
      record('c.d', wrong),
      record('e.f', new Blocked(['a.b', 'c.d'], 'no row')),
    ];
    expect(judge(requirements, records)).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'fail' },
      { verdict: 'blocked', blockedBy: 'c.d', reason: 'no row' },
    ]);
  });

  test('has not failed when it blocks only open requirements', () => {
    const requirements = [requirement('a.b'), requirement('c.d', { level: 'open' })];
    const records = [record('a.b', 'passed'), record('c.d', new Blocked('a.b', 'x'))];
    expect(judge(requirements, records)).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'not tested', reason: 'x' },
    ]);
  });

  test('has failed when the two block each other', () => {
    const apart = ['a.one', 'a.other'].map((id) => requirement(id));
    const records = [
      record('a.one', new Blocked('a.other', 'no row')),
      record('a.other', new Blocked('a.one', 'no list')),
    ];
    expect(judge(apart, records)).toMatchObject([
      { verdict: 'blocked', blockedBy: 'a.other' },
      { verdict: 'fail', reason: 'no row' },
    ]);
  });
});

describe('a prerequisite that was not tested', () => {
  test('is named as left out of the selection, and is not accused', () => {
    const requirements = [requirement('a.b'), requirement('c.d')];
    const records = [record('c.d', new Blocked(['c.x', 'a.b'], 'no row'))];
    const selection = { classes: ['api'], only: ['c.d'] } as const;
    expect(judge(requirements, records, { selection })[1]).toMatchObject({
      verdict: 'blocked',
      blockedBy: undefined,
      reason: 'no row (c.x was left out of this run)',
    });
  });

  test.each([
    ['blocked', new NotTested('--api-key'), 'no row (a.b was not tested: needs --api-key)'],
    ['error', new TargetFailure('timeout'), 'no row (a.b could not be judged: timeout)'],
  ] as const)('makes its dependents %s', (verdict, result, reason) => {
    const requirements = [requirement('a.b'), requirement('c.d')];
    const records = [record('a.b', result), record('c.d', new Blocked('a.b', 'no row'))];
    expect(judge(requirements, records)[1]).toMatchObject({ verdict, reason });
  });

  test('names no option that would not get all of its cases tested', () => {
    const records = [
      record('a.root', new NotTested('--api-key')),
      record('a.root', new NotTested(undefined, '--read-only: needs a row of its own')),
    ];
    expect(judge(chain, records)[0]).toMatchObject({ verdict: 'not tested', option: undefined });
  });
});

describe('failures with several mismatches', () => {
  test('another kind of mismatch is a failure of its own', () => {
    const price = violation(['body.price', '9.5', '"9.5"']);
    const stock = violation(['the row read.stock', '3', '0']);
    const records = [
      record('a.root', price),
      record('a.middle', new Violation([...price.mismatches, ...stock.mismatches])),
      record('a.leaf', stock),
    ];
    expect(judge(chain, records)).toMatchObject([
      { verdict: 'fail' },
      { verdict: 'fail' },
      { verdict: 'blocked', blockedBy: 'a.middle' },
    ]);
  });

  test('a failure that several others explain is blocked', () => {
    const price = ['body.price', '9.5', '"9.5"'] as const;
    const stock = ['body.stock', '3', '0'] as const;
    const both = [
      requirement('a.price'),
      requirement('a.stock'),
      requirement('a.leaf', { needs: ['a.price', 'a.stock'] }),
    ];
    const records = [
      record('a.price', violation(price)),
      record('a.stock', violation(stock)),
      record('a.leaf', violation(stock, price)),
    ];
    expect(judge(both, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.stock' });
  });
});

describe('a preparation that fails although all needs passed', () => {
  const requirements = [...chain, requirement('b.other')];
  const rejected = new BlockedByNeeds(['a.root', 'a.middle'], 'it was answered with 404');
  const preparing = sending(record('a.leaf', rejected), 'GET', '/lists/touchstone-0a1b2c3d-1', 404);
  const root = sending(record('a.root', 'passed'), 'POST', '/lists', 201);

  test('shows the need broken that judges such a request', () => {
    const middle = sending(record('a.middle', 'passed'), 'GET', '/lists/touchstone-0a1b2c3d-2');
    expect(judge(requirements, [root, middle, preparing])).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'fail', reason: 'it was answered with 404' },
      { verdict: 'blocked', blockedBy: 'a.middle' },
      { verdict: 'not tested' },
    ]);
  });

  test('is explained by a failure of such a request that they do not name', () => {
    const other = violation(['status', '200', '404']);
    const middle = sending(record('a.middle', 'passed'), 'PUT', '/lists');
    const failed = sending(record('b.other', other), 'GET', '/lists/touchstone-0a1b2c3d-3', 404);
    expect(judge(requirements, [root, middle, preparing, failed])).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'pass' },
      { verdict: 'blocked', blockedBy: 'b.other' },
      { verdict: 'fail' },
    ]);
  });

  test('accuses none of them when none sends such a request', () => {
    const middle = sending(record('a.middle', 'passed'), 'PUT', '/lists');
    expect(judge(requirements, [root, middle, preparing])).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'pass' },
      {
        verdict: 'blocked',
        blockedBy: undefined,
        reason: 'it was answered with 404 (no requirement that it needs sends GET /lists/{})',
      },
      { verdict: 'not tested' },
    ]);
  });

  test('accuses none of them when the harness did not send the request', () => {
    const unsent = new BlockedByNeeds(['a.root'], 'PUT /lists/1 was not sent', 'none');
    const leaf = sending(record('a.leaf', unsent), 'POST', '/lists', 201);
    const middle = record('a.middle', 'passed');
    expect(judge(requirements, [root, middle, leaf])[0]?.verdict).toBe('pass');
    expect(judge(requirements, [root, middle, leaf])[2]).toMatchObject({
      verdict: 'blocked',
      blockedBy: undefined,
      reason: 'PUT /lists/1 was not sent',
    });
  });
});

test('a prerequisite that does not apply makes a requirement not applicable', () => {
  const records = [
    record('a.root', 'passed'),
    record('a.middle', new NotApplicable('no deletion')),
    record('a.leaf', new Blocked(['a.root', 'a.middle'], 'it was answered with 405')),
  ];
  expect(judge(chain, records)).toMatchObject([
    { verdict: 'pass' },
    { verdict: 'not applicable', reason: 'no deletion' },
    {
      verdict: 'not applicable',
      reason: 'it was answered with 405 (a.middle does not apply: no deletion)',
    },
  ]);
});

describe('a failure does not block', () => {
  test('a passing requirement', () => {
    const records = [record('a.root', wrong), record('a.middle', 'passed')];
    expect(judge(chain, records)[1]?.verdict).toBe('pass');
  });

  test('requirements in another profile', () => {
    const both = chain.map((one) => ({ ...one, profiles: ['basic', 'bearer'] as const }));
    const records = both.flatMap(({ id }) => [
      record(id, id === 'a.root' ? wrong : 'passed', 'bearer'),
      record(id, id === 'a.leaf' ? wrong : 'passed', 'basic'),
    ]);
    const found = judge(both, records, { targets: [target('basic'), target('bearer')] });
    expect(found.map(({ verdict, server }) => [verdict, server])).toEqual([
      ['fail', 'bearer'],
      ['pass', 'basic'],
      ['fail', 'basic'],
    ]);
  });
});
