import { describe, expect, it } from 'vitest';
import {
  functionEndMark,
  layOut,
  markFunctionStart,
  markLine,
} from '../../../interpreter/emit/layout.js';

describe('layOut', () => {
  it('breaks lines where the Wren line changes, and nowhere else', () => {
    const text = `a${markLine(3)}.b()${markLine(3)}.c();d${markLine(4)}.e();`;
    const { text: laidOut, lines } = layOut(text);
    expect(laidOut).toBe('a.b().c();d\n.e();\n');
    expect([...lines]).toEqual([3, 4]);
  });

  it('puts each function on separate lines', () => {
    const inner = `()=>{${markFunctionStart(1)}${markLine(2)}x()${functionEndMark}}`;
    const text = `f(){${markFunctionStart(0)}${markLine(1)}a();b(${inner})${markLine(3)}.c()${functionEndMark}}`;
    const { text: laidOut, lines, functions } = layOut(text);
    expect(laidOut.split('\n')).toEqual(['f(){', 'a();b(()=>{', 'x()', '})', '.c()', '}', '']);
    expect([...lines]).toEqual([0, 1, 2, 1, 3, 0]);
    expect([...functions]).toEqual([-1, 0, 1, 0, 0, -1]);
  });
});
