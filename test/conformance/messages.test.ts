import { afterAll, expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';

afterAll(removeFolders);

test('a failure for want of JSON says why the body cannot be read', async () => {
  const server = await startConformingServer({ fault: 'successes are in single quotes' });
  try {
    const argv = [...argumentsFor(server), '--only', 'users.list.array,users.list.complete'];
    const { stdout } = await runCheck(argv);
    const reason = /a body of \d+ bytes that is not readable as JSON: Expected property name/;
    expect(stdout).toMatch(reason);
    expect(stdout).not.toContain('observed nothing');
  } finally {
    await server.close();
  }
});
