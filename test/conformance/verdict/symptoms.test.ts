/** Which failures have one cause in the target, by what their mismatches and requests show. */

import { describe, expect, test } from 'vitest';
import type { Case } from '../../../conformance/verdict/case.js';
import { Blocked } from '../../../conformance/verdict/outcomes.js';
import { judge, record, requirement, violation } from './judging.js';

type Sent = readonly [
  method: string,
  path: string,
  status: number,
  body?: string,
  sentBody?: string,
];

/** A case that failed after some requests, or passed. */
function caseOf(id: string, result: 'passed' | Error, ...sent: readonly Sent[]): Case {
  const exchanges = sent.map(([method, path, status, body = '{}', sentBody = '']) => ({
    request: { method, url: `http://target${path}`, headers: {}, body: sentBody },
    response: { status, headers: [], body },
    failure: null,
    durationMs: 1,
    curl: '',
  }));
  return { ...record(id, result), exchanges };
}

/** A case whose mismatches are shown by an earlier exchange. */
function shownAt(exchange: number, one: Case): Case {
  return { ...one, mismatches: one.mismatches.map((each) => ({ ...each, exchange })) };
}

const chain = [requirement('a.root'), requirement('a.leaf', { needs: ['a.root'] })];

/** The verdict on a requirement whose need failed by the first case. */
const verdictOn = (leaf: Case, ...others: readonly Case[]) =>
  judge(chain, [...others, leaf])[1]?.verdict;

const put: Sent = ['PUT', '/one?id=1', 200];
const get: Sent = ['GET', '/one?id=1', 200];

describe('an id that several rows have', () => {
  const created = (id: number): Sent => ['POST', '/one', 201, `{"id":${id}}`];
  const repeated = violation(['body.id', 'a different id each time', '["7","7"]']);
  const name = violation(['the row read.name', '"x"', '"y"']);
  const root = caseOf('a.root', repeated, created(7), created(7));

  test('explains failures of rows with this id', () => {
    const leaf = caseOf('a.leaf', name, created(7), ['GET', '/one?id=7', 200]);
    expect(verdictOn(leaf, root)).toBe('blocked');
  });

  test('explains that a row is still found after its deletion', () => {
    const found = violation(['status', '404', '200']);
    const leaf = caseOf('a.leaf', found, ['DELETE', '/one/7', 204], ['GET', '/one/7', 200]);
    const above = requirement('a.above', { needs: ['a.root'] });
    const rejected = caseOf('a.above', 'passed', ['GET', '/one/8', 404]);
    expect(judge([...chain, above], [root, leaf, rejected])[1]?.verdict).toBe('blocked');
  });

  test('does not explain the answer about a row that a read has not found', () => {
    const rejected = violation(['status', '204', '404']);
    const sent: Sent[] = [
      created(7),
      ['DELETE', '/one/7', 204],
      ['GET', '/one/7', 404],
      ['DELETE', '/one/7', 404],
    ];
    expect(verdictOn(caseOf('a.leaf', rejected, ...sent), root)).toBe('fail');
  });

  test('does not explain a text that the target altered', () => {
    const cut = violation(['the answer.name', '"a long text"', '"a text"']);
    expect(verdictOn(caseOf('a.leaf', cut, created(7)), root)).toBe('fail');
  });

  test('explains no failure of another row', () => {
    const leaf = caseOf('a.leaf', name, created(8), ['GET', '/one?id=8', 200]);
    expect(verdictOn(leaf, root)).toBe('fail');
  });

  test('explains no answer to a request that names another id', () => {
    const found = violation(['body', 'none', '{"id":7}']);
    const sent: Sent[] = [created(7), ['GET', '/one?id=7%27', 200]];
    expect(verdictOn(caseOf('a.leaf', found, ...sent), root)).toBe('fail');
  });

  test('explains a list after it was given', () => {
    const leaf = caseOf('a.leaf', name, created(7), ['GET', '/one', 200]);
    expect(verdictOn(leaf, root)).toBe('blocked');
  });

  test('explains no failure of a row of another resource', () => {
    const elsewhere = caseOf('a.root', repeated, created(7), created(7), ['GET', '/two', 200]);
    const leaf = caseOf('a.leaf', name, ['GET', '/two?id=7', 200]);
    expect(verdictOn(leaf, elsewhere)).toBe('fail');
  });

  test.each([
    ['the path', ['POST', '/one?id=7', 201, '{"id":7}']],
    ['the body', ['POST', '/one', 201, '{"id":7}', '{"id":7}']],
  ] as const)('explains nothing when a client chose it in %s', (_place, chosen) => {
    const leaf = caseOf('a.leaf', name, ['GET', '/one?id=7', 200]);
    expect(verdictOn(leaf, caseOf('a.root', repeated, chosen, chosen))).toBe('fail');
  });

  test('explains nothing when the first row was deleted before', () => {
    const reused = caseOf('a.root', repeated, created(7), ['DELETE', '/one/7', 204], created(7));
    const leaf = caseOf('a.leaf', name, created(7), ['GET', '/one?id=7', 200]);
    expect(verdictOn(leaf, reused)).toBe('fail');
  });
});

