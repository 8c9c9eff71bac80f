/** A suite for a server whose clients lose their connection in the middle of a request. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders, runCheck } from '../conformance/run-check.js';

afterAll(removeFolders);

const feature = `Feature: Notes
  @req:notes.stored
  Scenario: A new note
    When I send PUT /notes/\${unique} as text/plain with "\${unique}"
    Then the status is 200
    And I clean up with DELETE /notes/\${unique}

  @req:notes.whole
  Scenario: A note is replaced as a whole
    Given I remember "\${unique} " followed by "before" as "old note"
    And I send PUT /notes/\${unique} as text/plain with \${old note}
    And I clean up with DELETE /notes/\${unique}
    When the next request breaks off after 40 bytes
    And I send PUT /notes/\${unique} as text/plain:
      """
      \${unique} this note is longer than the part that is sent
      """
    And I send GET /notes/\${unique}
    Then the text of the body is \${old note}
`;

function writeSuite(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'features'));
  writeFileSync(
    join(folder, 'suite.yaml'),
    'name: notes\ntitle: Notes\nrequirements: requirements.yaml\nfeatures: features\n',
  );
  writeFileSync(
    join(folder, 'requirements.yaml'),
    `requirements:
  - { id: notes.stored, section: "1", statement: "PUT stores a note." }
  - { id: notes.whole, section: "1", statement: "A note is replaced as a whole.", needs: [notes.stored] }
`,
  );
  writeFileSync(join(folder, 'features', 'notes.feature'), feature);
  return folder;
}

/** A server of notes, which may store each part of a body as it arrives. */
async function startNotes(storesParts: boolean) {
  const notes = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    if (method === 'PUT') {
      let body = '';
      request.on('data', (part) => {
        body += part;
        if (storesParts) notes.set(url, body);
      });
      await once(request, 'end').catch(() => undefined);
      if (!request.complete) return;
      notes.set(url, body);
    }
    if (method === 'DELETE') notes.delete(url);
    response.writeHead(notes.has(url) || method === 'DELETE' ? 200 : 404).end(notes.get(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { notes, url, [Symbol.asyncDispose]: async () => void server.close() };
}

test('a server that ignores an unfinished request conforms', async () => {
  await using server = await startNotes(false);
  const { code, report } = await runCheck(['--suite', writeSuite(), '--base-url', server.url]);
  expect([code, report?.leftovers, server.notes.size]).toEqual([0, [], 0]);
});

test('a server that stores a part of a request does not', async () => {
  await using server = await startNotes(true);
  const { code, report } = await runCheck(['--suite', writeSuite(), '--base-url', server.url]);
  expect([code, report?.leftovers, server.notes.size]).toEqual([1, [], 0]);
  const row = report?.requirements.find(({ id }) => id === 'notes.whole');
  expect(row?.reason).toMatch(/^body: expected "touchstone-\w+-\d+ before", observed /);
  const broken = row?.cases[0]?.exchanges.find(({ response }) => response === null);
  expect(broken?.request.headers).toMatchObject({ 'Content-Length': '70' });
  expect(broken?.request.body).toHaveLength(40);
  expect(broken?.failure).toBe(
    'the scenario closed the connection after 40 of 70 bytes of the body',
  );
});
