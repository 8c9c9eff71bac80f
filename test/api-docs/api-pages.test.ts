/** Content of the API page, and its safety against hostile descriptions. */
import { describe, expect, it } from 'vitest';
import { renderApiPages } from '../../api-docs/api-pages.js';
import type { Document } from '../../api-docs/description.js';

const answer = { 200: { description: 'Fine' } };

/** The text of the page for a description with these parts, with collapsed white space. */
function textOf(parts: Readonly<Record<string, unknown>>): string {
  const [, main = ''] = pageOf(parts).split('<main>');
  return main
    .replace(/<script>.*<\/script>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}

function pageOf(parts: Readonly<Record<string, unknown>>): string {
  return pagesOf(parts).get('index.html') ?? '';
}

function pagesOf(parts: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const info = { title: 'An API', version: '1' };
  return renderApiPages({ openapi: '3.1.0', info, paths: {}, ...parts } as Document, undefined);
}

it.each([
  [true, 'that check it, and the decisions where the specification is silent.'],
  [false, 'that check it.'],
])('mentions decisions only if the catalogue has some: %s', (hasDecisions, expected) => {
  const info = { title: 'An API', version: '1' };
  const document = { openapi: '3.1.0', info, paths: {} } as Document;
  const pages = renderApiPages(document, { file: 'requirements.html', hasDecisions });
  expect(pages.get('index.html')).toContain(expected);
});

/** A description whose only answer has this schema. */
function withSchema(schema: unknown, schemas: unknown = {}): Readonly<Record<string, unknown>> {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Fine', content } };
  return { paths: { '/a': { get: { responses } } }, components: { schemas } };
}

describe('the page of an API, for operations', () => {
  it('lists operations by tag, then operations without a tag, then webhooks', () => {
    const text = textOf({
      tags: [{ name: 'second', description: 'The *second* one' }],
      paths: {
        '/a': { get: { tags: ['first'], summary: 'Reads it', responses: answer } },
        '/b': { patch: { tags: ['second'], responses: answer }, delete: { responses: answer } },
      },
      webhooks: { news: { post: { summary: 'Brings news', responses: answer } } },
    });
    expect(text).toMatch(
      /second The second one PATCH \/b .*first Reads it GET \/a .*Operations DELETE \/b .*Brings news POST news/,
    );
  });

  it('has a curl command with the examples, credentials and the server', () => {
    const id = { name: 'id', in: 'path', required: true, example: 7 };
    const content = { 'application/json': { example: { name: "O'Hara" } } };
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const put = { parameters: [id], requestBody: { content }, responses: answer };
    const text = textOf({
      servers: [{ url: 'https://a.example/v1/' }],
      components: { securitySchemes: { 'the-key': key } },
      security: [{ 'the-key': [] }],
      paths: { '/a/{id}/{part}': { put } },
    }).replaceAll('&#39;', "'");
    expect(text).toContain(
      `Copy curl curl -ig -X PUT 'https://a.example/v1/a/7/{part}' -H "X-Key: $TOUCHSTONE_THE_KEY" -H 'Content-Type: application/json' --data-raw '{"name":"O'\\''Hara"}'`,
    );
  });

  it('has a curl command with a body by its schema, where there is no example', () => {
    const schema = {
      type: 'object',
      required: ['title', 'mail', 'count'],
      properties: {
        title: { type: 'string' },
        mail: { type: 'string', format: 'email' },
        count: { type: 'integer', minimum: 3 },
      },
    };
    const requestBody = { content: { 'application/json': { schema } } };
    const impossible = { content: { 'application/json': { schema: { not: {} } } } };
    const text = textOf({
      paths: {
        '/a': { post: { requestBody, responses: answer } },
        '/b': { post: { requestBody: impossible, responses: answer } },
      },
    }).replaceAll('&#39;', "'");
    expect(text).toContain(
      `/a -H 'Content-Type: application/json' --data-raw '{"title":"text","mail":"text@example.com","count":3}'`,
    );
    expect(text).toContain('curl -ig -X POST http://localhost/b Request body');
  });

  it('lists the parameters of a path, which an operation can override', () => {
    const shared = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
    const own = { name: 'id', in: 'path', description: 'The own one', schema: { type: 'string' } };
    const other = { name: 'X-Other', in: 'header', schema: { type: 'boolean' } };
    const item = { parameters: [shared, other], get: { parameters: [own], responses: answer } };
    const text = textOf({ paths: { '/a/{id}': item } });
    expect(text).toContain('id string in path The own one X-Other boolean in header');
    expect(text).not.toContain('integer');
  });

  it('lists the accepted credentials', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
    };
    const security = [{}, { key: [] }, { key: [], token: [] }];
    const text = textOf({
      components: { securitySchemes },
      paths: { '/a': { get: { security, responses: answer } } },
    });
    expect(text).toContain('Credentials: none, or key , or key and token');
    expect(text).toContain('key header X-Key token HTTP authentication, scheme bearer');
  });
});

