import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOptions } from '../../cli/check.js';
import type { CheckOptions } from '../../conformance/check/check-options.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'options-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Sources {
  readonly env?: Record<string, string>;
  readonly file?: string;
}

function readAll(argv: readonly string[], { env = {}, file }: Sources = {}) {
  if (file !== undefined) writeFileSync(join(folder, 'touchstone.config.yaml'), file);
  const stream = new PassThrough();
  const streams = { stdin: stream, stdout: stream, stderr: stream };
  return readOptions({ argv, env, cwd: folder, ...streams });
}

function read(argv: readonly string[], sources?: Sources): CheckOptions {
  const options = readAll(argv, sources);
  if ('help' in options) throw new Error('The arguments contain --help.');
  return options.options;
}

describe('values', () => {
  test('have defaults', () => {
    expect(read([])).toMatchObject({
      baseUrl: undefined,
      classes: [],
      only: [],
      wait: 10,
      timeout: 10_000,
      reports: 'reports',
      headers: [],
      quiet: false,
    });
  });

  test('come from the command line', () => {
    const argv = ['--base-url', 'http://h:1/p/', '--only', 'a.*, 4.2', '--only=§5', '--quiet'];
    expect(read([...argv, '--header', 'X-A: b: c', '--class', 'api,runtime'])).toMatchObject({
      baseUrl: 'http://h:1/p',
      only: ['a.*', '4.2', '§5'],
      quiet: true,
      headers: [['X-A', 'b: c']],
      classes: ['api', 'runtime'],
    });
  });

  test('come from the environment, where empty variables are ignored', () => {
    const env = {
      TOUCHSTONE_BASE_URL: 'https://h',
      TOUCHSTONE_API_KEY: '',
      TOUCHSTONE_HEADER: 'A: 1\nB: 2',
      TOUCHSTONE_ALLOW_UNTESTED: 'yes',
    };
    expect(read([], { env })).toMatchObject({
      baseUrl: 'https://h',
      credentials: {},
      headers: [
        ['A', '1'],
        ['B', '2'],
      ],
      allowUntested: true,
    });
  });

  test('come from the configuration file', () => {
    const file = 'base-url: http://h\nonly: [4.1, "users.*"]\ntimeout: 5\ninsecure: true\n';
    expect(read([], { file })).toMatchObject({
      baseUrl: 'http://h',
      only: ['4.1', 'users.*'],
      timeout: 5,
      insecure: true,
    });
  });

  test('of the command line override the environment, which overrides the file', () => {
    const sources = {
      env: { TOUCHSTONE_WAIT: '2', TOUCHSTONE_SEED: '2' },
      file: 'base-url: http://h\nseed: 3\nwait: 3\ntimeout: 3',
    };
    expect(read(['--wait', '1'], sources)).toMatchObject({ wait: 1, seed: 2, timeout: 3 });
  });
});

describe('an option about a server without --base-url', () => {
  const message = /needs --base-url with the address of the server\.$/;

  test.each([
    ['--api-key', 'secret'],
    ['--inactive-api-key', 'secret'],
    ['--bearer-token', 'secret'],
    ['--expired-bearer-token', 'secret'],
    ['--header', 'X-Gateway: secret'],
    ['--probes-url', 'http://h'],
    ['--start', 'true'],
    ['--setup', 'true'],
    ['--teardown', 'true'],
    ['--wait', '3'],
    ['--insecure'],
    ['--read-only'],
  ])('is an error on the command line: %s', (flag, ...value) => {
    expect(() => read([flag, ...value])).toThrow(`${flag}: needs --base-url`);
    expect(() => read([flag, ...value])).toThrow(message);
    expect(read([flag, ...value, '--base-url', 'http://h']).baseUrl).toBe('http://h');
  });

  test.each(['api-key: secret', 'header: "A: 1"', 'insecure: true', 'wait: 3', 'setup: "true"'])(
    'is an error in the configuration file: %s',
    (file) => {
      const [key] = file.split(':');
      expect(() => read([], { file })).toThrow(`touchstone.config.yaml: ${key}: needs --base-url`);
    },
  );

  test('is an error in the environment, except credentials and headers', () => {
    const env = { TOUCHSTONE_API_KEY: 'secret', TOUCHSTONE_HEADER: 'A: 1' };
    expect(read([], { env }).baseUrl).toBeUndefined();
    expect(() => read([], { env: { TOUCHSTONE_SETUP: 'true' } })).toThrow(
      'TOUCHSTONE_SETUP: needs --base-url',
    );
  });

  test('is accepted with its default value', () => {
    const file = 'wait: 10\ninsecure: false\n';
    expect(read([], { env: { TOUCHSTONE_READ_ONLY: 'no' }, file }).readOnly).toBe(false);
  });
});

