import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { removeFolders, runCheck, runCommand } from '../run-check.js';
import { findingsIn, lint, soundSuite, writeSuite } from './suite-folder.js';

afterAll(removeFolders);

const requirements = soundSuite['requirements.yaml'] ?? '';
const suite = soundSuite['suite.yaml'] ?? '';
const feature = soundSuite['features/lamp.feature'] ?? '';

/** Each list repeats the one before it nine times. */
const excessive = [...'bcdefghi'].reduce(
  (text, name, index) => `${text}${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`)}]\n`,
  'a: &a [1, 1]\n',
);

describe('touchstone lint', () => {
  test('finds nothing in the shipped suite', async () => {
    const { code, stdout } = await runCommand('lint', [], {}, packageFile());
    expect(stdout).toBe('Linted the shipped suite.\nNo problems found.\n');
    expect(code).toBe(0);
  });

  test('finds nothing in a sound suite', async () => {
    expect(await lint(writeSuite())).toEqual({
      ...{ code: 0, stdout: 'No problems found.\n', stderr: '' },
    });
  });

  test('ends with 1 when it finds something, and counts errors and notes', async () => {
    const folder = writeSuite({
      'requirements.yaml': `${requirements}  - id: lamp.colour.red\n    statement: It is red.\n`,
      'features/other.feature': 'Feature: Other\n  Scenario: None\n    When it is switched on\n',
    });
    const { code, stdout } = await lint(folder);
    expect(stdout).toBe(
      'features/other.feature:2: the scenario has no tag @req:<id>, so nothing runs it.\n' +
        'requirements.yaml:7: lamp.colour.red: no scenario checks it; the tag of its scenarios is @req:lamp.colour.red.\n' +
        '1 error: the suite cannot run; 1 note on gaps.\n',
    );
    expect(code).toBe(1);
  });

  test('lists errors before notes', async () => {
    const findings = await findingsIn({
      'a.md': 'A lamp MUST shine.\n',
      'suite.yaml': `${suite}specification:\n  text: a.md\n`,
      'features/other.feature': 'Feature: Other\n  Scenario: None\n    When it is switched on\n',
    });
    expect(findings).toEqual([
      'features/other.feature:2: the scenario has no tag @req:<id>, so nothing runs it.',
      'a.md:1: neither a requirement nor an exclusion quotes this sentence: "A lamp MUST shine."',
    ]);
  });

  test.each([
    ['a missing folder', ['nowhere'], /no such folder/],
    ['two folders', ['a', '--suite', 'b'], /Give the folder once/],
    ['an unknown option', ['--colour'], /Unknown option '--colour'/],
  ])('ends with 2 for %s', async (_name, argv, message) => {
    const { code, stderr } = await runCommand('lint', argv, {}, writeSuite());
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('touchstone lint, with --format or --watch', () => {
  test('writes annotations on GitHub or on request', async () => {
    const folder = writeSuite({
      'features/lamp.feature': feature.replace('it is switched off', 'off, 100%'),
    });
    const { stdout } = await lint(folder, '--format', 'github');
    expect(stdout).toContain(
      '::error file=features/lamp.feature,line=9::no sentence matches "off, 100%25".\n',
    );
    const env = { GITHUB_ACTIONS: 'true' };
    const there = await runCommand('lint', ['--suite', folder], { env }, folder);
    expect(there.stdout).toMatch(/^::error file=/);
  });

  test('lints again when a file has changed', async () => {
    const folder = writeSuite();
    const stop = new AbortController();
    let printed = '';
    const onOutput = (text: string) => {
      printed = text;
      if (text === 'No problems found.\n') {
        writeFileSync(
          join(folder, 'features/lamp.feature'),
          feature.replace('@req:lamp.switch.off', ''),
        );
      }
      if (text.includes('1 error: ')) stop.abort();
    };
    const options = { signal: stop.signal, onOutput };
    const { code } = await runCommand('lint', [folder, '--watch'], options, folder);
    expect(printed).toContain('features/lamp.feature:8: the scenario has no tag');
    expect(code).toBe(0);
  });
});

describe('in suite.yaml, a finding names file and line of', () => {
  test.each([
    ['invalid YAML', { 'suite.yaml': `${suite}: [` }, /^suite\.yaml:6: /],
    [
      'aliases that expand excessively',
      { 'suite.yaml': excessive },
      /^suite\.yaml: it cannot be read: Excessive alias count/,
    ],
    [
      'an unknown key',
      { 'suite.yaml': `${suite}colour: red\n` },
      /^suite\.yaml:6: colour: the key is unknown\.$/,
    ],
    [
      'an unknown server of a class',
      { 'suite.yaml': `${suite}classes:\n  a:\n    help: all\n    server: b-url\n` },
      /^suite\.yaml:9: classes\.a\.server: there is no server "b-url"\.$/,
    ],
    [
      'an option of the harness',
      { 'suite.yaml': `${suite}credentials:\n  header:\n    help: one\n` },
      /^suite\.yaml:7: credentials\.header: the option --header exists already\.$/,
    ],
    [
      'an invalid pattern',
      { 'suite.yaml': `${suite}specification:\n  normative: "("\n` },
      /^suite\.yaml:7: specification\.normative: it is not a regular expression\.$/,
    ],
    [
      'missing decisions',
      { 'suite.yaml': `${suite}docs:\n  decisions: nowhere.md\n` },
      /^nowhere\.md: there is no such file; docs\.decisions in suite\.yaml names it\.$/,
    ],
    [
      'an OpenAPI description that cannot be used',
      { 'suite.yaml': `${suite}openapi: openapi.yaml\n` },
      /^openapi\.yaml: it cannot be read: no such file or directory\.$/,
    ],
  ])('%s', async (_name, files, expected) => {
    expect(await findingsIn(files)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('in the catalogue, a finding names file and line of', () => {
  test.each([
    [
      'an unknown key of a requirement',
      { 'requirements.yaml': `${requirements}    color: red\n` },
      /^requirements\.yaml:7: requirements\.lamp\.switch\.off\.color: the key is unknown\.$/,
    ],
    [
      'a duplicate id',
      { 'requirements.yaml': `${requirements}  - id: lamp.switch.on\n    statement: Again.\n` },
      /^requirements\.yaml:7: lamp\.switch\.on: the id is not unique\.$/,
    ],
    [
      'needs in a circle',
      {
        'requirements.yaml': requirements.replace(
          '    statement: It can be switched on.',
          '    needs: [lamp.switch.off]\n    statement: On.',
        ),
      },
      /^requirements\.yaml:6: lamp\.switch\.off: the needs form a circle: lamp\.switch\.on, lamp\.switch\.off, lamp\.switch\.on\.$/,
    ],
    [
      'a need that does not exist',
      { 'requirements.yaml': requirements.replace('[lamp.switch.on]', '[lamp.switch.up]') },
      /^requirements\.yaml:5: lamp\.switch\.off: it needs lamp\.switch\.up, which does not exist\.$/,
    ],
    [
      'a section that does not exist',
      {
        'suite.yaml': `${suite}sections:\n  "1": Switches\n`,
        'requirements.yaml': `${requirements}    section: 2 rule 1\n`,
      },
      /^requirements\.yaml:7: lamp\.switch\.off: there is no section 2\.$/,
    ],
  ])('%s', async (_name, files, expected) => {
    expect(await findingsIn(files)).toEqual([expect.stringMatching(expected)]);
  });

  test('every broken reference of a catalogue', async () => {
    const findings = await findingsIn({
      'requirements.yaml': requirements.replace(
        'needs: [lamp.switch.on]',
        'needs: [a.b, c.d]\n    class: x',
      ),
    });
    expect(findings).toHaveLength(3);
  });
});

test('an empty catalogue is an error, which a check names in the same words', async () => {
  const folder = writeSuite({ 'requirements.yaml': 'requirements: []\n' });
  const error = 'requirements.yaml: requirements: the suite has no requirement yet.';
  expect((await lint(folder)).stdout).toContain(error);
  for (const command of ['check', 'prove']) {
    const argv = ['--suite', folder, '--base-url', 'http://127.0.0.1:1'];
    const { code, stderr } = await runCommand(command, argv, {}, folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining(error)]);
  }
});

test('all keys of suite.yaml that are wrong are found at once', async () => {
  const findings = await findingsIn({ 'suite.yaml': `${suite}colour: red\nshape: round\n` });
  expect(findings).toEqual([
    'suite.yaml:6: colour: the key is unknown.',
    'suite.yaml:7: shape: the key is unknown.',
  ]);
});

describe('in features, a finding names file and line of', () => {
  test.each([
    [
      'a tag without a requirement',
      {
        'features/other.feature':
          'Feature: Other\n  @req:lamp.x.y\n  Scenario: None\n    When it is switched on\n',
      },
      /^features\/other\.feature:3: @req:lamp\.x\.y: there is no such requirement\.$/,
    ],
    [
      'a folder whose name no folder can have',
      { 'suite.yaml': suite.replace('features: features', `features: ${'a'.repeat(300)}`) },
      / a{300}: there is no such folder: name one under "features" in suite\.yaml\.$/,
    ],
    [
      'a file in place of the folder of features',
      { 'suite.yaml': suite.replace('features: features', 'features: features/lamp.feature') },
      /^features\/lamp\.feature: there is no such folder: name one under "features" in suite\.yaml\.$/,
    ],
    [
      'a scenario of two requirements',
      {
        'features/lamp.feature': feature.replace(
          '@req:lamp.switch.off',
          '@req:lamp.switch.off @req:lamp.switch.on',
        ),
      },
      /^features\/lamp\.feature:8: the scenario judges 2 requirements \(lamp\.switch\.off, lamp\.switch\.on\)/,
    ],
    [
      'an undefined step, with the nearest sentence',
      {
        'features/lamp.feature': feature.replace('it is switched off', 'it is switched right off'),
      },
      /^features\/lamp\.feature:9: no sentence matches "it is switched right off"; the nearest is "it is switched {word}"\.$/,
    ],
  ])('%s', async (_name, files, expected) => {
    expect(await findingsIn(files)).toEqual([expect.stringMatching(expected)]);
  });

  test('every mistake in every feature', async () => {
    const findings = await findingsIn({
      'features/a.feature': 'Scenarium: One\n',
      'features/b.feature': 'Feature: B\n\n  Scenario: One\n    When a\n    whenever\n    never\n',
    });
    expect(findings).toEqual([
      expect.stringMatching(/^features\/a\.feature:1: this is not Gherkin: expected .*Scenarium/),
      expect.stringMatching(/^features\/b\.feature:5: this is not Gherkin: .*whenever/),
      expect.stringMatching(/^features\/b\.feature:6: this is not Gherkin: .*never/),
    ]);
  });
});

describe('in step files, a finding names file and line of', () => {
  test.each([
    [
      'a step with two definitions, with the places of both',
      {
        'steps/more.steps.js':
          "import { When } from 'touchstone';\n\nWhen(/^it is switched off$/, () => {});\n",
      },
      /^features\/lamp\.feature:9: several sentences match "it is switched off": "it is switched {word}" \(.*steps\/lamp\.steps\.js:3\); "\/\^it is switched off\$\/" \(.*steps\/more\.steps\.js:3\)\.$/,
    ],
    [
      'a step file that throws',
      { 'steps/bad.steps.js': "\nthrow new Error('no light');\n" },
      /^steps\/bad\.steps\.js:2: the step file cannot be loaded: no light\.$/,
    ],
    [
      'a step without code',
      { 'steps/bad.steps.js': "import { Then } from 'touchstone';\nThen('it is dark');\n" },
      /^steps\/bad\.steps\.js:2: the step file cannot be loaded: the step "it is dark" has no function/,
    ],
    [
      'a file in place of the folder',
      { 'suite.yaml': suite.replace('steps: steps', 'steps: steps/lamp.steps.js') },
      /^steps\/lamp\.steps\.js: there is no such folder: name one under "steps" in suite\.yaml\.$/,
    ],
    [
      'a step file that cannot be read',
      { 'steps/bad.steps.ts': 'const a =\n' },
      /^steps\/bad\.steps\.ts:2: the step file cannot be loaded: Unexpected token\.$/,
    ],
    [
      'an invalid pattern',
      {
        'steps/bad.steps.js':
          "import { When } from 'touchstone';\nWhen('it is {colour}', () => {});\n",
      },
      /^steps\/bad\.steps\.js:2: the step cannot be defined: .*Undefined parameter type 'colour'/,
    ],
  ])('%s', async (_name, files, expected) => {
    expect(await findingsIn(files)).toEqual([expect.stringMatching(expected)]);
  });
});

test.each([
  ['red%41.steps.ts', 'const light: string = "red";\nthrow new Error(light);\n', 2, 'red'],
  ['red.steps.js', 'const light = "red";\nthrow new Error(light);\n', 2, 'red'],
  ['half%41.steps.ts', "const light = '💡';\nconst a: = 1;\n", 2, 'Unexpected token'],
  ['half.steps.mjs', "const light = '💡';\nconst a = = 1;\n", 2, 'Unexpected token'],
])('a finding in %s names the line of the source', async (name, text, line, reason) => {
  const folder = writeSuite({ [`steps/${name}`]: text });
  // The test runner changes the lines of stack traces.
  const program = [packageFile('bin', 'touchstone.js'), 'lint', '.'];
  const { stdout } = spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' });
  expect(stdout).toContain(`steps/${name}:${line}: the step file cannot be loaded: ${reason}.\n`);
});

test('steps of an unfinished scenario may be undefined', async () => {
  const other = '\n  @req:lamp.switch.on @todo\n  Scenario: Later\n    When it shines\n';
  expect(await findingsIn({ 'features/lamp.feature': feature + other })).toEqual([]);
});

describe('touchstone check', () => {
  const url = ['--base-url', 'http://127.0.0.1:1', '--wait', '0'];

  test('refuses a suite with errors before it sends a request', async () => {
    const folder = writeSuite({
      'features/lamp.feature': feature.replace('it is switched off', 'it explodes'),
    });
    const { code, stderr } = await runCheck(['--suite', folder, ...url], {}, folder);
    expect(stderr).toMatch(/features\/lamp\.feature:9: no sentence matches "it explodes"/);
    expect(code).toBe(2);
  });

  test('runs a suite with omissions', async () => {
    const folder = writeSuite({
      'requirements.yaml': `${requirements}  - id: lamp.colour.red\n    statement: It is red.\n`,
    });
    const { stderr } = await runCheck(['--suite', folder, ...url], {}, folder);
    expect(stderr).toContain('cannot be reached');
  });
});
