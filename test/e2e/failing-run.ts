/** Reports from a check of a server with many faults. */
import { type CheckRunResult, runCheck } from '../conformance/run-check.js';
import { startConformingServer } from '../faulty/conforming-server.js';

const moreFaults = [
  'answers to PUT lack the CORS headers',
  'products come in the order of their ids',
  'an update stores a price that is zero',
  'products are listed as a bare array',
  'a missing description becomes an empty one',
  'a user is created whose name is zero',
  'PATCH is taken for PUT',
  'an update is answered with an empty body',
  'all products are created in 1970',
  'a read user has an id of digits in a text',
  'deleting an unknown user is rejected',
];

/** Checks the server without an inactive key, so that some requirements are not tested. */
export async function checkFailingServer(folder: string): Promise<CheckRunResult> {
  const server = await startConformingServer({ moreFaults });
  try {
    const argv = ['--base-url', server.url, '--api-key', server.credentials['api-key']];
    return await runCheck(argv, {}, folder);
  } finally {
    await server.close();
  }
}
