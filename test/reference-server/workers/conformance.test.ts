/** Several processes serve the same as one. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Credentials } from '../../../conformance/suite/suite.js';
import { packageFile } from '../../../kit/package-root.js';
import {
  createApiKey,
  createToken,
  type RunningServer,
  revokeApiKey,
  shippedProject,
} from '../../../reference-server/index.js';
import { argumentsFor, removeFolders, runCheck } from '../../conformance/run-check.js';
import { isFull, share } from '../../extent.js';
import { serveFolder } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary.js';

afterAll(removeFolders);

function serve(project: string): Promise<RunningServer> {
  const database = join(temporaryFolder(), 'test.sqlite3');
  return serveFolder(project, { database, workers: 2 });
}

async function createCredentials(
  { database }: RunningServer,
  profile: string,
): Promise<Credentials> {
  if (profile === 'bearer') {
    return {
      'bearer-token': await createToken(database),
      'expired-bearer-token': await createToken(database, -1),
    };
  }
  const inactiveApiKey = await createApiKey(database);
  await revokeApiKey(database, inactiveApiKey);
  return { 'api-key': await createApiKey(database), 'inactive-api-key': inactiveApiKey };
}

const projects: readonly (readonly [string, string])[] = [
  ['basic', 'basic'],
  ['route', 'basic'],
  ['users-api-key', 'users-api-key'],
  ['bearer', 'bearer'],
];

/** In `npm test`, only requirements in which a process meets rows or files of another. */
const select = (ids: string) => (isFull ? [] : ['--only', ids]);
const ofRows = select(
  'auth.*,*.create.*,*.update.status,*.update.answer,*.delete.status,users.list.*',
);
const ofScripts = select('runtime.query.*,runtime.routing.*');

test.each(share(projects, 1))(
  'two processes serve the project "%s" as the class api requires',
  async (name, profile) => {
    const server = await serve(shippedProject(name));
    const target = { url: server.url, credentials: await createCredentials(server, profile) };
    const { code, report } = await runCheck([
      ...argumentsFor(target),
      '--profile',
      profile,
      ...ofRows,
    ]);
    expect(report?.counts).toMatchObject({ fail: 0, error: 0, 'not tested': 0 });
    expect(code).toBe(0);
  },
);

test('two processes serve the probes as the class runtime requires', async () => {
  const { url } = await serve(packageFile('spec', 'probes'));
  const { code, report } = await runCheck(['--base-url', url, '--class', 'runtime', ...ofScripts]);
  expect(report?.counts).toMatchObject({ fail: 0, error: 0, 'not tested': 0 });
  expect(code).toBe(0);
});
