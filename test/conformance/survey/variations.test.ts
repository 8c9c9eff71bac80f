/** Tests the suite itself: it accuses no server at open points of the specification. */
import { afterAll, expect, test } from 'vitest';
import { startConformingServer } from '../../faulty/conforming-server.js';
import type { Variation } from '../../faulty/variations/variation.js';
import { type VariationName, variations } from '../../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsWith, isFull, longTestMs, surveySeed } from '../survey.js';

afterAll(removeFolders);

const names = Object.keys(variations) as VariationName[];

/** A few requirements of each kind, and all about single rows or pages, in two halves. */
const halves: readonly (readonly string[])[] = [
  [
    ...['*.create.status', '*.create.echo', '*.create.description-as-given', '*.read.*', 'cors.*'],
    ...['products.list.rows', 'products.update.answer', '*.delete.*', '*.fields.created-at'],
  ],
  [
    ...['users.list.*', 'users.update.*', 'products.list.envelope', 'products.list.page-default'],
    ...['auth.api-key.missing', 'http.*', 'errors.*'],
  ],
];

/** One half for each variation; changes of the suite draw again. */
const drawHalf = (place: number) => halves[(place + surveySeed) % 2] ?? [];

// A check waits for the second of the clock to change.
test.concurrent.each(names)('accepts the variation: %s', { timeout: longTestMs }, async (name) => {
  const { profile = 'basic', concerns = [] }: Variation = variations[name];
  const server = await startConformingServer({ profile, variations: [name] });
  try {
    const selection = isFull
      ? []
      : ['--only', [...drawHalf(names.indexOf(name)), ...concerns].join(',')];
    const argv = [...argumentsFor(server), '--profile', profile, ...selection];
    const { code, report } = await runCheck(argv);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});
