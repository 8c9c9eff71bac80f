import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';

/** Keeps new objects for a while, and prints the size of the space for new objects in MiB. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = [];
  for (let round = 0; round < 15; round += 1) {
    for (let i = 0; i < 50_000; i += 1) kept[(round % 10) * 50_000 + i] = { round, text: String(round + i) };
    await new Promise((resolve) => setImmediate(resolve));
  }
  const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
  console.log(space.space_size / 1024 / 1024);
`;

function measure(setUp: string): number {
  const argv = ['--input-type=module', '--eval', `${setUp}\n${program}`];
  return Number(execFileSync(process.execPath, argv, { encoding: 'utf8' }));
}

test('the space for new objects stays at half of its usual size', () => {
  const file = JSON.stringify(packageFile('dist/kit/heap-growth.js'));
  const limited = `import { limitHeapGrowth } from ${file}; limitHeapGrowth();`;
  expect(measure('')).toBe(2 * measure(limited));
});
