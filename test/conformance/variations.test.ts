/** Tests the suite itself: nobody is accused of what the specification leaves open. */
import { afterAll, expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import type { Variation } from '../faulty/variations/variation.js';
import { type VariationName, variations } from '../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import { idsWith, isFull, longTestMs } from './survey.js';

afterAll(removeFolders);

const names = Object.keys(variations) as VariationName[];

/** A few of each kind, and whatever is about a single row or page. */
const quick = [
  ...['*.create.status', '*.create.echo', '*.create.description-as-given', '*.read.*'],
  ...['users.list.*', 'users.update.*', 'products.list.envelope', 'products.list.page-default'],
  ...['products.list.rows', 'products.update.answer', '*.delete.*', '*.fields.created-at'],
  ...['auth.api-key.missing', 'cors.*', 'http.*', 'errors.*'],
];

test.each(names)('a server may vary: %s', { timeout: longTestMs }, async (name) => {
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
