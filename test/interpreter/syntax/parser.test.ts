import { describe, expect, it } from 'vitest';
import { DiagnosticSink } from '../../../interpreter/source/diagnostic.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';
import type { Expression, Statement } from '../../../interpreter/syntax/ast.js';
import { parseModule } from '../../../interpreter/syntax/parse-module.js';
import { dumpStatement } from './dump-ast.js';

function parseText(text: string): readonly Statement[] {
  const source = decodeSource('main', text);
  const sink = new DiagnosticSink(source);
  const statements = [...parseModule(source, sink)];
  expect(sink.sorted()).toEqual([]);
  return statements;
}

const parse = (text: string) => parseText(text).map(dumpStatement).join('; ');

/** The body of a method, in which names have another meaning. */
const parseInMethod = (body: string) =>
  /\(instance m\(_\) p (.*)\)\)$/s.exec(parse(`class C {\n m(p) ${body}\n}`))?.[1];

describe('precedence', () => {
  it.each([
    ['1 + 2 * 3 - 4', '(-(_) (+(_) 1 (*(_) 2 3)) 4)'],
    ['1..2 + 3', '(..(_) 1 (+(_) 2 3))'],
    ['1 << 2...3', '(<<(_) 1 (...(_) 2 3))'],
    ['1 & 2 << 3', '(&(_) 1 (<<(_) 2 3))'],
    ['1 | 2 ^ 3 & 4', '(|(_) 1 (^(_) 2 (&(_) 3 4)))'],
    ['1 < 2 | 3', '(<(_) 1 (|(_) 2 3))'],
    ['a is B < c', '(is(_) a (<(_) B c))'],
    ['a == b is C', '(==(_) a (is(_) b C))'],
    ['a && b == c', '(&& a (==(_) b c))'],
    ['a || b && c || d', '(|| (|| a (&& b c)) d)'],
    ['a ? b : c ? d : e', '(? a b (? c d e))'],
    ['a || b ? c : d', '(? (|| a b) c d)'],
    ['-a.b', '(- (b a))'],
    ['-a * b', '(*(_) (- a) b)'],
    ['!-~a', '(! (- (~ a)))'],
    ['a - -b', '(-(_) a (- b))'],
    ['(1 + 2) * 3', '(*(_) (+(_) 1 2) 3)'],
    ['a = b = c', '(= a (= b c))'],
    ['a ? b = 1 : c = 2', '(? a (= b 1) (= c 2))'],
  ])('%s', (text, tree) => {
    expect(parse(text)).toBe(tree);
  });
});

describe('calls', () => {
  it.each([
    ['a.b', '(b a)'],
    ['a.b()', '(b() a)'],
    ['a.b(1, 2)', '(b(_,_) a 1 2)'],
    ['a.b = 1', '(b=(_) a 1)'],
    ['a.b =\n1', '(b=(_) a 1)'],
    ['a[1, 2]', '([_,_] a 1 2)'],
    ['a[1] = 2', '([_]=(_) a 1 2)'],
    ['a.b[1].c()', '(c() ([_] (b a) 1))'],
    ['a.b { 1 }', '(b(_) a ||{1})'],
    ['a.b(1) {|x, y| x }', '(b(_,_) a 1 |x,y|{x})'],
    ['a.b() {\n1\n}', '(b(_) a ||{ 1 })'],
    ['a.b {}', '(b(_) a ||{  })'],
    ['a.b(\n1,\n2\n)', '(b(_,_) a 1 2)'],
    ['a.b(\n)', '(b() a)'],
  ])('%j', (text, tree) => {
    expect(parse(text)).toBe(tree);
  });

  it('continue on the next line with a dot', () => {
    expect(parse('a\n.b\n  .c(1)\n.d[1]\n.e')).toBe('(e ([_] (d (c(_) (b a) 1)) 1))');
    expect(parse('a.\nb')).toBe('(b a)');
  });

  it('continue on the line after a query', () => {
    expect(parse('`a`\n.order(1)\n.fetch')).toBe('(fetch (order(_) (query a) 1))');
  });

  it('do not continue after an empty line', () => {
    expect(() => parse('a\n\n.b')).toThrow();
  });
});

describe('names in a method', () => {
  it.each([
    ['{ foo }', '{(foo this)}'],
    ['{ foo(1) }', '{(foo(_) this 1)}'],
    ['{ foo = 1 }', '{(foo=(_) this 1)}'],
    ['{ foo { 1 } }', '{(foo(_) this ||{1})}'],
    ['{ Foo }', '{Foo}'],
    ['{ p }', '{p}'],
    ['{ p = 1 }', '{(= p 1)}'],
    ['{\nvar a = a\na\n}', '{ (var a (a this)); a }'],
    ['{\nif (p) {\nvar a\n}\na\n}', '{ (if p { (var a) }); (a this) }'],
    ['{\nfor (i in i) i\ni\n}', '{ (for i (i this) i); (i this) }'],
    ['{ p.each {|x| x + y } }', '{(each(_) p |x|{(+(_) x (y this))})}'],
    ['{\nimport "m" for a as b\na + b\n}', '{ (import m a:b); (+(_) (a this) b) }'],
    ['{\nclass k {}\nk\n}', '{ (class k); k }'],
  ])('%j', (body, tree) => {
    expect(parseInMethod(body)).toBe(tree);
  });

  it('exclude variables around the class', () => {
    const text = '{\nvar a\nclass C {\nm { a }\n}\na\n}';
    expect(parse(text)).toBe('{ (var a); (class C (instance m  {(a this)})); a }');
  });

  it('decide whether a brace begins a block argument', () => {
    expect(parseInMethod('{\nclass D is p {}\n}')).toBe('{ (class D is p) }');
  });
});

