/** What must not be in a list is found behind its first page, too. */
import { afterAll, expect, test } from 'vitest';
import { removeFolders } from '../run-check.js';
import { checkLending } from './lending/check-lending.js';
import type { Lending, Row } from './lending/server.js';

afterAll(removeFolders);

/** More rows of others than a page has without a limit. */
function addPage(rows: Row[]): void {
  const [first] = rows;
  for (let count = 0; count < 25; count += 1) rows.push({ ...first, id: crypto.randomUUID() });
}

test('reviews of other tools are found', async () => {
  const plant = (service: Lending) => {
    const { rows } = service;
    const others = rows.reviews.flatMap((one) => Array.from({ length: 25 }, () => one));
    const { below } = service;
    service.below = (kind, tool) =>
      kind === 'reviews' ? [...others, ...rows.reviews] : below(kind, tool);
  };
  const { failed, stdout } = await checkLending(plant, ['--only', 'list-reviews.empty']);
  expect(failed, stdout).toEqual(['list-reviews.empty']);
});

test('a tool that is rejected and stored is found', async () => {
  const plant = (service: Lending) => {
    const { rows, order } = service;
    addPage(rows.tools);
    service.order = (tools, sort) => (sort === null ? tools : order(tools, sort));
    service.before = ({ route, text, reader }) => {
      if (route !== 'POST /tools' || 'name' in reader) return undefined;
      rows.tools.push({ ...rows.tools[0], id: crypto.randomUUID(), ...JSON.parse(text) });
      return service.fail(401);
    };
  };
  const { failed, stdout } = await checkLending(plant, ['--only', 'create-tool.security.none']);
  expect(failed, stdout).toEqual(['create-tool.security.none']);
});
