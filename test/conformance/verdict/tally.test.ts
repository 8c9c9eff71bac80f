import { describe, expect, test } from 'vitest';
import { Blocked, NotTested, TargetFailure, Violation } from '../../../conformance/outcomes.js';
import type { Profile, Requirement } from '../../../conformance/requirements.js';
import type { Subject } from '../../../conformance/target/target.js';
import { conclude } from '../../../conformance/verdict/conclusion.js';
import type { DescribedCase } from '../../../conformance/verdict/described-case.js';
import { type CaseRecord, Recorder } from '../../../conformance/verdict/recorder.js';
import { judgeAll, type TallyInput } from '../../../conformance/verdict/tally.js';

function requirement(id: string, fields: Partial<Requirement> = {}): Requirement {
  const defaults = { section: '4.1', also: [], class: 'api', level: 'must', needs: [] } as const;
  return { id, ...defaults, profiles: ['basic'], statement: `${id} holds.`, ...fields };
}

/** Records as hooks would make them, from the errors that steps throw. */
function record(id: string, result: 'passed' | Error, server = 'basic'): DescribedCase {
  const records: CaseRecord[] = [];
  const recorder = new Recorder(server, (one) => records.push(one));
  recorder.begin({ requirement: id, scenario: id, feature: 'f.feature', line: 3 }).end(result);
  const [only] = records;
  if (only === undefined) throw new Error('nothing was recorded');
  return { ...only, exchanges: [] };
}

function subject(profile: Profile): Subject {
  return { server: profile, class: 'api', profile };
}

const wrong = new Violation([{ path: 'status', expected: '200', observed: '500' }]);

function judge(
  requirements: readonly Requirement[],
  cases: readonly DescribedCase[],
  more: Partial<TallyInput> = {},
) {
  const selection = { classes: ['api'], only: [] } as const;
  const input = { requirements, cases, selection, subjects: [subject('basic')], ...more };
  return judgeAll(input).map(({ cases: _cases, requirement: _requirement, ...rest }) => rest);
}

