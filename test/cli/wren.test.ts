import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/wren/wren.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-wren-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command with input from a terminal or a pipe. */
async function run(argv: readonly string[], input = '', isTerminal = false): Promise<Outcome> {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: isTerminal });
  const stdin = Object.assign(Readable.from([Buffer.from(input)]), { isTTY: isTerminal });
  const code = await main({ argv, cwd: folder, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

function writeFiles(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

describe('touchstone wren', () => {
  it('runs a file', async () => {
    writeFiles({ 'hello.wren': 'System.print("héllo")' });
    expect(await run(['hello.wren'])).toEqual({ code: 0, stdout: 'héllo\n', stderr: '' });
  });

  it('runs an argument and standard input', async () => {
    expect(await run(['-e', 'System.print(1 + 2)'])).toMatchObject({ code: 0, stdout: '3\n' });
    expect(await run(['-'], 'System.print(3)')).toMatchObject({ code: 0, stdout: '3\n' });
    expect(await run([], 'System.print(4)')).toMatchObject({ code: 0, stdout: '4\n' });
  });

  it('prints bytes unchanged', async () => {
    writeFiles({ 'bytes.wren': 'System.write("\\xff\\xfe")' });
    const stdout = new PassThrough();
    await main({
      argv: ['bytes.wren'],
      cwd: folder,
      stdin: Readable.from([]),
      stdout,
      stderr: stdout,
    });
    expect(stdout.read()).toEqual(Buffer.from([0xff, 0xfe]));
  });

  it('exits with 65 and prints one line per compile error', async () => {
    writeFiles({ 'bad.wren': 'System.print(1 +)\nvar é' });
    const { code, stdout, stderr } = await run(['bad.wren']);
    expect({ code, stdout }).toEqual({ code: 65, stdout: '' });
    expect(stderr).toMatch(/^\[\.\/bad line 1\] Error at '\)': Expected expression\.\n/);
    expect(stderr).toMatch(/\n\[\.\/bad line 2\] Error: Invalid byte 0xc3\.\n/);
  });

  it('prints non-ASCII names unchanged in errors and paths', async () => {
    writeFiles({ 'schön.wren': 'import "./häßlich"', 'häßlich.wren': 'var "é"' });
    expect((await run(['häßlich.wren'])).stderr).toBe(
      '[./häßlich line 1] Error at \'"é"\': Expect variable name.\n',
    );
    expect((await run(['schön.wren'])).stderr).toBe(
      '[./häßlich line 1] Error at \'"é"\': Expect variable name.\n' +
        "Could not compile module './häßlich'.\n[./schön line 1] in (script)\n",
    );
  });

  it('exits with 70 and prints a stack trace on a runtime error, after the output', async () => {
    writeFiles({
      'fails.wren': 'System.print("before")\nclass A {\n  static f() { 1.foo }\n}\nA.f()',
    });
    expect(await run(['fails.wren'])).toEqual({
      code: 70,
      stdout: 'before\n',
      stderr:
        "Num does not implement 'foo'.\n[./fails line 3] in f()\n[./fails line 5] in (script)\n",
    });
  });
});

describe('touchstone wren with modules', () => {
  it('imports neighbouring files, and the main file as the same module', async () => {
    writeFiles({
      'a.wren': 'System.print("a")\nimport "./b" for B\nimport "c" for C\nSystem.print(B + C)',
      'b.wren': 'import "./a"\nimport "./c" for C\nvar B = "b" + C',
      'c.wren': 'var C = "c"',
    });
    expect(await run(['a.wren'])).toEqual({ code: 0, stdout: 'a\nbcc\n', stderr: '' });
  });

  it('names modules by their paths relative to the current folder', async () => {
    mkdirSync(join(folder, 'shop', 'lib'), { recursive: true });
    writeFiles({
      'prices.wren': 'var Prices = "prices"',
      'shop/till.wren':
        'import "./lib/basket" for Basket\nimport "prices" for Prices\nBasket.fill(Prices)',
      'shop/lib/basket.wren':
        'import "../till"\nclass Basket {\n  static fill(prices) { prices.fill() }\n}',
    });
    const trace = (prefix: string) => ({
      code: 70,
      stdout: '',
      stderr:
        "String does not implement 'fill()'.\n" +
        `[${prefix}/lib/basket line 3] in fill(_)\n[${prefix}/till line 3] in (script)\n`,
    });
    expect(await run(['shop/till.wren'])).toEqual(trace('./shop'));
    expect(await run(['./shop/lib/../till.wren'])).toEqual(trace('./shop'));
    expect(await run([`../${basename(folder)}/shop/till.wren`])).toEqual(
      trace(`../${basename(folder)}/shop`),
    );
    const absolute = join(folder, 'shop');
    expect(await run([join(absolute, 'till.wren')])).toEqual(trace(absolute));
  });

  it('prints the path of a missing module', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    writeFiles({ 'empty/main.wren': 'import "./lib/does_not_exist"' });
    expect(await run(['empty/main.wren'])).toMatchObject({
      code: 70,
      stderr:
        "Could not load module './empty/lib/does_not_exist'.\n[./empty/main line 1] in (script)\n",
    });
  });

  it('prints the errors of an imported file before the error of the import', async () => {
    writeFiles({ 'imports.wren': 'import "./broken"', 'broken.wren': '\nvar 1' });
    const { code, stderr } = await run(['imports.wren']);
    expect(code).toBe(70);
    expect(stderr).toBe(
      "[./broken line 2] Error at '1': Expect variable name.\n" +
        "Could not compile module './broken'.\n[./imports line 1] in (script)\n",
    );
  });
});

describe('touchstone wren with wrong arguments', () => {
  it('exits with 66 if the file cannot be read', async () => {
    expect(await run(['nowhere.wren'])).toEqual({
      code: 66,
      stdout: '',
      stderr: 'touchstone wren: Could not read "nowhere.wren": there is no such file.\n',
    });
    expect((await run(['.'])).stderr).toBe(
      'touchstone wren: Could not read ".": it is a folder.\n',
    );
  });

  it.each([
    [['-e'], 'Option -e takes one argument.'],
    [['-e', '1', '2'], 'Option -e takes one argument.'],
    [['a.wren', 'b.wren'], 'Only one file can be run.'],
    [['--fast'], 'There is no option "--fast".'],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, stderr } = await run(argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('prints its usage with --help', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: touchstone wren [file]');
  });

  it.each([
    ['that is not UTF-8', Uint8Array.of(0x76, 0x61, 0x72, 0x20, 0xff), 65],
    ['with a NUL byte', 'System.print(1)\0', 65],
    ['with an unterminated string', 'System.print("', 65],
    ['with an unterminated comment', '/* /*', 65],
    ['with 10 000 open brackets', '['.repeat(10_000), 65],
    ['with a line of 10 MB', `System.print("${'x'.repeat(10_000_000)}".count)`, 0],
    ['without content', '', 0],
  ])('handles a file %s', async (_name, content, expected) => {
    writeFiles({ 'odd.wren': content });
    expect((await run(['odd.wren'])).code).toBe(expected);
  });
});

const type = async (...lines: string[]) => {
  const { code, stdout } = await run([], lines.map((line) => `${line}\n`).join(''), true);
  expect(code).toBe(0);
  return stdout;
};

/** Types keys, including Ctrl+C, in the line editor and returns the output without colours. */
const press = async (keys: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  const ended = main({ argv: [], cwd: folder, stdin, stdout, stderr: stdout });
  stdin.write(keys);
  expect(await ended).toBe(0);
  stdout.end();
  return stripVTControlCharacters(await text(stdout));
};

describe('touchstone wren at a terminal', () => {
  it('prints the values of expressions', async () => {
    expect(await type('1 + 2', '"text"')).toBe('> 3\n> text\n> \n');
  });

  it('keeps variables and classes from line to line', async () => {
    const shown = await type(
      'var a = 5',
      'class A { static twice(x) { x * 2 } }',
      'A.twice(a)',
      'a = 6',
      'a',
    );
    expect(shown).toBe('> > > 10\n> 6\n> 6\n> \n');
  });

  it('reads the following lines of an incomplete statement', async () => {
    const shown = await type('class A {', '  static f() {', '    return 7', '  }', '}', 'A.f()');
    expect(shown).toBe('> | | | | > 7\n> \n');
  });

  it('ends an incomplete statement at an empty line', async () => {
    const shown = await type('System.print(', '', '8');
    expect(shown).toMatch(/^> \| \[main line 2\] Error at end of file: .*\n(?:.*\n)*> 8\n> \n$/);
  });

  it('shows the line of a compile error with a caret', async () => {
    writeFiles({ 'caret.wren': 'var a = 1\nvar é = )\n' });
    const { code, stderr } = await run(['caret.wren'], '', true);
    expect(code).toBe(65);
    expect(stderr.split('\n\n')[0]).toBe(
      ['Error: Invalid byte 0xc3.', ' --> ./caret:2:5', '2 | var é = )', '  |     ^'].join('\n'),
    );
  });

  it('prints [invalid toString] for an object without a text', async () => {
    const text = 'class A { static toString { 3 } }';
    expect(await type(text, 'A', '1')).toBe('> > [invalid toString]\n> 1\n> \n');
  });
});

describe('a session at a terminal', () => {
  it('continues after errors', async () => {
    const shown = await type('1.foo', 'var )', '9');
    expect(shown).toContain("Num does not implement 'foo'.\n[main line 1] in (script)\n");
    expect(shown).toContain("Error at ')': Expect variable name.");
    expect(shown).toMatch(/> 9\n> \n$/);
  });

  it('resumes fibers on later lines', async () => {
    const shown = await type(
      'var f = Fiber.new { [1, 2].each {|x| Fiber.yield(x) } }',
      'f.call()',
      'f.call()',
    );
    expect(shown).toBe('> > 1\n> 2\n> \n');
  });

  it.each([
    ['an unfinished line', '1 + )\x036 * 7\r\x03'],
    ['unfinished lines', 'class A {\r  foo\x036 * 7\r\x03'],
  ])('discards %s on Ctrl+C, and exits on Ctrl+C without one', async (_name, keys) => {
    const shown = await press(keys);
    expect(shown).toContain('42');
    expect(shown).not.toContain('Error');
  });

  it('imports modules', async () => {
    writeFiles({ 'lib.wren': 'var Answer = 42' });
    expect(await type('import "./lib" for Answer', 'Answer')).toBe('> > 42\n> \n');
  });
});
