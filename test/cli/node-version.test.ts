import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../kit/package-root.js';

const program = packageFile('bin', 'touchstone.js');

/** Runs the program with a faked version of Node.js. */
function runAs(version: string): Promise<{ stdout: string; stderr: string }> {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const fake = `Object.defineProperty(process, 'versions', { value: ${versions} })`;
  const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
  return promisify(execFile)(process.execPath, ['--import', preload, program, '--version']);
}

describe('the program', () => {
  it('starts with the oldest supported version of Node.js', async () => {
    const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
    expect(manifest).toMatchObject({ engines: { node: '>=20.19' } });
    expect((await runAs('20.19.0')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(['20.18.3', '18.20.0'])('reports that %s is too old', async (version) => {
    await expect(runAs(version)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Node.js 20.19 or newer is needed'),
    });
  });
});
