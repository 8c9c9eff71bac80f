/** What a proof leaves on a server that asks for a token. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeFolders, runCommand } from '../run-check.js';

afterAll(removeFolders);

const suiteFile = `
name: notes
title: Notes
version: 1
specification: { title: Notes }
requirements: requirements.yaml
features: .
credentials:
  token:
    help: a token
    header: "Authorization: Bearer \${value}"
`;

const catalogue = `
requirements:
  - id: notes.create.status
    statement: A note is created with 201.
  - id: notes.create.anonymous
    statement: Without a token, a note is rejected with 401.
`;

const feature = `
Feature: Notes

  @req:notes.create.status
  Scenario: With a token
    Given I use the credential token
    And what POST /notes creates is cleaned up with DELETE /notes/\${$.id}
    When I send POST /notes with {"text": "\${unique}"}
    Then the status is 201

  @req:notes.create.anonymous
  Scenario: Without a token
    Given what POST /notes creates is cleaned up with DELETE /notes/\${$.id}
    When I send POST /notes with {"text": "\${unique}"}
    Then the status is 401
`;

/** A server with notes, for clients with the token. */
async function startNotes() {
  const notes = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const answer = (status: number, json?: unknown) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
        .end(JSON.stringify(json));
    const id = request.url?.split('/')[2] ?? '';
    if (request.headers.authorization !== 'Bearer good') return answer(401, { error: 'no token' });
    if (request.method === 'POST') {
      const note = { id: String(notes.size + 1), ...JSON.parse(body) };
      notes.set(note.id, note);
      return answer(201, note);
    }
    if (!notes.has(id)) return answer(404, { error: 'no such note' });
    if (request.method !== 'DELETE') return answer(200, notes.get(id));
    notes.delete(id);
    return answer(204);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { notes, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

it('what a request without credentials created, as the fault let it, is deleted with them', async () => {
  const [cwd, suite] = [makeFolder(), makeFolder()];
  writeFileSync(join(suite, 'suite.yaml'), suiteFile);
  writeFileSync(join(suite, 'requirements.yaml'), catalogue);
  writeFileSync(join(suite, 'notes.feature'), feature);
  const server = await startNotes();
  try {
    const address = ['--suite', suite, '--base-url', server.url, '--token', 'good'];
    const { stdout, stderr, code } = await runCommand('prove', address, {}, cwd);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^credentials-ignored +1 of 1$/m);
    expect(stdout).not.toContain('Left behind');
    expect(server.notes.size).toBe(0);
  } finally {
    server.close();
  }
});
