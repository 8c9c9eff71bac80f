/** Tests the suite itself: it accuses no server at open points of the specification. */
import { afterAll, expect, test } from 'vitest';
import { isFull, share } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import type { Variation } from '../../faulty/variations/variation.js';
import { type VariationName, variations } from '../../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsWith } from '../survey.js';

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

/** In `npm test`, one half for a share of the variations, and for all what they concern. */
const surveyed = share(names, 4);

function select(name: VariationName): readonly string[] {
  const { concerns = [] }: Variation = variations[name];
  const half = surveyed.includes(name) ? (halves[surveyed.indexOf(name) % 2] ?? []) : [];
  return isFull ? [] : ['--only', [...half, ...concerns].join(',')];
}

const accepted = names.filter((name) => {
  const { concerns }: Variation = variations[name];
  return concerns !== undefined || surveyed.includes(name);
});

// A check waits for the second of the clock to change.
test.concurrent.each(accepted)('accepts the variation: %s', async (name) => {
  const { profile = 'basic' }: Variation = variations[name];
  const server = await startConformingServer({ profile, variations: [name] });
  try {
    const argv = [...argumentsFor(server), '--profile', profile, ...select(name)];
    const { code, report } = await runCheck(argv);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});
