/** Lists in pages, which a sentence reads to their end. */
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import { findingsIn } from '../lint/suite-folder.js';
import { removeFolders } from '../run-check.js';
import { type MadeUpAnswer, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);
afterAll(removeFolders);

/** Performs steps with a server whose answers depend on the path; default: 404. */
async function read(steps: string, pages: Readonly<Record<string, MadeUpAnswer>>) {
  const answers = ({ path }: RequestSpecification): MadeUpAnswer =>
    pages[path] ?? { status: 404, json: {} };
  const result = await perform(steps, { answers });
  return { said: summarize(result), paths: result.requests.map(({ path }) => path), result };
}

const follow = 'When I send GET /todos and follow ${$.next} for up to 5 pages\n';
const three = (last: object): Readonly<Record<string, MadeUpAnswer>> => ({
  '/todos': { json: { items: [{ id: 1 }, { id: 2 }], next: '/todos?page=2' } },
  '/todos?page=2': { json: { items: [{ id: 3 }], next: 'http://target/todos?page=3' } },
  '/todos?page=3': { json: { items: [{ id: 4 }], ...last } },
});

describe('a list in pages', () => {
  test.each([
    ['absent', {}],
    ['null', { next: null }],
    ['empty', { next: '' }],
    ['false', { next: false }],
  ])('is read until the next page is %s, and judged as a whole', async (_what, last) => {
    const steps = `${follow}Then the elements of $[*].items[*].id are [1, 2, 3, 4] in this order`;
    const { said, paths } = await read(steps, three(last));
    expect(said).toBe('pass');
    expect(paths).toEqual(['/todos', '/todos?page=2', '/todos?page=3']);
  });

  test('may be a single page', async () => {
    const { said } = await read(`${follow}Then the body is exactly [{"items": []}]`, {
      '/todos': { json: { items: [] } },
    });
    expect(said).toBe('pass');
  });

  test('names the page of a mismatch', async () => {
    const steps = `${follow}Then the elements of $[*].items[*].id are unique`;
    const pages = { ...three({}), '/todos?page=3': { json: { items: [{ id: 1 }] } } };
    const { said } = await read(steps, pages);
    expect(said).toBe(
      'fail: body[2].items[0].id: expected another value than body[0].items[0].id, observed 1',
    );
  });

  test('may have its links in a header', async () => {
    const steps =
      'When I send GET /todos?limit=1 and follow ${link:next} for up to 5 pages\nThen $[*][*].id has 2 elements';
    const { said } = await read(steps, {
      '/todos?limit=1': { json: [{ id: 1 }], headers: { Link: '</todos?page=2>; rel="next"' } },
      '/todos?page=2': { json: [{ id: 2 }] },
    });
    expect(said).toBe('pass');
  });

  test('may have cursors instead of links', async () => {
    const steps =
      'When I send GET /todos?limit=1 and follow /todos?limit=1&after=${$.cursor} for up to 5 pages\nThen $[*].items[*].id has 2 elements';
    const { said } = await read(steps, {
      '/todos?limit=1': { json: { items: [{ id: 1 }], cursor: 7 } },
      '/todos?limit=1&after=7': { json: { items: [{ id: 2 }], cursor: null } },
    });
    expect(said).toBe('pass');
  });

  test('has the status and the headers of its last page', async () => {
    const steps = `${follow}Then the header X-Page is "3"\nAnd the status is 200`;
    const pages = three({});
    const last = { ...pages['/todos?page=3'], headers: { 'X-Page': '3' } };
    expect((await read(steps, { ...pages, '/todos?page=3': last })).said).toBe('pass');
  });
});

describe('a list without an end', () => {
  test('fails when a page leads back to one before', async () => {
    const { said, paths } = await read(follow, three({ next: '/todos?page=2' }));
    expect(said).toBe(
      'fail: page 3: expected the link to a page that was not read before, observed "/todos?page=2"',
    );
    expect(paths).toHaveLength(3);
  });

  test('fails after the most pages', async () => {
    const steps = 'When I send GET /todos and follow ${$.next} for up to 2 pages';
    const { said, paths } = await read(steps, three({}));
    expect(said).toBe('fail: page 2: expected the last page, observed the link to "/todos?page=3"');
    expect(paths).toHaveLength(2);
  });
});

describe('a page that cannot be read', () => {
  const broken = { ...three({}), '/todos?page=2': { status: 500, json: {} } };

  test('fails', async () => {
    const { said } = await read(follow, broken);
    expect(said).toBe('fail: status: expected a success, observed 500');
  });

  test('blocks when it prepares', async () => {
    const { said } = await read(follow.replace('When', 'Given'), broken);
    expect(said).toBe(
      'blocked: GET /todos?page=2 was answered with 500, but the scenario needs a success',
    );
  });

  test('fails when it is not JSON', async () => {
    const { said } = await read(follow, { ...three({}), '/todos?page=2': { text: 'two' } });
    expect(said).toContain('fail: body: expected JSON');
  });
});

test('each page is judged by the OpenAPI description', async () => {
  const schema = '{ type: object, properties: { items: { type: array } } }';
  const openapi = `openapi: 3.1.0
info: { title: Todos, version: '1' }
paths:
  /todos:
    get:
      responses:
        '200': { description: some, content: { application/json: { schema: ${schema} } } }
`;
  const steps = `${follow}Then the answer conforms to the OpenAPI description`;
  const answers =
    (third: unknown) =>
    ({ path }: RequestSpecification) =>
      three({ items: third })[path] ?? {};
  expect(summarize(await perform(steps, { openapi, answers: answers([]) }))).toBe('pass');
  expect(summarize(await perform(steps, { openapi, answers: answers(7) }))).toBe(
    'fail: body[2].items: expected what the OpenAPI description says (must be array), observed 7',
  );
});

test('lint takes the reading of all pages for a judgement', async () => {
  const findings = await findingsIn({
    'features/lamp.feature': `Feature: Lamps
  @req:lamp.switch.on
  Scenario: All
    When I send GET /lamps and follow \${$.next} for up to 5 pages
`,
  });
  expect(findings.filter((one) => one.includes('judges nothing'))).toEqual([]);
});

test('lint demands a value from the answer, and knows that the first page gives it', async () => {
  const findings = await findingsIn({
    'features/lamp.feature': `Feature: Lamps
  @req:lamp.switch.on
  Scenario: All
    When I send GET /lamps and follow \${$.next} for up to 5 pages
    Then $[*][*] is present
    When I send GET /lamps and follow /lamps?page=2 for up to 5 pages
    Then $[*][*] is present
    When I send GET /lamps?after=\${$.next} and follow \${$.next for up to 5 pages
`,
  });
  expect(findings.filter((one) => /lamp\.feature:[46]/.test(one))).toEqual([
    expect.stringContaining(
      'lamp.feature:6: "/lamps?page=2" is the same for all pages: it needs a value from the answer, such as ${$.next} or ${link:next}.',
    ),
  ]);
});