describe('literals', () => {
  it.each([
    ['[]', '[]'],
    ['[1, 2,]', '[1 2]'],
    ['[\n1,\n2\n]', '[1 2]'],
    ['x = {}', '(= x {})'],
    ['x = {1: 2, "a": b,\n}', '(= x {1:2 "a":b})'],
    ['x = {-1: 2}', '(= x {(- 1):2})'],
    ['"a %(b) %(\nc\n)"', '(interpolation "a " b " " c "")'],
    ['`SELECT 1`', '(query SELECT 1)'],
    ['true && false || null', '(|| (&& true false) null)'],
  ])('%j', (text, tree) => {
    expect(parse(text)).toBe(tree);
  });
});

describe('statements', () => {
  it.each([
    ['var a\nvar b =\n1', '(var a); (var b 1)'],
    ['if (a) b else c', '(if a b c)'],
    ['if (a) if (b) c else d', '(if a (if b c d))'],
    ['if (a) {\nb\n} else if (c) {\nd\n} else e', '(if a { b } (if c { d } e))'],
    ['while (a) {\nbreak\ncontinue\n}', '(while a { (break); (continue) })'],
    ['for (i in\n1..2) a', '(for i (..(_) 1 2) a)'],
    ['return\nreturn 1', '(return); (return 1)'],
    ['if (a) return', '(if a (return))'],
    ['return // done', '(return)'],
    ['{ a }', '{a}'],
    ['{\n\n}', '{  }'],
    ['import "a"', '(import a)'],
    ['import "a" for B,\nC as D', '(import a B:B C:D)'],
  ])('%j', (text, tree) => {
    expect(parse(text)).toBe(tree);
  });
});

describe('classes', () => {
  it('have methods of all forms', () => {
    const methods = [
      'get { 1 }',
      'set=(v) {}',
      'call(a, b) {}',
      '[i] { 1 }',
      '[i, j]=(v) {}',
      '+(o) { 1 }',
      '-(o) { 1 }',
      '- { 1 }',
      '! { 1 }',
      'is(o) { 1 }',
      '..(o) { 1 }',
      'construct new(a) {}',
      'static make() {}',
      'foreign far(a)',
      'foreign static [a]',
    ];
    expect(parse(`class A is B {\n${methods.join('\n')}\n}`)).toBe(
      [
        '(class A is B',
        '(instance get  {1})',
        '(instance set=(_) v {  })',
        '(instance call(_,_) a,b {  })',
        '(instance [_] i {1})',
        '(instance [_,_]=(_) i,j,v {  })',
        '(instance +(_) o {1})',
        '(instance -(_) o {1})',
        '(instance -  {1})',
        '(instance !  {1})',
        '(instance is(_) o {1})',
        '(instance ..(_) o {1})',
        '(constructor new(_) a {  })',
        '(static make()  {  })',
        '(instance far(_) a foreign)',
        '(static [_] a foreign))',
      ].join(' '),
    );
  });

  it('may be foreign and have a computed superclass', () => {
    expect(parse('foreign class A is b.C[0] {}')).toBe('(foreign-class A is ([_] (C b) 0))');
  });

  it('have fields and call their superclass', () => {
    expect(parseInMethod('{ _a = __b }')).toBe('{(= _a __b)}');
    expect(parseInMethod('{\n_a = 1\n.b\n}')).toBe('{ (b (= _a 1)) }');
    expect(parseInMethod('{ super }')).toBe('{(super getter:)}');
    expect(parseInMethod('{ super(1) { 2 } }')).toBe('{(super method: 1 ||{2})}');
    expect(parseInMethod('{ super.a = 1 }')).toBe('{(super setter:a 1)}');
  });

  it('keep attributes with an exclamation mark', () => {
    const text = '#a\n#!b\n#!c = 1\n#!d(e = f, g)\nclass A {\n#!h = "i"\n#j\nk {}\n}';
    expect(parse(text)).toBe(
      '(#/b=null #/c=1 #d/e="f" #d/g=null class A (#/h="i" instance k  {  }))',
    );
  });
});

describe('lines', () => {
  function lineOf(text: string): number {
    const [statement] = parseText(text);
    return statement?.kind === 'expression-statement' ? statement.expression.line : 0;
  }

  it.each([
    ['a.b(\n1\n)', 3],
    ['a\n.b\n.c', 3],
    ['a +\nb', 2],
    ['a[\n1\n]\n.b', 4],
    ['a.b = [\n1]', 2],
    ['"%(\na\n)\n"', 4],
  ])('of %j are those of the last token', (text, line) => {
    expect(lineOf(text)).toBe(line);
  });

  it('of links of a chain differ', () => {
    const [statement] = parseText('a\n.b\n.c(\n)');
    const lines: number[] = [];
    let expression: Expression | undefined =
      statement?.kind === 'expression-statement' ? statement.expression : undefined;
    while (expression !== undefined) {
      lines.push(expression.line);
      expression = expression.kind === 'call' ? expression.receiver : undefined;
    }
    expect(lines).toEqual([4, 2, 1]);
  });
});
