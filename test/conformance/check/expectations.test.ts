import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseXml } from '../report/parse-xml.js';
import { argumentsFor, makeFolder, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';

afterAll(removeFolders);

/** A server that fails two requirements at least, one of which blocks others. */
async function startFaulty() {
  const server = await startServer({ fault: 'a user is read without its email' });
  return [...argumentsFor(server), '--only', 'users.read.*,users.update.*,users.routing.*'];
}

async function startSound() {
  const server = await startServer();
  return [...argumentsFor(server), '--only', 'users.read.*'];
}

function writeFile(text: string): { folder: string; argv: string[] } {
  const folder = makeFolder();
  writeFileSync(join(folder, 'known.yaml'), text);
  return { folder, argv: ['--expect', 'known.yaml'] };
}

describe('a known failure', () => {
  test('does not fail the check, nor does what it blocks', async () => {
    const { folder, argv } = writeFile('users.read.members: "the address is private, see #7"\n');
    const { code, report, stdout, file } = await runCheck(
      [...(await startFaulty()), ...argv],
      { env: { GITHUB_ACTIONS: 'true' } },
      folder,
    );
    expect(code).toBe(0);
    expect(report?.counts).toMatchObject({ fail: 1 });
    expect(report?.counts.blocked).toBeGreaterThan(0);
    expect(report?.conclusion).toMatchObject({
      answer: 'does not conform',
      sentence: 'The server does not conform, as expected: 1 requirement failed.',
    });
    expect(stdout).toContain('expected to fail: the address is private, see #7');
    expect(stdout).not.toContain('::error');
    expect(parseXml(file('junit.xml')).children[0]?.attributes.failures).toBe('0');
  });

  test('does not excuse other failures', async () => {
    const { folder, argv } = writeFile('users.read.unknown: not done yet\n');
    const { code, report } = await runCheck([...(await startFaulty()), ...argv], {}, folder);
    expect(code).toBe(1);
    expect(report?.conclusion.sentence).toContain('1 requirement failed, 1 requirement passed');
  });

  test('is stale when it passes, so that the check fails', async () => {
    const { folder, argv } = writeFile('users.read.unknown: not done yet\n');
    const { code, report, stdout, file } = await runCheck(
      [...(await startSound()), ...argv],
      {},
      folder,
    );
    expect(code).toBe(1);
    expect(report?.conclusion.sentence).toBe(
      'Expectations are stale: 1 requirement passed against expectation.',
    );
    expect(stdout).toContain('Stale: users.read.unknown was expected to fail');
    expect(file('report.html')).toContain(
      'Stale: <a href="#users.read.unknown">users.read.unknown</a> was expected to fail',
    );
    expect(file('summary.md')).toContain('- `users.read.unknown` was expected to fail');
    expect(parseXml(file('junit.xml')).children[0]?.attributes.failures).toBe('1');
  });

  test('is not stale when the run omits it', async () => {
    const { folder, argv } = writeFile('products.read.unknown: not done yet\n');
    const { code } = await runCheck([...(await startSound()), ...argv], {}, folder);
    expect(code).toBe(0);
  });
});

test.each([
  ['users.read.unknwon: why\n', 'there is no requirement "users.read.unknwon"'],
  ['users.read.unknown:\n', 'users.read.unknown needs a reason'],
  ['users.read.unknown: " "\n', 'users.read.unknown needs a reason'],
  ['users.read.id-shape: why\n', 'users.read.id-shape is observed and never fails'],
  ['- users.read.unknown\n', 'it must contain keys and values, as "key: value".'],
  ['users.read.unknown: a\nusers.read.unknown: b\n', 'Map keys must be unique'],
])('expectations that say %j are refused', async (text, message) => {
  const { folder, argv } = writeFile(text);
  const { code, stderr } = await runCheck(['--base-url', 'http://h', ...argv], {}, folder);
  expect(code).toBe(2);
  expect(stderr).toContain(`touchstone check: --expect: ${folder}/known.yaml: ${message}`);
});

test('a missing file of expectations is an error', async () => {
  const { code, stderr } = await runCheck(['--base-url', 'http://h', '--expect', 'none.yaml']);
  expect(code).toBe(2);
  expect(stderr).toContain('no such file');
});

describe('a file written from the failures', () => {
  test('names the failures, and is accepted when it has the reasons', async () => {
    const folder = makeFolder();
    const path = join(folder, 'known.yaml');
    const argv = await startFaulty();
    const first = await runCheck([...argv, '--write-expect', 'known.yaml'], {}, folder);
    expect(first.code).toBe(1);
    const written = readFileSync(path, 'utf8');
    expect(written).toContain('# A single user is an object with');
    expect(written).toMatch(/# .*\bemail: expected ".*", observed nothing/);
    expect(written).toMatch(/^users\.read\.members: ""$/m);
    expect((await runCheck([...argv, '--expect', 'known.yaml'], {}, folder)).code).toBe(2);
    writeFileSync(path, written.replace('""', '"the address is private"'));
    const both = ['--expect', 'known.yaml', '--write-expect', 'known.yaml'];
    expect((await runCheck([...argv, ...both], {}, folder)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('users.read.members: "the address is private"');
  });

  test('is empty without failures', async () => {
    const folder = makeFolder();
    const argv = [...(await startSound()), '--write-expect', 'known.yaml'];
    expect((await runCheck(argv, {}, folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toBe('# Nothing failed.\n');
    expect((await runCheck([...argv, '--expect', 'known.yaml'], {}, folder)).code).toBe(0);
  });

  test('is not written into a missing folder', async () => {
    const argv = [...(await startSound()), '--write-expect', 'none/known.yaml'];
    const { code, stdout, stderr } = await runCheck(argv);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/--write-expect: .* cannot be written: no such file or directory\./);
  });
});
