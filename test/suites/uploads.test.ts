/** A suite for uploads: GET is undefined, HEAD describes them, every request needs a version. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders, runCheck, runClean } from '../conformance/run-check.js';

afterAll(removeFolders);

const feature = `Feature: Uploads
  Background:
    Given I set the header X-Version to "1"
    And I set the header X-Api-Key to "sesame-42"
    And what POST \${parameter:endpoint} creates is cleaned up with DELETE \${header:Location}
    And I set the header X-Title to "\${unique}"

  @req:uploads.create
  Scenario: Creation
    When I send POST \${parameter:endpoint}
    Then the status is 201

  @req:uploads.append
  Scenario: Part
    Given I send POST \${parameter:endpoint}
    When I send PATCH \${header:Location}
    Then the status is 204
`;

const requirements = `requirements:
  - { id: uploads.create, section: "1", statement: "A POST creates an upload." }
  - { id: uploads.append, section: "1", statement: "A PATCH extends an upload.", needs: [uploads.create] }
`;

const description = `name: uploads
title: Uploads
requirements: requirements.yaml
features: features
parameters:
  endpoint: { help: path of the uploads, default: /v1/files }
`;

function writeSuite(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'features'));
  writeFileSync(join(folder, 'suite.yaml'), description);
  writeFileSync(join(folder, 'requirements.yaml'), requirements);
  writeFileSync(join(folder, 'features', 'uploads.feature'), feature);
  return folder;
}

/** A server of uploads that answers GET with 404, and keeps uploads while it is locked. */
async function startUploads() {
  const titles = new Map<string, string>();
  const state = { titles, isLocked: false };
  let count = 0;
  const server = createServer(({ method, url = '', headers }, response) => {
    const answer = (status: number, more: Record<string, string> = {}) =>
      response.writeHead(status, more).end();
    const title = titles.get(url);
    if (headers['x-version'] !== '1') return answer(412);
    if (method === 'POST' && url === '/v1/files') {
      count += 1;
      const location = `${url}/${count}`;
      titles.set(location, String(headers['x-title']));
      return answer(201, { Location: location });
    }
    if (title === undefined || method === 'GET') return answer(404);
    if (method === 'HEAD') return answer(200, { 'X-Title': title });
    if (method === 'DELETE' && state.isLocked) return answer(423);
    if (method === 'DELETE') titles.delete(url);
    return answer(204);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, url, [Symbol.asyncDispose]: async () => void server.close() };
}

test('uploads whose GET is answered with 404 are changed and deleted', async () => {
  await using server = await startUploads();
  const { code, report } = await runCheck(['--suite', writeSuite(), '--base-url', server.url]);
  expect(code).toBe(0);
  expect(report?.leftovers).toEqual([]);
  expect(server.state.titles.size).toBe(0);
});

test('leftovers are deleted later with the headers of their scenario, without secrets', async () => {
  await using server = await startUploads();
  server.state.isLocked = true;
  const suite = writeSuite();
  const folder = makeFolder();
  const { report } = await runCheck(['--suite', suite, '--base-url', server.url], {}, folder);
  expect(report?.leftovers).toHaveLength(2);
  for (const { reason, headers } of report?.leftovers ?? []) {
    expect(reason).toBe('DELETE was answered with 423');
    expect(headers).toEqual({ 'X-Version': '1' });
  }
  server.state.isLocked = false;
  const file = join(folder, 'reports', 'report.json');
  expect((await runClean([file, '--suite', suite])).code).toBe(0);
  expect(server.state.titles.size).toBe(0);
});
