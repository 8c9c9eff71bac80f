import { describe, expect, it } from 'vitest';
import { noSuspension } from '../../../interpreter/analyze/suspension.js';
import { compileText, errorOf, runProgram } from '../program/run-text.js';
import { emitText, resolveText } from './emit-text.js';

function outputOf(text: string): string {
  return runProgram(compileText(text)).output;
}

describe('functions that methods make by Fn.new', () => {
  const text = `
    class Base {
      construct new() {}
      name { "base" }
    }
    class Maker is Base {
      construct new() { _added = 10 }
      name { "maker" }
      static counter() {
        var count = 0
        var step = Fn.new {|by| count = count + by }
        var read = Fn.new { count }
        step.call(1)
        count = count + 1
        return [step, read]
      }
      static each() {
        var all = []
        for (i in 1..3) {
          var j = i
          all.add(Fn.new { j = j * 10 })
          j = j + 1
        }
        return all
      }
      static raise(base) {
        base = base + 1
        return Fn.new {|x| Fn.new {|y| base = base + x + y } }
      }
      adder { Fn.new {|x| _added = _added + x } }
      names { Fn.new { [name, super.name, this.adder.call(1)] } }
    }`;

  it('are emitted as classes at the top of the module', () => {
    const module = resolveText('class A {\n static f(x) { Fn.new {|y| x + y } }\n}\n');
    if (module === undefined) throw new Error('The text has errors.');
    expect(emitText(module, noSuspension)).toContain('class extends $Closure');
  });

  it('share variables that change', () => {
    const use = 'var c = Maker.counter()\nc[0].call(5)\nSystem.print(c[1].call())';
    expect(outputOf(`${text}\n${use}`)).toBe('7\n');
  });

  it('have the variables of their iteration', () => {
    const use = 'for (f in Maker.each()) System.print(f.call() + f.call())';
    expect(outputOf(`${text}\n${use}`)).toBe('220\n330\n440\n');
  });

  it('share changed parameters with functions inside', () => {
    const use = 'var f = Maker.raise(1).call(10)\nf.call(100)\nSystem.print(f.call(1000))';
    expect(outputOf(`${text}\n${use}`)).toBe('1122\n');
  });

  it('have the receiver and the superclass of their method', () => {
    const use = 'var m = Maker.new()\nSystem.print(m.names.call())\nSystem.print(m.adder.call(5))';
    expect(outputOf(`${text}\n${use}`)).toBe('[maker, base, 11]\n16\n');
  });

  it('have a name in stack traces', () => {
    const broken = 'class A {\n  static f(x) {\n    return Fn.new { x.foo }\n  }\n}\nA.f(1).call()';
    expect(errorOf(() => runProgram(compileText(broken)))).toMatchObject({
      message: "Num does not implement 'foo'.",
      frames: [{ line: 3, label: 'new(_) block argument' }, { line: 6 }],
    });
  });
});
