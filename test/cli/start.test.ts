/** The built command, run as a separate process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../kit/package-root.js';

/** Runs Wren code with the built command and returns its standard error. */
function errorsOf(code: string): string {
  const argv = [packageFile('bin', 'touchstone.js'), 'wren', '-e', code];
  return spawnSync(process.execPath, argv, { encoding: 'utf8' }).stderr;
}

it('touchstone wren loads the interpreter as a single file', () => {
  expect(errorsOf('System.print(1)')).toBe('');
  const text = readFileSync(packageFile('dist', 'interpreter', 'index.js'), 'utf8');
  const imported = [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, name]) => name);
  expect(imported).not.toEqual([]);
  expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual([]);
});

it.each([
  ['direct', '2.foo', ['[main line 7] in new(_) block argument']],
  [
    'resumable',
    'A.inner()',
    ['[main line 4] in inner()', '[main line 7] in new(_) block argument'],
  ],
])(
  'the stack trace of a fiber in %s form has exactly the functions of the fiber',
  (_form, body, trace) => {
    const text = `class A {
  static inner() {
    Fiber.yield()
    2.foo
  }
}
var inner = Fiber.new { ${body} }
var outer = Fiber.new {
  inner.call()
  inner.call()
}
outer.call()
`;
    expect(errorsOf(text).split('\n')).toEqual(["Num does not implement 'foo'.", ...trace, '']);
  },
);
