/** Tests the suite itself: faults that a server has at once are all found in one run. */
import { afterAll, describe, expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import { faultNamed } from '../faulty/faults.js';
import { type Combination, drawCombinations } from './combinations.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import {
  idsBlockedByNothing,
  idsWith,
  isFull,
  longTestMs,
  printFigures,
  surveySeed,
} from './survey.js';

afterAll(removeFolders);

const combinations = drawCombinations(surveySeed, isFull ? 210 : 9).map((names) => ({
  names,
  title: names.join(' + '),
}));

/** What came of one. */
interface Result {
  readonly names: Combination;
  /** The faults without a failure of their own. */
  readonly hidden: readonly string[];
  /** Those of them that cannot be seen, whatever is asked of the server. */
  readonly covered: readonly string[];
}

/** A fault of this kind leaves no body that could be read. */
const isUnreadable = (name: string) => faultNamed(name).violates.includes('http.json.readable');

/** Those resources whose new rows such a fault gives no id, or a wrong one. */
const namesNoRowOf = (name: string) =>
  ['users', 'products'].filter((resource) =>
    faultNamed(name).violates.includes(`${resource}.create.id`),
  );

/** A check changes no row that it cannot prove to be its own, so that most of a resource stays untried. */
const isOutOfReach = (name: string, other: string) =>
  namesNoRowOf(other).some((resource) =>
    faultNamed(name).violates.some((id) => id.startsWith(`${resource}.`)),
  );

/** Where nobody gets in, nothing else is tried. */
const letsNobodyIn = (name: string) =>
  faultNamed(name).violates.some((id) => /^auth\.(.*\.accepted|users\.open)$/.test(id));

/**
 * A fault is covered by another one when no request came as far as what it has planted, when nobody
 * gets in, when nothing that the server says can be read, or when no row of the resource is known by
 * its id.
 */
function listCovered(hidden: readonly string[], names: Combination, reached: ReadonlySet<string>) {
  const covers = (other: string, name: string) =>
    other !== name && (letsNobodyIn(other) || isUnreadable(other) || isOutOfReach(name, other));
  return hidden.filter((name) => !reached.has(name) || names.some((other) => covers(other, name)));
}

async function checkAll(names: Combination) {
  const { profile = 'basic' } = faultNamed(names[0] ?? '');
  const server = await startConformingServer({ profile, moreFaults: names });
  try {
    const run = await runCheck([...argumentsFor(server), '--profile', profile]);
    return { ...run, reached: server.reached };
  } finally {
    await server.close();
  }
}

describe('a server is told all its faults at once', () => {
  const results: Result[] = [];

  test.each(combinations)('$title', { timeout: longTestMs }, async ({ names }) => {
    const { code, report, reached } = await checkAll(names);
    const failed = idsWith(report, 'fail');
    const isFound = (name: string) => faultNamed(name).violates.some((id) => failed.includes(id));
    const hidden = names.filter((name) => !isFound(name));
    results.push({ names, hidden, covered: listCovered(hidden, names, reached) });
    expect(idsBlockedByNothing(report)).toEqual([]);
    expect(hidden.length).toBeLessThan(names.length);
    expect(code).toBe(1);
  });

  // One fault can stand before another, and a sample of few may hold more of those that are rare.
  test('in all but a few runs', () => {
    const withHidden = results.filter(({ hidden }) => hidden.length > 0);
    const uncovered = results.filter(({ hidden, covered }) => hidden.length > covered.length);
    printFigures(
      `Of ${results.length} servers with several faults, ${withHidden.length} hid one, ${uncovered.length} of them one that could have been seen.`,
    );
    const most = isFull ? 0.02 * results.length : 2;
    expect(uncovered.length, JSON.stringify(uncovered, null, 1)).toBeLessThanOrEqual(most);
  });
});
