import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { type ProcessSystem, runCommandLine, startCommand } from '../../kit/processes.js';

const context = { cwd: '.', env: { PATH: process.env.PATH } };
const start = (command: string): ChildProcess => spawn(command, { shell: true });

test('a command on a system that ends no process is left alone after a limited time', async () => {
  const [ask, force] = [vi.fn(), vi.fn()];
  const deaf: ProcessSystem = { start, ask, force };
  const { child, stop } = startCommand('sleep 60', context, deaf, { asked: 1, forced: 1 });
  await stop();
  expect([ask, force].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
});

test('a system without signals ends a command by force at once', async () => {
  const endTree = (child: ChildProcess) => void child.kill('SIGKILL');
  const windows: ProcessSystem = { start, ask: endTree, force: endTree };
  const { ended, stop } = startCommand('exec sleep 60', context, windows);
  await stop();
  expect(await ended).toEqual({ code: null, description: 'by SIGKILL' });
});

test('a command in a missing folder ends before it begins', async () => {
  const { ended, stop } = startCommand('true', { ...context, cwd: '/missing' });
  expect((await ended).description).toMatch(/^before it began: .*ENOENT/);
  await stop();
});

test('a command that exceeds its limit is ended', async () => {
  const { code, description } = await runCommandLine('sleep 60 & wait', context, 6);
  expect({ code, description }).toEqual({
    code: null,
    description: 'after its limit of 0.0001 minutes',
  });
});

test('of a long output only the beginning is kept', async () => {
  const { code, stdout } = await runCommandLine('yes | head -c 3000000', context, 60_000);
  expect(code).toBe(0);
  expect(stdout.length).toBeLessThan(1_100_000);
});
