/** Large descriptions become scenarios in time that grows with their size. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deriveSuite } from '../../../conformance/derive/derived-suite.js';
import { compileFeature } from '../../../conformance/scenarios/compile-feature.js';
import { processorTimeOf } from '../../durations.js';
import { makeFolder, removeFolders } from '../run-check.js';

afterAll(removeFolders);

const text = { type: 'string' };
const thing = { type: 'object', required: ['id'], properties: { id: text, name: text } };
const content = { 'application/json': { schema: thing } };
const responses = { 200: { description: 'a thing', content } };
const requestBody = { required: true, content };
const id = { name: 'id', in: 'path', required: true, schema: text };

/** A file with a description of some resources, with an action that no request prepares. */
function describe(count: number): string {
  const paths = Array.from({ length: count }, (_, index) => ({
    [`/things/${index}`]: { post: { requestBody, responses } },
    [`/things/${index}/all/{id}`]: { parameters: [id], get: { responses }, delete: { responses } },
    [`/others/${index}/all/{id}/parts`]: { parameters: [id], get: { responses } },
  }));
  const info = { title: 'Things', version: '1' };
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info, paths: Object.assign({}, ...paths) }),
  );
  return file;
}

test('four times as many operations take less than eight times as long', async () => {
  const timeFor = (count: number) => {
    const file = describe(count);
    return processorTimeOf(() => {
      const features = deriveSuite(file, { takenOptions: [] }).derived?.features ?? [];
      expect(features.map(({ text, path }) => compileFeature(text, path))).not.toEqual([]);
    });
  };
  await timeFor(30);
  const [small, large] = [await timeFor(40), await timeFor(160)];
  expect(large / small).toBeLessThan(8);
});