test('an id that is missing in an answer does not explain another row', () => {
  const root = caseOf('a.root', violation(['body.id', '2', 'nothing']), put);
  const name = ['the row.name', '"Ada 7"', '"Bob 9"'] as const;
  const email = ['the row.email', '"ada@t"', '"bob@u"'] as const;
  expect(verdictOn(caseOf('a.leaf', violation(name, email), get), root)).toBe('fail');
});

test('a wrong id explains another row and a missing one, but not another text', () => {
  const root = caseOf('a.root', violation(['the listed row.id', '2', '1']), get);
  const name = ['the row read.name', '"Ada 7"', '"Bob 9"'] as const;
  const email = ['the row read.email', '"ada@t"', '"bob@u"'] as const;
  expect(verdictOn(caseOf('a.leaf', violation(name, email), get), root)).toBe('blocked');
  expect(verdictOn(caseOf('a.leaf', violation(name), get), root)).toBe('fail');
  const missing = ['id', 'name', 'email'].map(
    (one) => [`the row.${one}`, '"x"', 'nothing'] as const,
  );
  expect(verdictOn(caseOf('a.leaf', violation(...missing), get), root)).toBe('blocked');
});

test('a wrong id explains a row that is not found', () => {
  const root = caseOf('a.root', violation(['the listed row.id', '2', '1']), get);
  const missed = violation(['status', 'a success', '404']);
  const broken = violation(['status', 'a success', '500']);
  expect(verdictOn(caseOf('a.leaf', missed, ['GET', '/one?id=2', 404]), root)).toBe('blocked');
  expect(verdictOn(caseOf('a.leaf', broken, ['GET', '/one?id=2', 500]), root)).toBe('fail');
});

test('a rounded number explains one that became 0, and no other digits', () => {
  const root = caseOf('a.root', violation(['the row read.price', '99.75', '100']), put, get);
  const leaf = (to: string) =>
    caseOf('a.leaf', violation(['the list.price', '0.1', to]), ['GET', '/one', 200]);
  expect(verdictOn(leaf('0'), root)).toBe('blocked');
  expect(verdictOn(leaf('0.125'), root)).toBe('fail');
});

describe('another text after an update', () => {
  const root = caseOf('a.root', violation(['the row read.name', '"Ada 7"', '"Bob 9"']), put, get);
  const other = violation(['the listed row.name', '"Eve 3"', '"Dan 4"']);

  test.each([
    ['a case with such an update', 'blocked', put],
    ['a case without an update', 'fail', ['POST', '/one', 201]],
    ['a case whose update is rejected', 'fail', ['PUT', '/one?id=1', 404]],
  ] as const)('explains %s or not: %s', (_case, verdict, change) => {
    const leaf = caseOf('a.leaf', other, change, ['GET', '/one', 200]);
    expect(verdictOn(leaf, root)).toBe(verdict);
  });

  test('does not explain the text of the update where it should not be', () => {
    const sent: Sent = ['PUT', '/one?id=-1', 200, '{}', '{"name":"Dan 4"}'];
    expect(verdictOn(caseOf('a.leaf', other, sent, get), root)).toBe('fail');
  });
});