describe('an empty base URL', () => {
  const env = { TOUCHSTONE_BASE_URL: '' };

  test('is an error, because the run would check the reference server instead', () => {
    expect(() => read([], { env })).toThrow('TOUCHSTONE_BASE_URL: must not be empty.');
    expect(() => read(['--base-url', ''])).toThrow('--base-url: must not be empty.');
    for (const file of ['base-url:\n', 'base-url: ""\n', 'base-url: []\n']) {
      expect(() => read([], { file })).toThrow(
        'touchstone.config.yaml: base-url: must not be empty.',
      );
    }
    expect(() => read([], { env, file: 'base-url: http://h\n' })).toThrow(/^TOUCHSTONE_BASE_URL/);
  });

  test('in the environment is ignored if the command line has a URL', () => {
    expect(read(['--base-url', 'http://h'], { env }).baseUrl).toBe('http://h');
  });
});

describe('an error', () => {
  test.each([
    [['--bse-url', 'x'], /^Unknown option '--bse-url'.*--base-url/s],
    [['--api-kye=SECRET'], /^Unknown option '--api-kye'/],
    [["--api-kye=it's=SECRET"], /^Unknown option '--api-kye'\. See/],
    [['-kSECRET'], /^Unknown option '-k'/],
    [
      ['http://127.0.0.1:7001'],
      /Unexpected argument: give the address of the server with --base-url/,
    ],
    [['--api-key'], /argument missing/],
    [['--api-key', ''], /^--api-key: must not be empty\.$/],
    [['--target-name', ' '], /^--target-name: must not be empty\.$/],
    [['--target-version', 'v'.repeat(101)], /^--target-version: must not be longer than 100/],
    [['--target-url', 'javascript:alert(1)'], /^--target-url: .* is not an http or https URL/],
    [['--base-url', 'h:1'], /^--base-url: "h:1" has no scheme: write http:\/\/h:1/],
    [['--base-url', 'h/p'], /^--base-url: "h\/p" has no scheme: write http:\/\/h\/p/],
    [['--base-url', 'ftp://h'], /^--base-url: "ftp:\/\/h" is not an http or https URL/],
    [['--base-url', '//'], /^--base-url: "\/\/" is not a URL/],
    [['--base-url', 'http://u:p@h'], /^--base-url: .*--header/],
    [['--base-url', 'http://h/?a=1'], /^--base-url: .*without a query/],
    [['--profile', 'open'], /^--profile: "open" is not one of basic, users-api-key, bearer\.$/],
    [['--timeout', '0'], /^--timeout: "0" is not a whole number from 1 on\.$/],
    [['--wait', '-1'], /^--wait: "-1" is not a number of seconds\.$/],
    [['--header', 'nonsense'], /^--header: a header must have the form/],
  ])('on the command line has exit code 2: %j', (argv, message) => {
    expect(() => read(argv)).toThrow(message);
    expect(() => read(argv)).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => read(argv)).not.toThrow('SECRET');
  });

  test('in the environment names the variable', () => {
    const env = { TOUCHSTONE_QUIET: 'perhaps' };
    expect(() => read([], { env })).toThrow(
      'TOUCHSTONE_QUIET: "perhaps" is neither true nor false.',
    );
  });

  test.each([
    ['bse-url: x', /"bse-url" is not an option/],
    [
      '- a',
      /^touchstone\.config\.yaml cannot be read: it must contain keys and values, as "key: value"\.$/,
    ],
    ['only: {a: 1}', /"only" must be a value or a list/],
    ['seed: x', /^touchstone\.config\.yaml: seed: "x" is not a whole number/],
    ['a: [', /^touchstone\.config\.yaml cannot be read: /],
  ])('in the configuration file names the file or the key: %s', (file, message) => {
    expect(() => read([], { file })).toThrow(message);
  });

  test('is thrown if the configuration file is a folder', () => {
    mkdirSync(join(folder, 'touchstone.config.yaml'));
    expect(() => read([])).toThrow(/^touchstone\.config\.yaml cannot be read: it is a folder/);
  });
});

test('help describes options with their defaults', () => {
  const options = readAll(['--help']);
  const help = 'help' in options ? options.help : '';
  expect(help).toMatch(/--timeout <milliseconds>\s.*answer\s*\(default:\s*10000\)/s);
  expect(help).toContain('--inactive-api-key <key>');
  expect(help).toContain('Exit codes:');
});
