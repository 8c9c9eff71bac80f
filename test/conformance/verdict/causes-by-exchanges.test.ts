/** Causes that are found by the requests and answers of cases. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../conformance/verdict/case.js';
import { BlockedByNeeds } from '../../../conformance/verdict/outcomes.js';
import { chain, judge, record, requirement, sending, violation, wrong } from './judging.js';

describe('a failure at an endpoint where no prerequisite failed', () => {
  const price = violation(['body.price', '9.5', '"9.5"']);
  const requirements = [...chain, requirement('b.other')];
  const failures = [
    sending(record('a.root', wrong), 'GET', '/one'),
    sending(record('a.leaf', price), 'GET', '/two'),
  ];

  test('is explained by one that failed elsewhere', () => {
    expect(judge(requirements, failures)[2]).toMatchObject({
      verdict: 'blocked',
      blockedBy: 'a.root',
    });
  });

  test('is not, where another prerequisite failed at that endpoint', () => {
    const stock = violation(['body.stock', '7', '0']);
    const near = sending(record('a.middle', stock), 'PUT', '/two');
    expect(judge(requirements, [...failures, near])[2]?.verdict).toBe('fail');
  });

  test('is not, where a request was accepted wrongly and none was elsewhere', () => {
    const accepted = violation(['status', '404', '204']);
    const [root] = failures;
    const leaf = sending(record('a.leaf', accepted), 'DELETE', '/two', 204);
    expect(judge(requirements, root ? [root, leaf] : [])[2]?.verdict).toBe('fail');
  });

  test('is not, where an error has another status than the due one', () => {
    const other = violation(['status', '404', '405']);
    const [root] = failures;
    const leaf = sending(record('a.leaf', other), 'PATCH', '/two', 405);
    expect(judge(requirements, root ? [root, leaf] : [])[2]?.verdict).toBe('fail');
  });

  test('stands for itself when another requirement shows that its requests are answered', () => {
    const sound = sending(record('b.other', 'passed'), 'GET', '/two');
    expect(judge(requirements, [...failures, sound])[2]?.verdict).toBe('fail');
  });

  test.each([
    ['above it', '/two', '/two/7'],
    ['below it', '/two/7/notes', '/two/7'],
    ['at the root', '/', '/7'],
  ])('is not, where a prerequisite failed %s: at %s, and it at %s', (_where, path, other) => {
    const root = sending(record('a.root', wrong), 'POST', path);
    const leaf = sending(record('a.leaf', price), 'GET', other);
    expect(judge(requirements, [root, leaf])[2]?.verdict).toBe('fail');
  });

  test('is, where another path only begins with the same letters', () => {
    const root = sending(record('a.root', wrong), 'POST', '/two');
    const leaf = sending(record('a.leaf', price), 'GET', '/twofold');
    expect(judge(requirements, [root, leaf])[2]?.verdict).toBe('blocked');
  });

  test('stands for itself when others are answered whose ids are words', () => {
    const reading = (one: Case, id: string) => {
      const created = sending(one, 'POST', '/two', 201).exchanges.map((exchange) => ({
        ...exchange,
        response: { status: 201, headers: [], body: `{"slug":"${id}"}` },
      }));
      const read = sending(one, 'GET', `/two/${id}`).exchanges;
      return { ...one, exchanges: [...created, ...read] };
    };
    const [root] = failures;
    const cases = [
      reading(record('b.other', 'passed'), 'milk'),
      reading(record('a.leaf', price), 'bread'),
    ];
    expect(judge(requirements, root ? [root, ...cases] : [])[2]?.verdict).toBe('fail');
  });

  test('does not when that sends other requests', () => {
    const other = sending(record('b.other', 'passed'), 'PUT', '/two');
    expect(judge(requirements, [...failures, other])[2]?.verdict).toBe('blocked');
  });
});

describe('causes that the exchanges show', () => {
  test('a stored row is explained by the wrong success of its request', () => {
    const stored = violation(['the list', 'nothing', '{}']);
    const accepted = violation(['status', '400', '201']);
    const post = sending(record('a.root', accepted), 'POST', '/one', 201);
    const read = sending(record('a.leaf', stored), 'GET', '/one');
    const leaf = {
      ...read,
      exchanges: [...post.exchanges, ...read.exchanges],
      mismatches: read.mismatches.map((one) => ({ ...one, after: 0 })),
    };
    expect(judge(chain, [post, leaf])[2]).toMatchObject({
      verdict: 'blocked',
      blockedBy: 'a.root',
    });
  });

  describe('a read that fails after a change', () => {
    const missing = violation(['the row read.name', '"x"', 'nothing']);
    const unknown = violation(['status', '200', '404']);
    const unread = sending(record('a.root', unknown), 'GET', '/one?id=1', 404);
    const request = (method: string, status: number) =>
      sending(record('a.leaf', missing), method, '/one?id=2', status);
    const inOrder = (...cases: readonly Case[]) => ({
      ...record('a.leaf', missing),
      exchanges: cases.flatMap(({ exchanges }) => exchanges),
    });

    test('is explained by a read that always fails', () => {
      const leaf = inOrder(request('PUT', 200), request('GET', 404));
      expect(judge(chain, [unread, leaf])[2]?.verdict).toBe('blocked');
    });

    test('is not, where it succeeded before the change', () => {
      const leaf = inOrder(request('GET', 200), request('PUT', 200), request('GET', 404));
      expect(judge(chain, [unread, leaf])[2]?.verdict).toBe('fail');
    });
  });

  describe('a success in place of an error', () => {
    const accepted = violation(['status', '412', '201']);
    const header = violation(['header tus-version', 'a value', 'nothing']);
    const named = (name: string) => `{"name":"${name}"}`;
    const post = (one: Case, body: string, status: number) => {
      const sent = sending(one, 'POST', '/one', status);
      const exchanges = sent.exchanges.map((exchange) => ({
        ...exchange,
        request: { ...exchange.request, body },
      }));
      return { ...sent, exchanges };
    };
    const root = post(record('a.root', accepted), named('touchstone-0a1b2c3d-7'), 201);
    const verdictOn = (body: string, status: number, violation = header) =>
      judge(chain, [root, post(record('a.leaf', violation), body, status)])[2]?.verdict;
    const sameBody = named('touchstone-0a1b2c3d-12');

    test('explains what the same answer lacks', () => {
      expect(verdictOn(sameBody, 201)).toBe('blocked');
    });

    test('explains nothing of the answer to another request', () => {
      expect(verdictOn(named(''), 201)).toBe('fail');
    });

    test('explains nothing of another answer', () => {
      expect(verdictOn(sameBody, 200)).toBe('fail');
    });
  });

  describe('a body that ends too early', () => {
    const reason = 'a body of 9 bytes that is not readable as JSON: ';
    const unreadable = (message: string) => violation(['body', 'an object', `${reason}${message}`]);
    const cut = unreadable('it ends too early: Unterminated string in JSON at position 9');
    const root = sending(record('a.root', cut), 'POST', '/one', 201);

    test('explains another one', () => {
      const leaf = sending(record('a.leaf', cut), 'GET', '/one');
      expect(judge(chain, [root, leaf])[2]?.verdict).toBe('blocked');
    });

    test('does not explain a body that is not JSON', () => {
      const leaf = sending(record('a.leaf', unreadable('Unexpected token')), 'GET', '/one');
      expect(judge(chain, [root, leaf])[2]?.verdict).toBe('fail');
    });
  });

  describe('a request that is accepted wrongly below', () => {
    const accepted = violation(['status', '401', '200']);
    const failures = [
      sending(record('a.root', accepted), 'GET', '/one', 200),
      sending(record('a.leaf', accepted), 'GET', '/one', 200),
    ];

    test('explains one above', () => {
      expect(judge(chain, failures)[2]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.root' });
    });

    test('explains none above when another requirement there passes with the rejection', () => {
      const refused = sending(record('a.middle', 'passed'), 'GET', '/one', 401);
      expect(judge(chain, [...failures, refused])[2]?.verdict).toBe('fail');
    });

    test('explains one above when that is the rejection of another operation', () => {
      const refused = sending(record('a.middle', 'passed'), 'PUT', '/one', 401);
      expect(judge(chain, [...failures, refused])[2]?.verdict).toBe('blocked');
    });
  });
});

describe('a failed preparation', () => {
  const blocked = new BlockedByNeeds(['z.base'], 'PATCH /one was answered with 500.');
  const base = record('z.base', 'passed');
  const root = sending(record('p.status', wrong), 'PATCH', '/one', 500);

  test('is explained by a failure of the same request, not by one that builds on it', () => {
    const requirements = [
      requirement('z.base'),
      requirement('h.offset', { needs: ['z.base'] }),
      requirement('o.above', { needs: ['h.offset'] }),
      requirement('p.status'),
    ];
    const cases = [
      base,
      sending(record('h.offset', blocked), 'PATCH', '/one', 500),
      sending(record('o.above', wrong), 'POST', '/one', 500),
      root,
    ];
    expect(judge(requirements, cases)[1]).toMatchObject({ blockedBy: 'p.status' });
  });

  test('is explained equally before and after the requirement that it needs', () => {
    const late = requirement('c.late', { needs: ['b.middle'] });
    const others = [requirement('b.middle'), requirement('z.base'), requirement('p.status')];
    const cases = [
      sending(record('c.late', new BlockedByNeeds(['b.middle'], 'x')), 'DELETE', '/one', 404),
      sending(record('b.middle', blocked), 'PATCH', '/one', 500),
      base,
      root,
    ];
    const before = judge([late, ...others], cases).at(0);
    const after = judge([...others, late], cases).at(-1);
    expect([before, after]).toMatchObject([{ blockedBy: 'p.status' }, { blockedBy: 'p.status' }]);
  });

  describe('whose answer lacks a value', () => {
    const absent = (path: string) => violation([path, 'a string that matches /^t/', 'nothing']);
    const unprepared = (id: string, needs: readonly string[]) => {
      const lack = new BlockedByNeeds(needs, violation(['body.token', 'a value', 'nothing']));
      return sending(record(id, lack), 'POST', '/login');
    };
    const logins = [
      requirement('login.status'),
      requirement('login.token', { needs: ['login.status'] }),
      requirement('z.other.login'),
      requirement('b.near', { needs: ['login.status'] }),
      requirement('c.far', { needs: ['z.other.login'] }),
    ];
    const verdicts = (token: Error | 'passed') => {
      const cases = [
        sending(record('login.status', 'passed'), 'POST', '/login'),
        sending(record('z.other.login', 'passed'), 'POST', '/login'),
        sending(record('login.token', token), 'POST', '/login'),
        unprepared('b.near', ['login.status']),
        unprepared('c.far', ['z.other.login']),
      ];
      return judge(logins, cases).map(({ verdict, blockedBy }) => [verdict, blockedBy ?? '']);
    };

    test('is explained by a failure of the same request that lacks it, too', () => {
      expect(verdicts(absent('body.token'))).toEqual([
        ['pass', ''],
        ['fail', ''],
        ['pass', ''],
        ['blocked', 'login.token'],
        ['blocked', 'login.token'],
      ]);
    });

    test('is not explained by one that lacks another value', () => {
      expect(verdicts(absent('body.name')).map(([verdict]) => verdict)).toEqual([
        ...['fail', 'fail', 'fail', 'blocked', 'blocked'],
      ]);
    });

    test('shows the sender of the request broken when nothing failed', () => {
      expect(verdicts('passed').map(([verdict]) => verdict)).toEqual([
        ...['fail', 'pass', 'fail', 'blocked', 'blocked'],
      ]);
    });
  });
});

describe('what every error of the target lacks', () => {
  const ids = ['a.form', 'b.title', 'c.price'] as const;
  const requirements = ids.map((id) => requirement(id));
  const errorTo = (one: Case, path: string, body: string, status = 422): Case => {
    const [exchange] = sending(one, 'POST', path, status).exchanges;
    return exchange === undefined
      ? one
      : { ...one, exchanges: [{ ...exchange, response: { status, headers: [], body } }] };
  };
  const other = '{"message":"no"}';
  const lacking = (id: string, member: string, path: string, body = other) =>
    errorTo(record(id, violation([member, 'an object', 'nothing'])), path, body);
  const verdicts = (...cases: Case[]) =>
    judge(requirements, cases).map(({ verdict, blockedBy }) => blockedBy ?? verdict);

  test('is one failure, without needs', () => {
    const form = lacking('a.form', 'body.errors', '/one');
    const title = lacking('b.title', 'body.errors.title', '/one');
    const price = lacking('c.price', 'body.errors.price', '/two');
    expect(verdicts(form, title, price)).toEqual(['fail', 'a.form', 'a.form']);
  });

  test('is as many failures as before when one error has it', () => {
    const form = lacking('a.form', 'body.errors', '/one');
    const title = lacking('b.title', 'body.errors.title', '/one', '{"errors":{}}');
    const price = lacking('c.price', 'body.errors', '/two');
    expect(verdicts(form, title, price)).toEqual(['fail', 'fail', 'fail']);
  });

  test('is a type, too', () => {
    const ofType = (id: string, path: string, body = '{"errors":[]}') =>
      errorTo(record(id, violation(['body.errors', 'an object', '[]'])), path, body);
    const sound = errorTo(record('b.title', 'passed'), '/one', '{"errors":{}}');
    const all = [ofType('a.form', '/one'), ofType('c.price', '/two')] as const;
    expect(verdicts(...all)).toEqual(['fail', 'not tested', 'a.form']);
    expect(verdicts(...all, sound)).toEqual(['fail', 'pass', 'fail']);
  });

  test('is not looked for in successes', () => {
    const created = (id: string, path: string) =>
      errorTo(record(id, violation(['body.id', 'a text', 'nothing'])), path, '{}', 201);
    expect(verdicts(created('a.form', '/one'), created('b.title', '/two'))[1]).toBe('fail');
  });

  test('does not explain what else an answer has wrong', () => {
    const form = lacking('a.form', 'body.errors', '/one');
    const both = violation(['body.errors', 'an object', 'nothing'], ['status', '422', '400']);
    const title = errorTo(record('b.title', both), '/two', other, 400);
    expect(verdicts(form, title)[1]).toBe('fail');
  });
});
