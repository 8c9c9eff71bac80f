/** An API with most that descriptions show: what is found by the description alone, and what is not accused. */
import { afterAll, expect, test } from 'vitest';
import { share } from '../../../extent.js';
import { removeFolders } from '../../run-check.js';
import { checkLending } from './check-lending.js';
import { faults } from './faults.js';

afterAll(removeFolders);

test('a sound service conforms, and keeps the rows of others', async () => {
  const { code, rows, service, stdout } = await checkLending(() => {});
  const others = rows.filter(({ verdict, level }) => verdict !== 'pass' && level === 'must');
  expect(others, stdout).toEqual([]);
  expect(code).toBe(0);
  const { tools, reviews, shelves } = service.rows;
  expect(tools.map(({ title }) => title)).toEqual(['foreign']);
  expect(reviews.map(({ text }) => text)).toEqual(['foreign']);
  expect(shelves.map(({ label }) => label)).toEqual(['foreign']);
  expect(rows.length).toBeGreaterThan(330);
});

const shown = faults.flatMap(({ requirement, ...one }) =>
  requirement === undefined ? [] : [{ ...one, requirement }],
);

test.each(share(shown, 12))('finds that $name', async ({ requirement, plant }) => {
  const { failed, stdout } = await checkLending(plant, ['--only', requirement]);
  expect(failed, stdout).toEqual([requirement]);
});

test('observes what a path only suggests: whether a review is found below any tool', async () => {
  const found = faults.find(({ name }) => name === 'a review is found below any tool');
  const argv = ['--only', 'get-review.parent'];
  const { rows, failed } = await checkLending((service) => found?.plant(service), argv);
  expect(failed).toEqual([]);
  expect(rows.find(({ id }) => id === 'get-review.parent')).toMatchObject({ verdict: 'observed' });
});
