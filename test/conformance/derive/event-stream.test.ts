/** A stream of events need not end, so a derived check reads its status and headers alone. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { Report } from '../../../conformance/report/model.js';
import { listen } from '../../faulty/listen.js';
import { describeApi } from '../init/new-suite.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const description = describeApi({
  '/events': {
    get: {
      operationId: 'events',
      responses: { 200: { description: 'all', content: { 'text/event-stream': {} } } },
    },
  },
});

/** Checks a server that answers with this type, and ends an answer only if told so. */
async function checkStream(type: string, ends = false) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).write(': welcome\n\n');
    if (ends) response.end();
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  const folder = makeFolder();
  writeFileSync(join(folder, 'api.yaml'), stringify(description));
  const argv = ['--openapi', 'api.yaml', '--base-url', url];
  return await runCheck(argv, {}, folder);
}

const verdictsIn = (report: Report | undefined) =>
  report?.requirements.map(({ id, verdict }) => [id, verdict]);

test('of the documented type', async () => {
  const { code, report } = await checkStream('text/event-stream; charset=utf-8');
  expect(verdictsIn(report)).toEqual([
    ['events.response.status', 'pass'],
    ['events.response.body', 'pass'],
  ]);
  expect(code).toBe(0);
});

test('of another type', async () => {
  const { report } = await checkStream('text/plain', true);
  expect(verdictsIn(report)).toContainEqual(['events.response.body', 'fail']);
});
