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

test('a credential that is turned away is blamed with the options that it comes from', async () => {
  const server = await startConformingServer();
  try {
    const argv = ['--base-url', server.url, '--api-key', 'of-another-server'];
    const { stdout } = await runCheck([...argv, '--only', 'auth.api-key.accepted']);
    expect(stdout).toContain(
      'status of GET: expected a success with the credential of --api-key, as --profile basic asks for, observed 401',
    );
  } finally {
    await server.close();
  }
});
