/** Tests the suite itself: it accuses no server at open points of the specification. */
import { afterAll, expect, test } from 'vitest';
import { startConformingServer } from '../../faulty/conforming-server.js';
import type { Variation } from '../../faulty/variations/variation.js';
import { type VariationName, variations } from '../../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsWith, isFull, longTestMs } from '../survey.js';

afterAll(removeFolders);

const names = Object.keys(variations) as VariationName[];

/** A few requirements of each kind, and all about single rows or pages. */
const quick = [
  ...['*.create.status', '*.create.echo', '*.create.description-as-given', '*.read.*'],
  ...['users.list.*', 'users.update.*', 'products.list.envelope', 'products.list.page-default'],
  ...['products.list.rows', 'products.update.answer', '*.delete.*', '*.fields.created-at'],
  ...['auth.api-key.missing', 'cors.*', 'http.*', 'errors.*'],
];

test.each(names)('accepts the variation: %s', { timeout: longTestMs }, async (name) => {
  const { profile = 'basic', concerns = [] }: Variation = variations[name];
  const server = await startConformingServer({ profile, variations: [name] });
  try {
    const selection = isFull ? [] : ['--only', [...quick, ...concerns].join(',')];
    const argv = [...argumentsFor(server), '--profile', profile, ...selection];
    const { code, report } = await runCheck(argv);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});
