/** Parameters in all styles, and what is said about their lists and objects. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

/** What follows from a description whose only operation has some parameters. */
function deriveWith(parameters: readonly object[], path = '/things') {
  const responses = { 200: { description: 'things' }, 400: { description: 'Bad request' } };
  const paths = { [path]: { get: { operationId: 'list', parameters, responses } } };
  const info = { title: 'Things', version: '1' };
  const components = {
    mediaTypes: {
      Filter: { schema: { type: 'object', required: ['a'], properties: { a: { const: 1 } } } },
    },
  };
  const api = describeDocument({ openapi: '3.2.0', info, paths, components });
  return derive(api, { takenOptions: [] }).requirements;
}

const list = { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a,b', 'c d'] } };
const object = {
  type: 'object',
  required: ['x', 'y'],
  properties: { x: { const: 1 }, y: { const: 'z' } },
};

test.each<[string, object, string]>([
  ['a text', { schema: { const: 'a b' } }, '?p=a%20b'],
  ['a list', { schema: list }, '?p=a,b&p=c%20d'],
  ['a list with commas', { schema: list, explode: false }, '?p=a,b,c%20d'],
  ['a list with spaces', { schema: list, style: 'spaceDelimited' }, '?p=a,b%20c%20d'],
  ['a list with pipes', { schema: list, style: 'pipeDelimited' }, '?p=a,b%7Cc%20d'],
  ['an object', { schema: object }, '?x=1&y=z'],
  ['an object with commas', { schema: object, explode: false }, '?p=x,1,y,z'],
  ['a deep object', { schema: object, style: 'deepObject' }, '?p%5Bx%5D=1&p%5By%5D=z'],
  [
    'JSON',
    { content: { 'application/json': { schema: { const: { a: 1 } } } } },
    '?p=%7B%22a%22%3A1%7D',
  ],
  [
    'a whole query',
    {
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': { $ref: '#/components/mediaTypes/Filter' } },
    },
    '?a=1',
  ],
])('%s in the query is written as its style says', (_name, parameter, query) => {
  const [first] = deriveWith([{ name: 'p', in: 'query', required: true, ...parameter }]);
  expect(first?.scenarios[0]?.steps.map(({ text }) => text)).toContain(
    `I send GET /things${query}`,
  );
});

test('a list in a header is written with commas', () => {
  const [first] = deriveWith([{ name: 'p', in: 'header', required: true, schema: list }]);
  expect(first?.scenarios[0]?.steps[0]?.text).toBe('I set the header p to "a,b,c d"');
});

test('a text is a list of one item, so that only its items are judged', () => {
  const parameters = [
    { name: 'words', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
    {
      name: 'pair',
      in: 'query',
      schema: { type: 'array', minItems: 2, items: { type: 'integer' } },
    },
    { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
    { name: 'json', in: 'query', content: { 'application/json': { schema: { type: 'integer' } } } },
  ];
  const constraints = deriveWith(parameters).filter(({ kind }) => kind === 'constraints');
  expect(constraints.map(({ statement }) => statement)).toEqual([
    'GET /things rejects a request in which ids has an item that is no integer (type).',
    'GET /things rejects a request in which ids has an item that is a fraction (integer).',
  ]);
});

test.each(['label', 'matrix'])('a path in the style %s is not sent', (style) => {
  const id = { name: 'id', in: 'path', required: true, style, schema: { enum: ['a'] } };
  const [first] = deriveWith([id], '/things/{id}');
  expect(first?.unfinished).toBe(`the path has {id} in the style ${style}`);
});