describe('the page of an API, for schemas and references', () => {
  it.each([
    [{ type: ['integer', 'null'], minimum: 1, default: 3 }, 'integer or null at least 1 default 3'],
    [{ type: 'string', nullable: true, maxLength: 9 }, 'string or null maximum length 9'],
    [{ enum: ['a', 'b'], deprecated: true }, 'any one of "a" , "b" deprecated'],
    [{ const: 7 }, '7'],
    [
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
      'array of string no two alike',
    ],
    [{ type: 'array', items: { type: 'string', format: 'date' } }, 'array of string'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [true, 'any'],
  ])('describes the schema %j', (schema, words) => {
    expect(textOf(withSchema(schema))).toContain(`application/json ${words} `);
  });

  it('lists members, nested members and the members of all parts of allOf', () => {
    const inner = { type: 'object', properties: { zip: { type: 'string', pattern: '^\\d+$' } } };
    const left = { type: 'object', required: ['a'], properties: { a: inner } };
    const right = { type: 'object', additionalProperties: { type: 'number' } };
    expect(textOf(withSchema({ allOf: [left, right] }))).toMatch(
      /a object required zip string pattern \^\\d\+\$ any other member number/,
    );
  });

  it('ends a recursive schema with a link', () => {
    const Tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    const page = pageOf(withSchema({ $ref: '#/components/schemas/Tree' }, { Tree }));
    expect(page).toContain('id="schema-Tree"');
    expect(page).toContain('array of <a href="#schema-Tree">Tree</a>');
  });

  it('shows all examples, and otherwise the example of the schema', () => {
    const media = (more: object) => ({ 'application/json': { schema: {}, ...more } });
    const examples = { one: { summary: 'Of one', value: { n: 1 } }, two: { value: [2] } };
    const schema = { type: 'string', examples: ['from the schema'] };
    const responses = {
      200: { description: 'Fine', content: media({ examples }) },
      400: { description: 'Bad', content: media({ schema }) },
    };
    const requestBody = { content: media({ example: { sent: true } }) };
    const text = textOf({ paths: { '/a': { post: { requestBody, responses } } } });
    expect(text).toMatch(/Request .* "sent": true .* 200 · Of one .* "n": 1 .* 200 · two .* 2 /);
    expect(text).toContain('400 from the schema');
  });

  it('omits the targets of broken references', () => {
    const responses = { 200: { $ref: '#/components/responses/None' } };
    const schema = { $ref: '#/components/schemas/None' };
    expect(textOf({ paths: { '/a': { get: { responses } } } })).toContain('GET /a');
    expect(textOf(withSchema(schema))).toContain('application/json None');
  });
});

describe('an untrusted description', () => {
  const described = (description: string) =>
    pageOf({ info: { title: 'An API', version: '1', description } });

  it('cannot add HTML', () => {
    const page = described(
      '<img src=x onerror=alert(1)> and <b>bold</b>\n\n<script>alert(2)</script>',
    );
    expect(page).not.toMatch(/<img|<b>|<script>alert/);
    expect(page).toContain('&lt;b&gt;bold');
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'has no link to %s',
    (address) => expect(described(`[here](${address})`)).not.toMatch(/href="(?!#|openapi)/),
  );

  it.each(['https://a.example/b', 'mailto:a@a.example', 'other.html#part', '#schema-A', '/b:c'])(
    'has a link to %s',
    (address) => expect(described(`[here](${address})`)).toContain(`<a href="${address}">here</a>`),
  );

  it('loads no picture', () => {
    expect(described('![A *plan*](https://a.example/plan.png)')).not.toContain('a.example');
  });
});

describe('a description with more operations than a page can have', () => {
  const tags = ['Cats & dogs', 'cats, dogs', '日本'];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const get = (index: number) => ({
    operationId: `get-${index}`,
    tags: [tags[index % tags.length]],
    security: [{ key: [] }],
    responses: { 200: { description: `See [the next](#operation-get-${index + 1}).`, content } },
  });
  const paths = Object.fromEntries(
    Array.from({ length: 301 }, (_, index) => [`/a${index}`, { get: get(index) }]),
  );
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const parts = {
    paths,
    components: { schemas: { Pet: { type: 'object' } }, securitySchemes: { key } },
  };

  it('has a page for each tag and one for the schemas, and links between them', () => {
    const pages = pagesOf(parts);
    expect([...pages.keys()]).toEqual([
      ...['index.html', 'operations-cats-dogs.html', 'operations-cats-dogs-2.html'],
      ...['operations-日本.html', 'schemas.html'],
    ]);
    const broken = [...pages].flatMap(([file, page]) =>
      [...page.matchAll(/ href="([^"#]*)#([^"]+)"/g)].filter(
        ([, other, id]) => !pages.get(other || file)?.includes(` id="${id}"`),
      ),
    );
    // The last description names an operation that does not exist.
    expect(broken.map(([link]) => link)).toEqual([' href="#operation-get-301"']);
    expect(pages.get('operations-cats-dogs.html')).toContain('href="schemas.html#schema-Pet"');
  });

  it('has all operations on the overview, and each on one page', () => {
    const pages = pagesOf(parts);
    const home = pages.get('index.html') ?? '';
    expect(home.match(/<li class="part">/g)).toHaveLength(301);
    expect(home).toContain('href="operations-日本.html#operation-get-2"');
    const sections = [...pages.values()].flatMap((page) => page.match(/id="operation-/g) ?? []);
    expect(sections).toHaveLength(301);
  });

  it('is one page up to 300 operations', () => {
    const { '/a300': _left, ...fewer } = paths;
    expect([...pagesOf({ ...parts, paths: fewer }).keys()]).toEqual(['index.html']);
  });
});
