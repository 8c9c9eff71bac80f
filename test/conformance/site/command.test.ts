import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../cli/site.js';
import { packageFile } from '../../../kit/package-root.js';
import { runCommand } from '../../reference-server/support/command.js';
import { sampleReport, sampleRequirement, sampleSuite } from '../report/sample.js';
import { targetNamed } from './pages.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function save(name: string, content: unknown): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const site = (...argv: string[]) => runCommand(main, argv, folder);
const reportOf = (name: string) =>
  sampleReport({ marker: `touchstone-${name}`, target: targetNamed(name) });

describe('touchstone site', () => {
  it('writes the site of a folder, and names the files that are no results', async () => {
    save('results/ann/report.json', reportOf('ann'));
    save('results/ann/history/2026-01-02T03-04-05.678Z.json', {});
    save('results/bob.json', reportOf('bob'));
    save('results/notes.json', { a: 1 });
    save('results/broken.json', '{"a":');
    save('results/.hidden.json', '{');
    save('elsewhere.json', reportOf('elsewhere'));
    symlinkSync(join(folder, 'elsewhere.json'), join(folder, 'results/link.json'));
    const { code, stdout, stderr } = await site('results', '--output', 'out');
    expect(stdout).toBe(
      '2 implementations of 1 suite, 2 runs, 2 files left out.\nSite: out/index.html\n',
    );
    expect(stderr).toMatch(
      /^Left out: broken\.json is not JSON: .*\.\nLeft out: notes\.json is not a result of .*\.\n$/,
    );
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'out/index.html'), 'utf8')).toContain('>bob</a>');
    expect(existsSync(join(folder, 'out/assets/site.css'))).toBe(true);
  });

  it('has absolute links in its feeds, and a link to where results are collected, when they are known', async () => {
    save('results/ann.json', reportOf('ann'));
    const addresses = [
      '--address',
      'https://example.org/site',
      '--collected-at',
      'https://example.org/results',
    ];
    expect((await site('results', '--output', 'out', ...addresses)).code).toBe(0);
    const read = (name: string) => readFileSync(join(folder, 'out/sample', name), 'utf8');
    expect(JSON.parse(read('changes.json')).items[0].url).toMatch(
      /^https:\/\/example\.org\/site\/sample\/runs\/ann\//,
    );
    expect(read('add-your-implementation.html')).toContain('href="https://example.org/results/"');
  });
});

describe('a site of a certain suite', () => {
  it('leaves out results of others, and those that do not have its requirements', async () => {
    const suite = { ...sampleSuite, name: 'todo' };
    const requirements = (id: string, statement: string) => [
      sampleRequirement('pass', { id, statement }),
    ];
    const resultOf = (name: string, id: string) => ({
      ...reportOf(name),
      suite,
      requirements: requirements(id, 'Forged.'),
    });
    save('results/ann.json', resultOf('ann', 'todos.list.status'));
    save('results/bob.json', resultOf('bob', 'sample.rule'));
    save('results/cleo.json', reportOf('cleo'));
    const todo = packageFile('examples', 'suites', 'todo');
    const { stdout, stderr } = await site('results', '--suite', todo, '--output', 'out');
    expect(stdout).toContain('1 implementation of 1 suite, 1 run, 2 files left out.');
    expect(stderr).toContain(
      'bob.json claims to be a result of the suite todo, which does not have most of its requirements, such as sample.rule.',
    );
    expect(stderr).toContain('cleo.json is a result of the suite sample, not of todo.');
    const page = readFileSync(join(folder, 'out/todo/requirements/todos.list.status.html'), 'utf8');
    expect(page).toContain('A GET of the collection succeeds.');
    expect(page).not.toContain('Forged.');
  });
});

describe('touchstone site refuses', () => {
  it.each([
    ['no folder', [], "Missing required argument 'results'. See --help."],
    ['a folder without a name', [''], /results.* must not be empty/],
    ['a missing folder', ['absent'], 'absent cannot be read: no such file or directory.'],
    ['a file', ['good.json'], 'good.json cannot be read: it is a file.'],
    ['an empty folder', ['empty'], 'empty contains no JSON file, so no result.'],
    [
      'a folder without a result',
      ['useless'],
      /^useless contains no usable result\. a\.json is not a result/,
    ],
    [
      'a site inside of the results',
      ['results', '--output', 'results/site'],
      '--output: the site and the results must be in separate folders.',
    ],
    [
      'results inside of the site',
      ['results', '--output', '.'],
      '--output: the site and the results must be in separate folders.',
    ],
    [
      'an output that is a file',
      ['results', '--output', 'good.json'],
      /^--output: good\.json cannot be written: not a directory\.$/,
    ],
    [
      'an empty output',
      ['results', '--output', ''],
      /--output <dir>' argument '' is invalid\. It must not be empty/,
    ],
    [
      'an address that is none',
      ['results', '--address', 'public'],
      /--address <url>' argument 'public' is invalid\. It must be an http or https URL/,
    ],
    [
      'an address of a file',
      ['results', '--collected-at', 'file:///a'],
      /It must be an http or https URL/,
    ],
    ['a suite that is none', ['results', '--suite', 'empty'], /suite\.yaml/],
    ['two folders', ['results', 'empty'], /Too many arguments/],
  ])('%s', async (_what, argv: readonly string[], message: string | RegExp) => {
    mkdirSync(join(folder, 'empty'));
    save('good.json', reportOf('ann'));
    save('results/a.json', reportOf('ann'));
    save('useless/a.json', {});
    const { code, stdout, stderr } = await site(...argv);
    const [, sentence = '', rest = ''] = /^touchstone site: (.*)\n(.*)$/s.exec(stderr) ?? [];
    if (typeof message === 'string') expect(sentence).toBe(message);
    else expect(sentence).toMatch(message);
    expect([code, stdout, rest]).toEqual([2, '', '']);
  });
});
