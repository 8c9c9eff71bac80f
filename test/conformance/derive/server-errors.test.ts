/** Server errors for valid requests: what they are a fault of, and where they are documented. */
import { afterAll, expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import { removeFolders } from '../run-check.js';
import { checkLending } from './lending/check-lending.js';
import type { Lending, Received } from './lending/server.js';

afterAll(removeFolders);

/** Lets the service answer some requests with 500. */
const failing = (isMeant: (request: Received) => boolean) => (service: Lending) => {
  service.before = (request) => (isMeant(request) ? service.fail(500) : undefined);
};

test('a server error for letters beyond ASCII is found', async () => {
  const plant = failing(({ route, text }) => route === 'POST /tools' && /[^ -~\s]/.test(text));
  const { failed, stdout } = await checkLending(plant, ['--only', 'create-tool.texts']);
  expect(failed, stdout).toEqual(['create-tool.texts']);
});

test('an operation that always fails is one failure', async () => {
  const plant = failing(({ route, reader }) => route === 'PUT /tools/{toolId}' && 'name' in reader);
  const argv = ['--only', 'replace-tool.*,get-tool.*'];
  const { failed, stdout } = await checkLending(plant, argv);
  expect(failed, stdout).toEqual(['replace-tool.response.status']);
});

test.each([
  ['404', true],
  ['503', false],
  ['5XX', false],
  ['default', false],
])('beside a documented %s, a server error is a fault: %s', (documented, isFault) => {
  const errors = { [documented]: { description: 'error' } };
  const properties = { id: { type: 'integer', readOnly: true }, title: { type: 'string' } };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const responses = { 200: { description: 'a thing', content }, ...errors };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const { requirements } = derive(
    describeDocument({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': { post: { operationId: 'create', requestBody: { content }, responses } },
        '/things/{id}': { parameters, get: { responses }, delete: { responses } },
      },
    }),
    { takenOptions: [] },
  );
  const [scenario] = requirements.find(({ id }) => id === 'create.texts')?.scenarios ?? [];
  const steps = (scenario?.steps ?? []).map(({ text }) => text);
  expect(steps).toContain('the requirement applies only if the status is a success');
  expect(steps.includes('the status is not a server error')).toBe(isFault);
});