describe('the worst case decides', () => {
  const outcomes: [string, 'passed' | Error][] = [
    ['fail', wrong],
    ['error', new TargetFailure('no answer')],
    ['blocked', new Blocked('a.other', 'no row')],
    ['not tested', new NotTested('--api-key')],
    ['pass', 'passed'],
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

  test('a thrown error that nobody foresaw is an error', () => {
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
  test('that come out differently make a requirement unstable', () => {
    const records = [record('a.b', 'passed'), record('a.b', wrong), record('a.b', 'passed')];
    expect(judge([requirement('a.b')], records)[0]).toMatchObject({
      verdict: 'unstable',
      reason: 'f.feature:3: fail, then pass',
    });
  });

  test('that agree do not', () => {
    const records = [record('a.b', wrong), record('a.b', wrong)];
    expect(judge([requirement('a.b')], records)[0]?.verdict).toBe('fail');
  });

  test('may differ in what is only observed', () => {
    const open = requirement('a.b', { level: 'open' });
    expect(judge([open], [record('a.b', 'passed'), record('a.b', wrong)])[0]?.verdict).toBe(
      'observed',
    );
  });
});

describe('one cause is one failure', () => {
  const chain = [
    requirement('a.root'),
    requirement('a.middle', { needs: ['a.root'] }),
    requirement('a.leaf', { needs: ['a.middle'] }),
  ];

  test('failures above a failure are blocked by the first cause', () => {
    const records = chain.map(({ id }) => record(id, wrong));
    expect(judge(chain, records)).toMatchObject([
      { verdict: 'fail', blockedBy: undefined },
      { verdict: 'blocked', blockedBy: 'a.root' },
      { verdict: 'blocked', blockedBy: 'a.root' },
    ]);
  });

  test('a requirement between that passes does not break the chain', () => {
    const records = [
      record('a.root', wrong),
      record('a.middle', 'passed'),
      record('a.leaf', wrong),
    ];
    expect(judge(chain, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });

  test('a scenario that could not prepare is blocked by the cause of its prerequisite', () => {
    const records = [
      record('a.root', wrong),
      record('a.middle', wrong),
      record('a.leaf', new Blocked('a.middle', 'no row')),
    ];
    expect(judge(chain, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });

  test('what is blocked by something blocked is blocked by the cause of that', () => {
    const apart = ['a.root', 'a.middle', 'a.leaf'].map((id) => requirement(id));
    const records = [
      record('a.root', wrong),
      record('a.middle', new Blocked('a.root', 'no list')),
      record('a.leaf', new Blocked('a.middle', 'no row')),
    ];
    expect(judge(apart, records)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
  });

  test('where nothing failed, what blocks others has, although its own scenarios pass', () => {
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

  test('where something failed, what blocks others may pass', () => {
    const requirements = [requirement('a.b'), requirement('c.d'), requirement('e.f')];
    const records = [
      record('a.b', 'passed'),
      record('c.d', new Blocked('a.b', 'x')),
      record('e.f', wrong),
    ];
    expect(judge(requirements, records).map(({ verdict }) => verdict)).toEqual([
      'pass',
      'blocked',
      'fail',
    ]);
  });

  test('what blocks what is open does not', () => {
    const requirements = [requirement('a.b'), requirement('c.d', { level: 'open' })];
    const records = [record('a.b', 'passed'), record('c.d', new Blocked('a.b', 'x'))];
    expect(judge(requirements, records)[0]).toMatchObject({ verdict: 'pass' });
  });

  test('requirements that block each other are blocked all the same', () => {
    const apart = ['a.one', 'a.other'].map((id) => requirement(id));
    const records = [
      record('a.one', new Blocked('a.other', 'no row')),
      record('a.other', new Blocked('a.one', 'no list')),
    ];
    expect(judge(apart, records).map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked']);
  });

  test('an option that would not have all cases tested is not asked for', () => {
    const records = [
      record('a.root', new NotTested('--api-key')),
      record('a.root', new NotTested(undefined, '--read-only: needs a row of its own')),
    ];
    expect(judge(chain, records)[0]).toMatchObject({ verdict: 'not tested', option: undefined });
  });

  test('a passing requirement stays passing', () => {
    const records = [record('a.root', wrong), record('a.middle', 'passed')];
    expect(judge(chain, records)[1]?.verdict).toBe('pass');
  });

  test('a failure in another profile blocks nothing', () => {
    const both = chain.map((one) => ({ ...one, profiles: ['basic', 'bearer'] as const }));
    const records = both.flatMap(({ id }) => [
      record(id, id === 'a.root' ? wrong : 'passed', 'bearer'),
      record(id, id === 'a.leaf' ? wrong : 'passed', 'basic'),
    ]);
    const found = judge(both, records, { subjects: [subject('basic'), subject('bearer')] });
    expect(found.map(({ verdict, server }) => [verdict, server])).toEqual([
      ['fail', 'bearer'],
      ['pass', 'basic'],
      ['fail', 'basic'],
    ]);
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

  test('a requirement of another class is tested where that is', () => {
    const probes = { server: 'probes', class: 'runtime', profile: 'basic' } as const;
    const found = judge(
      [requirement('a.b'), requirement('c.d', { class: 'runtime' })],
      [record('a.b', 'passed'), record('c.d', 'passed', 'probes')],
      {
        selection: { classes: ['api', 'runtime'], only: [] },
        subjects: [subject('basic'), probes],
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

  test('a requirement that was left out has no part in the conclusion', () => {
    const selection = { classes: ['api'], only: ['x.*'] } as const;
    expect(judge([requirement('a.b')], [], { selection })[0]).toMatchObject({
      verdict: 'not tested',
      selected: false,
      reason: 'left out by --only',
    });
  });
});

test.each([['passed' as const], [wrong], [new TargetFailure('no answer')]])(
  'what the specification leaves open is observed: %s',
  (result) => {
    const open = requirement('a.open', { level: 'open' });
    expect(judge([open], [record('a.open', result)])[0]?.verdict).toBe('observed');
  },
);

describe('the conclusion', () => {
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
    faults: [] as readonly string[],
  };

  function concludeFrom(
    results: Record<string, 'passed' | Error>,
    more: Partial<typeof normal> = {},
  ) {
    const cases = Object.entries(results).map(([id, result]) => record(id, result));
    const judgements = judgeAll({ requirements, selection, subjects: [subject('basic')], cases });
    return conclude({ judgements, ...normal, ...more });
  }
  const passing = { 'a.b': 'passed', 'c.d': 'passed' } as const;

  test('is 0 when every stated requirement passes, tested or not what is open', () => {
    expect(concludeFrom(passing)).toEqual({
      answer: 'conforms',
      exitCode: 0,
      sentence: 'The server conforms: all 2 requirements of class api, profile basic, passed.',
    });
  });

  test('says so when only a part was chosen', () => {
    expect(concludeFrom(passing, { narrowed: true }).sentence).toContain('in what was chosen');
  });

  test('is 1 when one fails, whatever else is missing', () => {
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

  test('is 4 when the harness is at fault', () => {
    const faults = ['a step is undefined'];
    expect(concludeFrom({ ...passing, 'a.b': wrong }, { faults })).toMatchObject({
      exitCode: 4,
      sentence: expect.stringContaining('a step is undefined'),
    });
  });
});
