import { expect, it } from 'vitest';
import { renderRows } from '../../../../conformance/report/html/rows.js';
import { sampleReport, sampleRequirement } from '../sample.js';

const place = { reports: 'reports' };

function blockedBy(cause: string, count: number) {
  return Array.from({ length: count }, (_, index) =>
    sampleRequirement('blocked', {
      ...{ id: `${cause}.blocked-${index}`, blockedBy: cause, reason: 'no row' },
    }),
  );
}

function render(requirements: ReturnType<typeof sampleRequirement>[]): string {
  return renderRows({ ...sampleReport({ requirements }), place }).text;
}

const cause = sampleRequirement('fail', { id: 'sample.fail.rule' });

it('lists failures and what they block first, then the rest', () => {
  const other = sampleRequirement('fail', { id: 'sample.other.rule' });
  const passed = sampleRequirement('pass', { id: 'sample.a.rule' });
  const blocked = blockedBy('sample.fail.rule', 2);
  const page = render([passed, ...blocked, cause, other]);
  const ids = [...page.matchAll(/<details class="requirement" id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([cause, ...blocked, other, passed].map(({ id }) => id));
});

it('names what a failure blocks, and its mismatches below', () => {
  const page = render([cause, ...blockedBy('sample.fail.rule', 7)]);
  expect(page).toMatch(
    /<p class="blocks">Blocks <a href="#sample\.fail\.rule\.blocked-0">.* and 2 more</,
  );
  expect(page.match(/<span class="why">no row<\/span>/g)).toHaveLength(7);
  expect(page).toContain('<details class="followers" open><summary>blocks 7 requirements');
});

it('folds a long list of blocked requirements', () => {
  const page = render([cause, ...blockedBy('sample.fail.rule', 30)]);
  expect(page).toContain('<details class="followers"><summary>blocks 30 requirements</summary>');
});

it('gives the reason of a block without a failure', () => {
  const reason = 'GET /api/users was answered with 500.';
  const page = render([sampleRequirement('blocked', { blockedBy: 'sample.none.rule', reason })]);
  expect(page).toContain('<h2 id="strays">Blocked by causes outside this run</h2>');
  expect(page).toContain(`<span class="why">${reason}</span>`);
});

it('shows an error of several requirements once', () => {
  const errors = ['a', 'b', 'c'].map((part) =>
    sampleRequirement('error', { id: `sample.${part}.rule`, reason: 'no answer' }),
  );
  expect(render(errors)).toContain('<summary>the same error in 2 more requirements</summary>');
});

it('tells how to repeat a failure that depends on rows of the run', () => {
  expect(render([cause])).toContain('<code>npx touchstone replay sample.fail.rule</code>');
});

it('counts omitted requests of passing cases, and tells how to keep them', () => {
  const [one] = sampleRequirement('pass').cases;
  if (one === undefined) throw new Error('The sample has no case.');
  const bare = { ...one, row: null, scenario: 'Reading', exchanges: [], omittedExchanges: 7 };
  const page = render([sampleRequirement('pass', { cases: [one, bare, bare] })]);
  expect(page).toContain('<li>3 requests left out</li>');
  expect(page.match(/ · 7 requests</g)).toHaveLength(2);
  expect(page).toContain('<code>--keep all</code>');
});

it('shows the earlier requests of a failure in full, and those of what it blocks in a line', () => {
  const [one] = cause.cases;
  const [exchange] = one?.exchanges ?? [];
  if (one === undefined || exchange === undefined) throw new Error('The sample has no request.');
  const cases = [{ ...one, exchanges: [exchange, exchange, exchange] }];
  const blocked = { blockedBy: cause.id, reason: 'no row' };
  const countWhole = (page: string) => page.split('class="exchange"').length - 1;
  const failure = render([{ ...cause, cases }]);
  const both = render([{ ...cause, cases }, sampleRequirement('blocked', { ...blocked, cases })]);
  expect([countWhole(failure), countWhole(both) - countWhole(failure)]).toEqual([3, 1]);
  expect(both.split('Copy curl').length).toBeGreaterThan(failure.split('Copy curl').length + 2);
});

it('needs an address for a replay when the server has ended', () => {
  const target = sampleReport().target;
  const ended = { ...target, servers: target.servers.map((one) => ({ ...one, url: null })) };
  const page = renderRows({
    ...sampleReport({ requirements: [cause], target: ended }),
    place,
  }).text;
  expect(page).toContain(
    '<code>npx touchstone replay sample.fail.rule --base-url &quot;$BASE_URL&quot;</code>',
  );
});

it.each([
  ['leftovers', {}],
  ['no leftovers', { leftovers: [] }],
])('does not call rows deleted that no step may have cleaned up, with %s', (_name, more) => {
  const page = renderRows({ ...sampleReport({ requirements: [cause], ...more }), place }).text;
  expect(page).toContain('whose rows may be deleted.');
});

it('names class and server only where the suite has classes, and the run servers', () => {
  const page = render([cause]);
  expect(page).toContain('<dt>Applies to</dt><dd>class api');
  expect(page).not.toContain(' · server basic');
  const plain = render([sampleRequirement('fail', { class: 'default', profiles: [] })]);
  expect(plain).not.toContain('Applies to');
  const { target } = sampleReport();
  const servers = [...target.servers, ...target.servers.map((one) => ({ ...one, name: 'other' }))];
  const several = sampleReport({ requirements: [cause], target: { ...target, servers } });
  expect(renderRows({ ...several, place }).text).toContain(' · server basic');
});
