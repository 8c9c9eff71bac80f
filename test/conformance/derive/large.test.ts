/** Large descriptions are derived in time that grows with their size. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import { processorTimeOf } from '../../durations.js';

const text = { type: 'string' };
const thing = { type: 'object', required: ['id'], properties: { id: text, name: text } };
const content = { 'application/json': { schema: thing } };
const responses = { 200: { description: 'a thing', content } };
const requestBody = { required: true, content };
const id = { name: 'id', in: 'path', required: true, schema: text };

/** A description of some resources, with an action that no request prepares. */
function describe(count: number) {
  const paths = Array.from({ length: count }, (_, index) => ({
    [`/things-${index}`]: { post: { requestBody, responses } },
    [`/things-${index}/{id}`]: { parameters: [id], get: { responses }, delete: { responses } },
    [`/others-${index}/{id}/parts`]: { parameters: [id], get: { responses } },
  }));
  const info = { title: 'Things', version: '1' };
  return describeDocument({ openapi: '3.1.0', info, paths: Object.assign({}, ...paths) });
}

test('four times as many operations take less than eight times as long', async () => {
  const timeFor = (count: number) => {
    const api = describe(count);
    return processorTimeOf(() => derive(api, { takenOptions: [] }));
  };
  await timeFor(30);
  const [small, large] = [await timeFor(40), await timeFor(160)];
  expect(large / small).toBeLessThan(8);
});
