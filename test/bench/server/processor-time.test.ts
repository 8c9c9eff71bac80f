import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readProcessorTime } from '../../../bench/server/processor-time.js';

/** Uses the processor for the number of milliseconds on standard input, then prints "done". */
const worker = `
  process.stdin.on('data', (text) => {
    const end = process.cpuUsage().user + Number(text) * 1000;
    while (process.cpuUsage().user < end);
    process.stdout.write('done');
  });
`;

test('the processor time of a process includes that of its children', async () => {
  const child = spawn(process.execPath, ['-e', worker]);
  onTestFinished(() => {
    child.kill();
  });
  child.stdin.write('10');
  await once(child.stdout, 'data');
  const before = readProcessorTime(process.pid);
  child.stdin.write('300');
  await once(child.stdout, 'data');
  const { user, system } = process.cpuUsage();
  expect(readProcessorTime(process.pid) - before).toBeGreaterThanOrEqual(280);
  expect(readProcessorTime(process.pid)).toBeGreaterThanOrEqual((user + system) / 1000 - 20);
});
