/** Limits that cannot be used. */
import { expect, test } from 'vitest';
import { defaultLimits, findWrongLimit } from '../../../reference-server/http/limits.js';
import { createServer } from '../../../reference-server/index.js';
import { temporaryProject } from '../support/temporary.js';

const names = Object.keys(defaultLimits) as (keyof typeof defaultLimits)[];

test.each(names)('%s must be a whole number within bounds', (name) => {
  for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(findWrongLimit({ ...defaultLimits, [name]: value })).toMatch(
      new RegExp(`^The limit ${name} must be a whole number from [01] to \\d+, not ${value}\\.$`),
    );
  }
});

test('a start with a wrong limit ends with one sentence', async () => {
  const project = temporaryProject({ 'api/a.wren': '' });
  const start = createServer({ project, limits: { headerTime: 40_000 } });
  await expect(start).rejects.toThrow(
    'The limit headerTime (40000) must not be above requestTime (30000), which includes it.',
  );
  await expect(start).rejects.toMatchObject({ exitCode: 2 });
});

/** Limits that Node and SQLite check, too. */
const passedOn = ['header', 'headerTime', 'requestTime', 'idleTime', 'databaseWait'] as const;

test.each(passedOn)(
  'a server starts with each extreme %s beside others, unless it is refused',
  async (one) => {
    const project = temporaryProject({ 'api/a.wren': '' });
    const extremes = (name: keyof typeof defaultLimits) => [defaultLimits[name], 1, 2 ** 31 - 1];
    for (const other of passedOn.slice(passedOn.indexOf(one) + 1)) {
      for (const first of extremes(one)) {
        for (const second of extremes(other)) {
          const limits = { [one]: first, [other]: second };
          const problem = findWrongLimit({ ...defaultLimits, ...limits });
          const start = createServer({ project, database: ':memory:', limits });
          if (problem !== undefined) await expect(start).rejects.toThrow(problem);
          else await (await start).database.close();
        }
      }
    }
  },
);
