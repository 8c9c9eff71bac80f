import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../../bin/touchstone.js', import.meta.url));

test('no release of Node.js prints a warning about unknown V8 options', () => {
  const argv = [command, 'wren', '-e', 'System.print(1)'];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '1\n', stderr: '' });
});
