/** The console session in the README equals the output of the program. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { packageFile } from '../kit/package-root.js';
import { removeFolders, runCheck } from './conformance/run-check.js';
import { startConformingServer } from './faulty/conforming-server.js';

afterAll(removeFolders);

/** Replaces ports, seeds and ids, which differ from run to run. */
function normalize(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/seed \d+/g, 'seed SEED')
    .replaceAll(/id=\d+/g, 'id=ID');
}

it('the console session in the README equals the output of the program', async () => {
  const readme = readFileSync(packageFile('README.md'), 'utf8');
  const [, options = '', recorded = ''] =
    /^```console\n\$ npm run -s conformance -- (.*)\n([\s\S]*?)^```/m.exec(readme) ?? [];
  const server = await startConformingServer({ fault: 'deleting an unknown user is rejected' });
  try {
    const argv = options.replace('http://127.0.0.1:7001', server.url).replaceAll("'", '');
    const { stdout } = await runCheck(argv.split(' '));
    // The program was called by npm there.
    const called = recorded.replace('npm run replay --', 'npx touchstone replay');
    expect(normalize(stdout)).toBe(normalize(called));
  } finally {
    await server.close();
  }
});
