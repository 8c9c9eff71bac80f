import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { main as bench } from '../../bench/main.js';
import { main as touchstone } from '../../cli/main.js';
import type { CommandMain } from '../../kit/environment.js';

async function run(main: CommandMain, ...argv: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main({ argv, env: {}, cwd: '/', stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

const names = ['check', 'compare', 'replay', 'serve', 'new', 'key', 'token', 'docs'];

describe('what is wrong with the arguments', () => {
  it.each(names)(
    'is said by "touchstone %s" in a sentence, without what may be a secret',
    async (name) => {
      expect(await run(touchstone, name, "--nonsense=it's secret")).toEqual({
        code: 2,
        out: '',
        err: `touchstone ${name}: Unknown option '--nonsense'. See "touchstone ${name} --help".\n`,
      });
    },
  );

  it('names the option that was meant', async () => {
    const { err } = await run(touchstone, 'compare', '--report', 'x');
    expect(err).toMatch(/Unknown option '--report' \(Did you mean --reports\?\)\. See /);
  });

  it('names the option with a wrong value, and the value that it can have', async () => {
    const { err } = await run(touchstone, 'serve', '--port', 'x');
    expect(err).toBe(
      `touchstone serve: Option '--port <number>' argument 'x' is invalid. It must be a whole number from 0 to 65535. See "touchstone serve --help".\n`,
    );
  });

  it('is said of subcommands in the name of the command', async () => {
    const { code, err } = await run(touchstone, 'token', 'create', '--days', 'x');
    expect(code).toBe(2);
    expect(err).toMatch(
      /^touchstone token: Option '--days <number>' argument 'x' is invalid\. .+\n$/,
    );
  });

  it('is said by the benchmarks in the same way', async () => {
    expect(await run(bench, 'suite', '--nonsense')).toEqual({
      code: 2,
      out: '',
      err: `bench: Unknown option '--nonsense'. See "bench --help".\n`,
    });
  });
});

it('help is printed where a subcommand is missing, as an error', async () => {
  const { code, out, err } = await run(touchstone, 'key');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^Usage: touchstone key .*--help/s);
});

it.each(names)('help of "touchstone %s" that was asked for is no error', async (name) => {
  const { code, out, err } = await run(touchstone, name, '--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(new RegExp(`^Usage: touchstone ${name} .*-h, --help +print this\n`, 's'));
});
