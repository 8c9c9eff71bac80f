import { describe, expect, it } from 'vitest';
import { readExpectations } from './expectations.js';

const read = (...lines: string[]) => readExpectations('some.wren', lines.join('\n'));

describe('expectations', () => {
  it('reads printed lines in order, with their places', () => {
    const { output } = read('System.print(1) // expect: 1', '', 'foo() // expect: a // expect:');
    expect(output).toEqual([
      { text: '1', line: 1 },
      { text: 'a', line: 3 },
      { text: '', line: 3 },
    ]);
  });

  it('keeps spaces and slashes of a printed line', () => {
    expect(read('p // expect:  a // b').output).toEqual([{ text: ' a // b', line: 1 }]);
  });

  it('reads a runtime error', () => {
    const { runtimeError } = read('', 'x.y // expect runtime error: Oh no.');
    expect(runtimeError).toEqual({ text: 'Oh no.', line: 2 });
  });

  it('reads compile errors of this line and of another', () => {
    const { compileErrors } = read('1 // expect error: Error: A.', '// expect error line 7: B');
    expect(compileErrors).toEqual([
      { text: 'Error: A.', line: 1 },
      { text: 'B', line: 7 },
    ]);
  });

  it('ignores the end of a line that ends in a carriage return', () => {
    expect(read('p // expect: 1\r').output).toEqual([{ text: '1', line: 1 }]);
  });

  it.each([
    'x // expect 3',
    'x //expect: 3',
    'x // expect error',
    'x // expect error: ',
    'x // expect eror: y',
    'x // expect runtime error line 3: y',
    'x // expect error line: y',
    'x // expect frame: y',
    'x // expect frame 1:',
    'x // expect: 1 // expect nothing',
  ])('refuses %j', (line) => {
    expect(() => read('', line)).toThrow(/^some\.wren, line 2: .* is not a known expectation\.$/);
  });

  it('refuses two runtime errors', () => {
    const line = 'x // expect runtime error: A';
    expect(() => read(line, line)).toThrow('at most one runtime error');
  });

  it('reads frames of a runtime error in the order of their numbers', () => {
    const { frames } = read(
      'x // expect frame 2: foo()',
      'y // expect runtime error: A // expect frame 1: (script)',
    );
    expect(frames).toEqual([
      { text: '(script)', line: 2 },
      { text: 'foo()', line: 1 },
    ]);
  });

  it.each([
    ['x // expect runtime error: A', 'y // expect frame 2: foo()'],
    ['x // expect runtime error: A // expect frame 1: a', 'y // expect frame 1: b'],
  ])('refuses frames that do not count from one', (...lines) => {
    expect(() => read(...lines)).toThrow('numbered from 1');
  });

  it('refuses frames without a runtime error', () => {
    expect(() => read('x // expect frame 1: foo()')).toThrow('only a runtime error has frames');
  });

  it('refuses compile errors beside output', () => {
    expect(() => read('x // expect: 1', 'y // expect error: z')).toThrow('does not run');
  });
});