test('an id of one resource does not explain that of another', () => {
  const wrong = violation(['body.id', '2', '1']);
  const root = caseOf('a.root', wrong, ['POST', '/ones', 201]);
  const update: Sent = ['PUT', '/twos?id=2', 200];
  const sound = [requirement('a.sound'), caseOf('a.sound', 'passed', update)] as const;
  const leaf = caseOf('a.leaf', wrong, update);
  expect(judge([...chain, sound[0]], [root, leaf, sound[1]])[1]?.verdict).toBe('fail');
  expect(verdictOn(caseOf('a.leaf', wrong, ['PUT', '/ones?id=2', 200]), root)).toBe('blocked');
});

test('exchanged values of two members explain each other', () => {
  const exchanged = (first: string, second: string) =>
    violation(['the row read.name', first, second], ['the row read.email', second, first]);
  const root = caseOf('a.root', exchanged('"x"', '"y"'), put, get);
  expect(verdictOn(caseOf('a.leaf', exchanged('""', '"z"'), put, get), root)).toBe('blocked');
  const emptied = violation(['the row read.email', '"z"', '""']);
  expect(verdictOn(caseOf('a.leaf', emptied, put, get), root)).toBe('fail');
});

describe('three members that an answer lacks', () => {
  const members = ['name', 'price', 'stock'];
  const lacking = (place: string) =>
    violation(...members.map((name) => [`${place}.${name}`, '"new"', 'nothing'] as const));
  const leaf = caseOf('a.leaf', violation(['body.id', '"1"', '2']), put);

  test('explain other members of such an answer', () => {
    const root = shownAt(0, caseOf('a.root', lacking('the answer'), put, get));
    expect(verdictOn(leaf, root)).toBe('blocked');
  });

  test('explain no member of another answer', () => {
    expect(verdictOn(leaf, caseOf('a.root', lacking('the row read'), get))).toBe('fail');
  });
});

test.each([
  ['gaps', '"a DROP b"', '"a  b"'],
  ['additions', String.raw`"a\\b"`, String.raw`"a\\\\b"`],
  ['the beginning alone', `"${'x'.repeat(50)}"`, `"${'x'.repeat(40)}"`],
  ['another text', '"a"', '"b"'],
])('a text of which the target made %s is explained by no other change', (name, from, to) => {
  const others = [
    ['gaps', '"select * from"', '"select from"'],
    ['additions', '"a & b"', '"a &amp; b"'],
    ['the beginning alone', '"Ada Lovelace"', '"Ada"'],
    ['another text', '"Ada"', '"Grace"'],
  ] as const;
  const leaf = caseOf('a.leaf', violation(['the row read.name', from, to]), get);
  const explaining = others.filter(([, expected, observed]) => {
    const root = caseOf('a.root', violation(['body.name', expected, observed]), get);
    return verdictOn(leaf, root) === 'blocked';
  });
  expect(explaining.map(([change]) => change)).toEqual([name]);
});

test('a wrong member of a rejection does not explain a wrong header of another one', () => {
  const rejected: Sent = ['POST', '/one', 400];
  const root = caseOf('a.root', violation(['body.error', 'a text', 'nothing']), rejected);
  const header = violation(['header content-type', 'application/json', '"text/plain"']);
  expect(verdictOn(caseOf('a.leaf', header, rejected), root)).toBe('fail');
});

