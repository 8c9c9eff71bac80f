/** The session in the README is what the program prints. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { packageFile } from '../kit/package-root.js';
import { removeFolders, runCheck } from './conformance/run-check.js';
import { startConformingServer } from './faulty/conforming-server.js';

afterAll(removeFolders);

/** Without what differs from run to run. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/seed \d+/g, 'seed SEED')
    .replaceAll(/id=\d+/g, 'id=ID');
}

it('the session in the README equals what the program prints', async () => {
  const readme = readFileSync(packageFile('README.md'), 'utf8');
  const [, options = '', recorded = ''] =
    /^```console\n\$ npm run -s conformance -- (.*)\n([\s\S]*?)^```/m.exec(readme) ?? [];
  const server = await startConformingServer({ fault: 'deleting an unknown user is rejected' });
  try {
    const given = options.replace('http://127.0.0.1:7001', server.url).replaceAll("'", '');
    const { stdout } = await runCheck(given.split(' '));
    expect(withoutChance(stdout)).toBe(withoutChance(recorded));
  } finally {
    await server.close();
  }
});
