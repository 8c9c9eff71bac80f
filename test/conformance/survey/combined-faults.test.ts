/** Tests the suite itself: one run must find all faults of a server. */
import { afterAll, describe, expect, test } from 'vitest';
import { isFull, seed } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed } from '../../faulty/faults.js';
import { recordFigures } from '../../figures.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsBlockedByNothing, idsWith } from '../survey.js';
import { type Combination, drawCombinations } from './combinations.js';

afterAll(removeFolders);

const combinations = drawCombinations(seed, isFull ? 210 : 1).map((names) => ({
  names,
  title: names.join(' + '),
}));

/** The result for a combination. */
interface Result {
  readonly names: Combination;
  /** The faults without their own failure. */
  readonly hidden: readonly string[];
  /** The hidden faults that are not visible from outside. */
  readonly covered: readonly string[];
}

/** Whether a fault makes bodies unreadable. */
const isUnreadable = (name: string) => faultNamed(name).violates.includes('http.json.readable');

/** The resources whose new rows get no id, or a wrong one. */
const namesNoRowOf = (name: string) =>
  ['users', 'products'].filter((resource) =>
    faultNamed(name).violates.includes(`${resource}.create.id`),
  );

/** A check changes no row that it cannot prove to be its own, so most of a resource stays untested. */
const isOutOfReach = (name: string, other: string) =>
  namesNoRowOf(other).some((resource) =>
    faultNamed(name).violates.some((id) => id.startsWith(`${resource}.`)),
  );

/** Whether a fault rejects every credential, so nothing else is tested. */
const letsNobodyIn = (name: string) =>
  faultNamed(name).violates.some((id) => /^auth\.(.*\.accepted|users\.open)$/.test(id));

/**
 * The hidden faults that are not visible: no answer has shown them, or another fault rejects every
 * credential, makes every body unreadable, or gives the rows of the resource no id.
 */
function listCovered(hidden: readonly string[], names: Combination, shown: ReadonlySet<string>) {
  const covers = (other: string, name: string) =>
    other !== name && (letsNobodyIn(other) || isUnreadable(other) || isOutOfReach(name, other));
  return hidden.filter((name) => !shown.has(name) || names.some((other) => covers(other, name)));
}

async function checkAll(names: Combination, ...selection: readonly string[]) {
  const { profile = 'basic' } = faultNamed(names[0] ?? '');
  const server = await startConformingServer({ profile, moreFaults: names });
  try {
    const run = await runCheck([...argumentsFor(server), '--profile', profile, ...selection]);
    return { ...run, shown: server.shown };
  } finally {
    await server.close();
  }
}

describe('one run finds all faults of a server', () => {
  const results: Result[] = [];

  test.each(combinations)('$title', async ({ names }) => {
    const { code, report, shown } = await checkAll(names);
    const failed = idsWith(report, 'fail');
    const isFound = (name: string) => faultNamed(name).violates.some((id) => failed.includes(id));
    const hidden = names.filter((name) => !isFound(name));
    results.push({ names, hidden, covered: listCovered(hidden, names, shown) });
    expect(idsBlockedByNothing(report)).toEqual([]);
    expect(hidden.length).toBeLessThan(names.length);
    expect(code).toBe(1);
  });

  // One fault can hide another, and a small share may contain more rare cases.
  test('in all but a few runs', (context) => {
    const withHidden = results.filter(({ hidden }) => hidden.length > 0);
    const uncovered = results.filter(({ hidden, covered }) => hidden.length > covered.length);
    recordFigures(
      context,
      `Of ${results.length} servers with several faults, ${withHidden.length} hid one, ${uncovered.length} of them one that could have been seen: ${describeHidden(uncovered)}`,
    );
    const most = isFull ? 0.02 * results.length : 0;
    expect(uncovered.length).toBeLessThanOrEqual(most);
  });
});

/** Faults that are hidden by the wrong choice of evidence, or by an explanation that reaches too far. */
const hard: readonly Combination[] = [
  [
    'for users, the key is not asked for',
    'for users, a row is deleted with an inactive key, and then rejected',
  ],
  ['the last page repeats products of the one before it', 'the total counts deleted products too'],
  ['a read product lacks created_at', 'products are shown with the day on which they were created'],
  [
    'an update is answered without the id',
    'a condition in the place of an id updates the products that meet it',
  ],
  ['users that are created at once are told the last id', 'deleting an unknown user is rejected'],
  ['the list holds the newest user twice', 'an email is taken by users that are created at once'],
  ['every 401 is sent as a redirection', 'an inactive key is accepted'],
  ['the pagination lacks the number of pages', 'products of which none is in stock are not listed'],
  [
    'for users, the key is not asked for',
    'for users, an update of no row creates one before the key is checked',
  ],
  [
    'products without a description are counted, but not listed',
    'the beginning of an id is enough to read a product',
  ],
  ['a new product needs a stock', 'an update needs a name and a price'],
  [
    'a POST with the id of a user in its body replaces that user',
    'a POST of a user is answered with the id in its body',
  ],
  ['zero and null are left out of answers', 'an update stores a stock that is zero'],
  ['a page beyond the last one is not found', 'an update renames the first of all products, too'],
  ['an update changes the product before, too', 'a PUT with an empty id changes all products'],
  [
    'errors come with status 200',
    'products that are requested at once are all answered with the last status',
  ],
  ['a page beyond the last one is not found', 'each page skips one row more'],
  [
    'a page beyond the last one is not found',
    'products without a description are counted, but not listed',
  ],
  [
    'a user stays unknown whose id was asked for too early',
    'a DELETE without an id is rejected but removes the user that its body names',
  ],
  ['a page beyond the last one has null as data', 'products of the same name are listed once'],
  ['a preflight with an id is not answered', 'OPTIONS moves the updated_at of the product'],
  [
    'a page of one product has it in no array',
    'products without a description are counted, but not listed',
  ],
];

test.each(hard)('%s does not hide: %s', async (...names) => {
  // What hides a fault is the failure of another one, so these requirements show it, too.
  const selection = isFull ? [] : ['--only', names.flatMap(violatedBy).join(',')];
  const { report } = await checkAll(names, ...selection);
  const failed = idsWith(report, 'fail');
  for (const name of names) expect(failed).toEqual(expect.arrayContaining(violatedBy(name)));
});

const violatedBy = (name: string) => [...faultNamed(name).violates];

/** `a hides b; c + d hides e` */
function describeHidden(results: readonly Result[]): string {
  const pairs = results.map(({ names, hidden }) => {
    const others = names.filter((name) => !hidden.includes(name));
    return `${others.join(' + ')} hides ${hidden.join(' + ')}`;
  });
  return pairs.join('; ') || 'none';
}