test.each([
  [500, 'blocked'],
  [404, 'fail'],
])(
  'a header that an answer with %i lacks, for which a success is due, makes it %s',
  (status, verdict) => {
    const sent: Sent = ['PATCH', '/one', status];
    const root = caseOf('a.root', violation(['status', '204', String(status)]), sent);
    const header = violation(['header upload-offset', '"5"', 'nothing']);
    expect(verdictOn(caseOf('a.leaf', header, sent), root)).toBe(verdict);
  },
);

test('a preparation that met a cut body is explained by another cut body', () => {
  const observed = 'a body of 9 bytes that is not readable as JSON: it ends too early: x';
  const root = caseOf('a.root', violation(['body', 'an object', observed]), ['POST', '/one', 201]);
  const leaf = (reason: string) =>
    caseOf(
      'a.leaf',
      new Blocked('a.leaf', '', undefined, violation(['body', 'a list', reason]).mismatches),
      get,
    );
  expect(verdictOn(leaf(observed), root)).toBe('blocked');
  expect(verdictOn(leaf('[]'), root)).toBe('fail');
});

describe('a request that was accepted wrongly', () => {
  const root = violation(['status', '404', '204'], ['status', '404', '204']);
  const stored = violation(['the row read.name', '"new"', '"old"']);
  const leaf = caseOf('a.leaf', stored, ['PUT', '/one?id=2x', 204], get);

  test('explains the row that it stored, or its absence', () => {
    const sent: readonly Sent[] = [
      ['PUT', '/one?id=2', 204],
      ['PATCH', '/one?id=2', 204],
    ];
    expect(verdictOn(leaf, shownAt(0, caseOf('a.root', root, ...sent)))).toBe('blocked');
  });

  test('is a symptom of its operation when no passed case shows a rejection', () => {
    const read = violation(['status', '401', '200']);
    const failed = caseOf('a.root', read, ['GET', '/one?id=1', 200]);
    const other = caseOf('a.leaf', read, ['GET', '/one?id=2', 200]);
    const passed = (status: number) =>
      caseOf('a.root', 'passed', ['DELETE', '/one?id=3', 401], ['GET', '/one?id=3', status]);
    expect(verdictOn(other, failed, passed(200))).toBe('blocked');
    expect(verdictOn(other, failed, passed(401))).toBe('fail');
  });
});

test('an error explains another one before the last request of its case', () => {
  const root = caseOf('a.root', violation(['status', 'a success', '404']), ['GET', '/one', 404]);
  const failed = violation(['status', 'a success', '404']);
  const requests = [['GET', '/one?page=2', 404] as const, ['GET', '/one?page=1', 200] as const];
  const late = caseOf('a.other', new Blocked('a.near', '404'), ...requests);
  const near = requirement('a.near', { needs: ['a.root'] });
  const all = [...chain, near, requirement('a.other')];
  const passed = caseOf('a.near', 'passed', get);
  const verdicts = (one: Case) => judge(all, [root, caseOf('a.leaf', failed, get), passed, one]);
  expect(verdicts({ ...late, decisive: 0 })[3]).toMatchObject({
    ...{ verdict: 'blocked', blockedBy: 'a.root' },
  });
});

describe('a value that is wrong', () => {
  const stock = (expected: string, observed: string) =>
    violation(['a read.stock', expected, observed]);
  const lost = (id: string, expected: string) => caseOf(id, stock(expected, 'nothing'), get);

  test('for zero only does not explain another value', () => {
    expect(verdictOn(lost('a.leaf', '40'), lost('a.root', '0'))).toBe('fail');
  });

  test('whatever it is explains zero', () => {
    expect(verdictOn(lost('a.leaf', '0'), lost('a.root', '40'))).toBe('blocked');
  });

  test.each([
    ['""', '"a name"', 'fail'],
    ['"Zoë"', '"a name"', 'fail'],
    ['"a_name"', '"Zoë"', 'blocked'],
    ['"a+b"', '"a name"', 'blocked'],
    ['1234567.891', '9.5', 'fail'],
    ['null', '"a name"', 'fail'],
    ['a value', '"a name"', 'blocked'],
  ])('%s and %s: %s', (root, leaf, verdict) => {
    expect(verdictOn(lost('a.leaf', leaf), lost('a.root', root))).toBe(verdict);
  });
});

