import { describe, expect, it } from 'vitest';
import { main as bench } from '../../bench/main.js';
import { main as touchstone } from '../../cli/main.js';
import type { CommandMain } from '../../kit/environment.js';
import { runCommand } from '../reference-server/support/command.js';

const run = (main: CommandMain, ...argv: string[]) => runCommand(main, argv, '/');

const names = ['check', 'compare', 'replay', 'serve', 'new', 'key', 'token', 'docs'];

describe('an error in the arguments', () => {
  it.each(names)(
    'of "touchstone %s" is reported without the value, which may be a secret',
    async (name) => {
      expect(await run(touchstone, name, "--nonsense=it's secret")).toEqual({
        code: 2,
        stdout: '',
        stderr: `touchstone ${name}: Unknown option '--nonsense'. See --help.\n`,
      });
    },
  );

  it('suggests a similar option', async () => {
    const { stderr } = await run(touchstone, 'compare', '--report', 'x');
    expect(stderr).toMatch(/Unknown option '--report' \(Did you mean --reports\?\)\. See /);
  });

  it('names the option with a wrong value, and the allowed values', async () => {
    const { stderr } = await run(touchstone, 'serve', '--port', 'x');
    expect(stderr).toBe(
      `touchstone serve: Option '--port <number>' argument 'x' is invalid. It must be a whole number from 0 to 65535. See --help.\n`,
    );
  });

  it('of a subcommand names the command', async () => {
    const { code, stderr } = await run(touchstone, 'token', 'create', '--days', 'x');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^touchstone token: Option '--days <number>' argument 'x' is invalid\. .+\n$/,
    );
  });

  it('of the benchmarks is reported in the same form', async () => {
    expect(await run(bench, 'suite', '--nonsense')).toEqual({
      code: 2,
      stdout: '',
      stderr: `bench: Unknown option '--nonsense'. See --help.\n`,
    });
  });
});

it('a missing subcommand prints the help as an error', async () => {
  const { code, stdout, stderr } = await run(touchstone, 'key');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Usage: touchstone key .*--help/s);
});

it.each(names)('"touchstone %s --help" prints the help and succeeds', async (name) => {
  const { code, stdout, stderr } = await run(touchstone, name, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: touchstone ${name} .*-h, --help +print this\n`, 's'));
});

it.each([...names, 'init', 'lint', 'clean', 'wren'])(
  'the help of "touchstone %s" has an example',
  async (name) => {
    const { stdout } = await run(touchstone, name, '--help');
    expect(stdout).toMatch(new RegExp(`Examples?:\n.*touchstone ${name}`, 's'));
  },
);
