import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { main } from '../../cli/main.js';

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main({ argv, env: {}, cwd: '/', stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

describe('touchstone', () => {
  it('lists its commands with --help', async () => {
    const { code, out } = await run('--help');
    expect(out).toMatch(/^ {2}check {4}check a server against its specification$/m);
    expect(code).toBe(0);
  });

  it('prints its usage as an error without a command', async () => {
    expect(await run()).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage:') });
  });

  it('reports an unknown command and prints its usage', async () => {
    const { code, err } = await run('chek', '--list');
    expect(err).toMatch(/^touchstone: unknown command "chek"\n\nUsage:/);
    expect(code).toBe(2);
  });

  it('prints the same help for "help <command>" and "<command> --help"', async () => {
    const [asked, requested] = [await run('help', 'replay'), await run('replay', '--help')];
    expect(asked.out).toContain('Usage: touchstone replay');
    expect(asked).toEqual(requested);
  });
});