describe('a page without its data', () => {
  const root = caseOf('a.root', violation(['body.data', 'an array', 'null']), get);
  const leaf = caseOf('a.leaf', violation(['the pages of 7', 'each row', '"none"']), get);

  test('explains missing rows', () => {
    expect(verdictOn(leaf, root)).toBe('blocked');
  });

  test('does not, where other pages have it', () => {
    expect(verdictOn(leaf, root, caseOf('a.root', 'passed', get))).toBe('fail');
  });
});

describe('an error in place of a success', () => {
  const rejected = violation(['status', 'a success', '400']);
  const root = caseOf('a.root', rejected, ['POST', '/one', 400]);
  const leaf = caseOf('a.leaf', rejected, ['PUT', '/one?id=1', 400]);

  test('explains the same error of another operation', () => {
    expect(verdictOn(leaf, root)).toBe('blocked');
  });

  test('does not, where that operation succeeds elsewhere', () => {
    expect(verdictOn(leaf, root, caseOf('a.root', 'passed', put))).toBe('fail');
  });

  test('explains the same error of its own operation, which succeeds elsewhere', () => {
    const passed = caseOf('a.root', 'passed', put);
    const update = caseOf('a.root', rejected, ['PUT', '/one?id=2', 400]);
    expect(verdictOn(leaf, update, passed)).toBe('blocked');
  });
});

test('a member that several rows lack does not explain an answer without a body', () => {
  const lacks = (index: number) => [`row ${index}.email`, '"a@b"', 'nothing'] as const;
  const root = caseOf('a.root', violation(lacks(1), lacks(2), lacks(3)), get);
  const leaf = caseOf('a.leaf', violation(['body', 'an object', 'nothing']), put);
  expect(verdictOn(leaf, root)).toBe('fail');
});

describe('a row that is not found after it was made', () => {
  const made: Sent = ['POST', '/one', 201];
  const missed = violation(['status', 'a success', '404']);
  const rejecting = (path: string) => caseOf('a.root', missed, made, ['GET', path, 404]);
  const lacking = caseOf('a.leaf', violation(['a read.name', '"Ada"', 'nothing']), made, get);

  test('explains a member that is missing after it', () => {
    expect(verdictOn(lacking, rejecting('/one?id=1'))).toBe('blocked');
  });

  test('explains no value that differs', () => {
    const limit = caseOf('a.leaf', violation(['body.limit', '1', '20']), made, get);
    expect(verdictOn(limit, rejecting('/one?id=1'))).toBe('fail');
  });

  test('is something else than a page that is rejected', () => {
    expect(verdictOn(lacking, rejecting('/one?page=9'))).toBe('fail');
  });
});

describe('texts of another row', () => {
  const of = (name: string, email: string) =>
    violation(['the row.name', '"Ada"', `"${name}"`], ['the row.email', '"a@t"', `"${email}"`]);
  const root = caseOf('a.root', of('Eve', 'e@t'), get);
  const made: Sent = ['POST', '/one', 201, '{"id": 1}', '{"name":"Bob","email":"b@t"}'];

  test('explain texts of another row', () => {
    expect(verdictOn(caseOf('a.leaf', of('Dan', 'd@t'), made, put), root)).toBe('blocked');
  });

  test('do not explain texts that the same row had before', () => {
    expect(verdictOn(caseOf('a.leaf', of('Bob', 'b@t'), made, put), root)).toBe('fail');
  });

  test('are explained by texts that a row had before', () => {
    const before = caseOf('a.root', of('Bob', 'b@t'), made, put);
    expect(verdictOn(caseOf('a.leaf', of('Dan', 'd@t'), get), before)).toBe('blocked');
  });
});
