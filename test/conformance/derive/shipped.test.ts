/** What the description of the example endpoints alone tells of faults of a conforming server. */
import { afterAll, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

test.each([
  ['a stock that is zero becomes one', 'create-product.zero'],
  ['an update stores a stock that is null', 'update-product.rest.falsey'],
  ['an update is answered with its own body', 'update-product.rest'],
  ['the name of the key header is compared with its case', 'get-products.security.header-name'],
  ['one of the words of a header has to be a key', 'get-products.security.altered'],
  ['a deleted user stays', 'delete-user.gone'],
  ['the oldest products come first', 'get-products.newest-first'],
])('finds that %s', async (fault, requirement) => {
  const server = await startConformingServer({ fault });
  const options = ['--base-url', server.url, '--api-key', server.credentials['api-key']];
  const description = ['--openapi', packageFile('spec', 'openapi.yaml')];
  const { report, stdout } = await runCheck([...description, ...options, '--only', requirement]);
  await server.close();
  const rows = report?.requirements.filter(({ selected }) => selected);
  expect(rows, stdout).toMatchObject([{ id: requirement, verdict: 'fail' }]);
});
