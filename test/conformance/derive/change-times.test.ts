/** Whether the description of a member says that each update moves it. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

test.each([
  ['The time of the last change.', true],
  ['When the task was last updated (UTC)', true],
  ['Last modified', true],
  ['Timestamp of the most recent modification.', true],
  ['When the task was changed last.', true],
  ['The time of a change.', false],
  ['When the title was last changed.', false],
  ['When it was last changed by an editor.', false],
  ['When it was last updated from the calendar.', false],
  ['Time of the last synchronization. Not changed by clients.', false],
])('%s: %s', (description, isStated) => {
  const title = { type: 'string' };
  const time = { type: 'string', format: 'date-time', readOnly: true };
  const properties = { id: { type: 'integer', readOnly: true }, title, created_at: time };
  const task = {
    type: 'object',
    required: ['id', 'title'],
    properties: { ...properties, updated_at: { ...time, description } },
  };
  const body = (schema: object) => ({ content: { 'application/json': { schema } } });
  const done = (status: number) => ({ [status]: { description: 'the task', ...body(task) } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const requestBody = body({ type: 'object', properties: { title } });
  const { requirements } = derive(
    describeDocument({
      openapi: '3.1.0',
      info: { title: 'Tasks', version: '1' },
      paths: {
        '/tasks': { post: { requestBody, responses: done(201) } },
        '/tasks/{id}': {
          parameters,
          get: { responses: done(200) },
          patch: { operationId: 'change', requestBody, responses: done(200) },
        },
      },
    }),
    { takenOptions: [] },
  );
  expect(requirements.map(({ id }) => id).includes('change.change-time')).toBe(isStated);
});
