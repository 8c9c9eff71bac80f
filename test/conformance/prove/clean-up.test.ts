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
  - id: notes.create.other-token
    statement: With another token, a note is rejected with 401.
`;

const feature = `
Feature: Notes

  @req:notes.create.status
  Scenario: With a token
    Given I use the credential token
    And what POST /notes creates is cleaned up with DELETE /notes/\${$.id}
    When I send POST /notes with {"text": "\${unique}"}
    Then the status is 201

  @req:notes.create.other-token
  Scenario: With another token
    Given I set the header Authorization to "Bearer other"
    And what POST /notes creates is cleaned up with DELETE /notes/\${$.id}
    When I send POST /notes with {"text": "\${unique}"}
    Then the status is 401
`;

/** A server with notes, for clients with the token. */
async function startNotes() {
  const notes = new Map<string, unknown>();
  let latest = 0;
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const answer = (status: number, json?: unknown) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
        .end(JSON.stringify(json));
    const id = request.url?.split('/')[2] ?? '';
    if (request.headers.authorization !== 'Bearer good') return answer(401, { error: 'no token' });
    if (request.method === 'POST') {
      latest += 1;
      const note = { id: String(latest), ...JSON.parse(body) };
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

/** Proves a suite with the scenarios of a feature. */
async function prove(scenarios: string, url: string, ...argv: readonly string[]) {
  const suite = makeFolder();
  writeFileSync(join(suite, 'suite.yaml'), suiteFile);
  writeFileSync(join(suite, 'requirements.yaml'), catalogue);
  writeFileSync(join(suite, 'notes.feature'), scenarios);
  const address = ['--suite', suite, '--base-url', url, '--seed', '1'];
  return await runCommand('prove', [...address, ...argv], {}, makeFolder());
}

it('what a request with wrong credentials created, as the fault let it, is deleted with good ones', async () => {
  const server = await startNotes();
  try {
    const few = ['--token', 'good', '--max-faults', '15'];
    const { stdout, stderr, code } = await prove(feature, server.url, ...few);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^credentials-ignored +1 of 1$/m);
    expect(stdout).not.toContain('Left behind');
    expect(server.notes.size).toBe(0);
  } finally {
    server.close();
  }
});

it('scenarios that are left out for one reason are counted', async () => {
  const scenarios = feature.slice(feature.indexOf('  @req:notes.create.status'));
  const server = await startNotes();
  try {
    const few = ['--max-faults', '3'];
    const { stdout } = await prove(feature + scenarios.repeat(3), server.url, ...few);
    expect(stdout).toContain('Left out: 4 scenarios: not tested, needs --token\n');
    expect(stdout).toMatch(/, without 4 scenarios for which --token is missing\.\n$/);
  } finally {
    server.close();
  }
});
