import { describe, expect, it } from 'vitest';
import { main } from '../../cli/main.js';
import { runCommand } from '../reference-server/support/command.js';

const run = (...argv: string[]) => runCommand(main, argv, '/');

describe('touchstone', () => {
  it('lists its commands with --help', async () => {
    const { code, stdout } = await run('--help');
    expect(stdout).toMatch(/^ {2}check {4}check a server against its specification$/m);
    expect(code).toBe(0);
  });

  it('prints its usage as an error without a command', async () => {
    expect(await run()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage:'),
    });
  });

  it('reports an unknown command and prints its usage', async () => {
    const { code, stderr } = await run('chek', '--list');
    expect(stderr).toMatch(/^touchstone: unknown command "chek"\n\nUsage:/);
    expect(code).toBe(2);
  });

  it('prints the same help for "help <command>" and "<command> --help"', async () => {
    const [asked, requested] = [await run('help', 'replay'), await run('replay', '--help')];
    expect(asked.stdout).toContain('Usage: touchstone replay');
    expect(asked).toEqual(requested);
  });
});
