import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, it } from 'vitest';
import { withRecordedExamples } from '../../api-docs/recorded-examples.js';
import type { DescribedExchange } from '../../conformance/http/described-exchange.js';
import type { RequirementResult } from '../../conformance/report/model.js';
import { sampleReport, sampleRequirement } from '../conformance/report/sample.js';

const media = { schema: { type: 'object' as const }, example: { invented: true } };
const described: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  info: { title: 'An API', version: '1' },
  paths: {
    '/api/users': {
      post: {
        requestBody: { content: { 'application/json': media } },
        responses: {
          '201': { description: 'Created', content: { 'application/json': media } },
          '400': { $ref: '#/components/responses/Bad' },
        },
      },
    },
  },
  components: {
    responses: { Bad: { description: 'Bad', content: { 'application/json': media } } },
  },
};

function exchange(status: number, sent: unknown, got: unknown): DescribedExchange {
  const request = { method: 'POST', url: 'http://t/api/users', headers: {} };
  return {
    request: { ...request, body: JSON.stringify(sent) },
    response: { status, headers: [], body: JSON.stringify(got) },
    failure: null,
    durationMs: 1,
    curl: '',
  };
}

function requirementWith(
  verdict: 'pass' | 'fail',
  exchanges: DescribedExchange[],
): RequirementResult {
  const row = sampleRequirement(verdict);
  return { ...row, cases: row.cases.map((one) => ({ ...one, exchanges })) };
}

it('shows requests and answers of passed cases', () => {
  const requirements = [
    requirementWith('fail', [exchange(201, { name: 'x' }, { id: 'wrong' })]),
    requirementWith('pass', [
      exchange(400, {}, { error: 'The name is missing.' }),
      exchange(201, { name: 'Ada' }, { id: 7 }),
    ]),
  ];
  const filled = withRecordedExamples(described, sampleReport({ requirements }));
  const post = filled.paths?.['/api/users']?.post;
  const content = (examples: unknown) => ({
    'application/json': expect.objectContaining(examples),
  });
  expect(post?.requestBody).toMatchObject({ content: content({ example: { name: 'Ada' } }) });
  const summary = 'POST /api/users';
  expect(post?.responses).toMatchObject({
    201: { content: content({ examples: { 'without query': { summary, value: { id: 7 } } } }) },
    400: {
      description: 'Bad',
      content: content({
        examples: { 'without query': { summary, value: { error: 'The name is missing.' } } },
      }),
    },
  });
  expect(JSON.stringify(post?.responses)).not.toContain('invented');
});

it('keeps the examples of the description without recorded exchanges', () => {
  expect(withRecordedExamples(described, sampleReport({ requirements: [] }))).toEqual(described);
});

it('finds exchanges for path templates, relative to the base URL', () => {
  const document: OpenAPIV3_1.Document = {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps/{id}': {
        put: {
          requestBody: { $ref: '#/components/requestBodies/Lamp' },
          responses: { '200': { description: 'Changed', content: { 'application/json': media } } },
        },
      },
    },
    components: { requestBodies: { Lamp: { content: { 'application/json': media } } } },
  };
  const put = exchange(200, { on: true }, { id: 7, data: null });
  const sent = { ...put, request: { ...put.request, method: 'PUT', url: 'http://t/v1/lamps/7' } };
  const report = sampleReport({ requirements: [requirementWith('pass', [sent])] });
  const [server] = report.target.servers;
  const servers = server === undefined ? [] : [{ ...server, url: 'http://t/v1' }];
  const filled = withRecordedExamples(document, {
    ...report,
    target: { ...report.target, servers },
  });
  expect(filled.paths?.['/lamps/{id}']?.put).toMatchObject({
    requestBody: { content: { 'application/json': { example: { on: true } } } },
    responses: {
      200: {
        content: {
          'application/json': { examples: { 'without query': { value: { id: 7, data: null } } } },
        },
      },
    },
  });
});
