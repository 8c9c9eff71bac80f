/** Scripts that misuse natives, operators, fibers and evaluated code. */
import { attackWithScripts, bounded } from './define.js';

const meta = 'import "meta" for Meta\n';

/** A class whose instances answer every comparison and conversion with the code given. */
const odd = (body: string): string => `class Odd {\n  construct new() {}\n${body}\n}\n`;

/** Evaluates code again and again. */
const evaluated = (code: string): string => `${meta}while (true) Meta.compile(${code})`;

export const callAttacks = attackWithScripts('scripts: loops, calls and fibers', {
  'a recursion through sort': bounded(
    'var f\nf = Fn.new { [2, 1].sort {|a, b|\n  f.call()\n  return true\n} }\nwhile (true) Fiber.new { f.call() }.try()',
  ),
  'a recursion through reduce, map and each': bounded(
    'var f\nf = Fn.new { [1, 2].map {|x| [1, 2].reduce {|a, b|\n  [1].each {|y| f.call() }\n  return 1\n} }.toList }\nwhile (true) Fiber.new { f.call() }.try()',
  ),
  'a recursion through subscripts': bounded(
    `${odd('  [i] { this[i + 1] }\n  [i]=(v) { this[i] = v }')}while (true) {\n  Fiber.new { Odd.new()[0] }.try()\n  Fiber.new { Odd.new()[0] = 1 }.try()\n}`,
    { isShort: true },
  ),
  'a recursion through operators': bounded(
    `${odd('  -{ -this }\n  ! { !this }\n  +(o) { this + o }\n  ..(o) { this..o }\n  <(o) { this < o }')}var o = Odd.new()\nwhile (true) {\n  Fiber.new { -o }.try()\n  Fiber.new { !o }.try()\n  Fiber.new { o + o }.try()\n  Fiber.new { o..o }.try()\n  Fiber.new { o < o }.try()\n}`,
  ),
  'a recursion through constructors': bounded(
    'class A {\n  construct new(n) { _a = A.new(n + 1) }\n}\nwhile (true) Fiber.new { A.new(0) }.try()',
  ),
  'a recursion through getters and setters': bounded(
    'class A {\n  construct new() {}\n  a { a }\n  a=(v) { a = v }\n  static b { b }\n}\nwhile (true) {\n  Fiber.new { A.new().a }.try()\n  Fiber.new { A.new().a = 1 }.try()\n  Fiber.new { A.b }.try()\n}',
  ),
  'a recursion through iterators': bounded(
    'class S is Sequence {\n  construct new() {}\n  iterate(i) {\n    for (x in this) return x\n    return false\n  }\n  iteratorValue(i) { i }\n}\nwhile (true) Fiber.new { S.new().toList }.try()',
  ),
  'a recursion through super': bounded(
    'class A {\n  construct new() {}\n  f { toString }\n}\nclass B is A {\n  construct new() { super() }\n  f { super.f }\n  toString { f }\n}\nwhile (true) Fiber.new { B.new().f }.try()',
  ),
  'a recursion of a fiber that ends in its error': bounded(
    'var f\nf = Fn.new {|n|\n  var g = Fiber.new { f.call(n + 1) }\n  var e = g.try()\n  Fiber.abort("%(e) again")\n}\nwhile (true) Fiber.new { f.call(0) }.try()',
    { isShort: true },
  ),
  'a fiber that calls itself': bounded(
    'var f\nf = Fiber.new { f.call() }\nf.try()\nf = Fiber.new { f.transfer() }\nwhile (true) f.try()',
  ),
  'fibers that transfer errors to each other': bounded(
    'var make\nmake = Fn.new {|n| Fiber.new {\n  var next = make.call(n + 1)\n  next.transferError("e%(n)")\n} }\nwhile (true) Fiber.new { make.call(0).transfer() }.try()',
  ),
  'a chain of a million fibers': bounded(
    'var f = Fiber.new { Fiber.yield(1) }\nfor (i in 1..1000000) {\n  var g = f\n  f = Fiber.new { g.call() }\n}\nf.call()',
  ),
  'a chain of fibers that are tried': bounded(
    'var f = Fiber.new { Fiber.abort("e") }\nfor (i in 1..1000000) {\n  var g = f\n  f = Fiber.new { g.call() }\n}\nf.try()\nResponse.json(1)',
  ),
  'an error with a huge object': bounded(
    'var l = List.filled(8000000, "a")\nwhile (true) Fiber.new { Fiber.abort([l, l]) }.try()',
  ),
  'an error with a huge object, uncaught': bounded(
    'var l = (1..1000000).map {|i| "a%(i)" }.toList\nFiber.abort(l)',
    { outcomes: [500, 503], isShort: true },
  ),
  'an error with an object whose toString does not end': bounded(
    `${odd('  toString {\n    while (true) {}\n  }')}Fiber.abort(Odd.new())`,
    { outcomes: [500, 503] },
  ),
  'errors that contain the errors before': bounded(
    'var e = "e"\nwhile (true) {\n  var f = Fiber.new { Fiber.abort([e, e]) }\n  e = f.try()\n}',
  ),
  'toString that allocates, called by join': bounded(
    `${odd('  toString { "a" * 1000000 }')}var l = List.filled(10000000, Odd.new())\nl.join(",")`,
  ),
  'toString that changes the list that is printed': bounded(
    `var l = []\n${odd('  toString {\n    List_.l.add(this)\n    return "a"\n  }').replace('class Odd', 'class List_ {\n  static l { __l }\n  static l=(v) { __l = v }\n}\nclass Odd')}List_.l = l\nl.add(Odd.new())\nl.toString`,
  ),
  'a comparator that empties the list': bounded(
    'var l = (1..1000).map {|i| "%(i)" }.toList\nwhile (true) Fiber.new { l.sort {|a, b|\n  l.removeAt(-1)\n  return true\n} }.try()',
  ),
  'a comparator that makes the list longer': bounded(
    'var l = ["b", "a"]\nl.sort {|a, b|\n  for (i in 1..1000) l.insert(0, "x")\n  return a != b\n}\nwhile (true) l.sort {|a, b|\n  l.add("x")\n  return true\n}',
  ),
  'a comparator that waits': bounded(
    'var l = (1..1000).toList\nl.sort {|a, b|\n  Util.hash("a")\n  return a > b\n}',
  ),
  'an iterator that is not a number': bounded(
    'var s = "abc"\nvar l = [1, 2]\nfor (i in [-1, 0.5, 1e300, "a", null, 0/0, 1/0, [], {}, true]) {\n  Fiber.new { s.iterate(i) }.try()\n  Fiber.new { s.iteratorValue(i) }.try()\n  Fiber.new { l.iterate(i) }.try()\n  Fiber.new { l.iteratorValue(i) }.try()\n  Fiber.new { {1: 2}.iterate(i) }.try()\n  Fiber.new { {1: 2}.keys.iteratorValue(i) }.try()\n  Fiber.new { (1..3).iterate(i) }.try()\n  Fiber.new { l[i] = 1 }.try()\n  Fiber.new { l.insert(i, 1) }.try()\n  Fiber.new { l.removeAt(i) }.try()\n  Fiber.new { s[i] }.try()\n  Fiber.new { List.filled(i, 1) }.try()\n  Fiber.new { s * i }.try()\n}\nResponse.json(1)',
    { outcomes: [200], isShort: true },
  ),
  'ranges without end': bounded(
    'for (r in [0..(1/0), (1/0)..0, (0/0)..1, (-1e308)..1e308, 1..(0/0)]) {\n  Fiber.new { "abc"[r] }.try()\n  Fiber.new { [1][r] }.try()\n}\nfor (i in (1/0)..0) {}',
  ),
  'lists of an endless range': bounded('(0..(1/0)).toList'),
  'numbers as texts': bounded(
    'var n = 1e308\nwhile (true) {\n  n = n / 3.7\n  if (n < 1e-300) n = 1.7e308\n  "%(n) %(-n) %(1 / n) %(0 / 0) %(1 / 0)".count\n  Num.fromString("%(n)")\n}',
  ),
  'numbers from odd texts': bounded(
    'var l = ["0x" + "f" * 60000, "1e" + "9" * 60000, "." * 60000, "-" * 60000, "1_" * 30000, " " * 60000 + "1", "0" * 60000, "\\0" * 60000]\nwhile (true) for (s in l) {\n  Num.fromString(s)\n  Util.toNum(s)\n}',
  ),
  'bitwise operators of odd numbers': bounded(
    'while (true) for (n in [1e300, -1, 0/0, 1/0, 4294967296, 0.5]) {\n  Fiber.new { (n << 1e9) | (n >> -5) & ~n ^ 1 }.try()\n  Fiber.new { n % 0 }.try()\n  n.pow(n).sqrt.cbrt.log.exp.floor\n}',
  ),
  'iteration over invalid UTF-8': bounded(
    'var s = "\\xff\\xc0\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80" * 1000000\nwhile (true) {\n  for (c in s) c.count\n  s.codePoints.toList\n}',
    { isShort: true },
  ),
  'pieces of invalid UTF-8': bounded(
    'var s = "\\xff\\xc0é" * 1000000\nwhile (true) {\n  s.split("\\xc0")\n  s.replace("\\xff", "é")\n  s.trim("\\xff\\xc0")\n  s.indexOf("é")\n}',
  ),
  'trim with many characters': bounded(
    'var s = ""\nfor (i in 1..60000) s = s + String.fromCodePoint(i)\nwhile (true) s.trim(s)',
  ),
  'closures that capture large lists': bounded(
    'var fs = []\nwhile (true) {\n  var l = List.filled(100000, 1)\n  fs.add(Fn.new { l })\n}',
  ),
  'classes that capture large lists': bounded(
    'var cs = []\nwhile (true) {\n  var l = List.filled(100000, 1)\n  class A {\n    static l { l }\n  }\n  cs.add(A)\n}',
    { isShort: true },
  ),
  'static fields of classes without end': bounded(
    'var cs = []\nwhile (true) {\n  class A {\n    static set { __l = List.filled(1000, 1) }\n  }\n  A.set\n  cs.add(A)\n}',
  ),
  'a class of a foreign class': bounded(
    'for (c in [Num, String, List, Map, Fn, Fiber, Bool, Null, Range, Class, Object, Response, Request, Db, Util]) {\n  Fiber.new {\n    class A is c {\n      construct new() { super() }\n    }\n    A.new().toString\n  }.try()\n  Fiber.new { c.new() }.try()\n  Fiber.new { c.call() }.try()\n  Fiber.new { c.supertype.supertype.supertype }.try()\n}\nResponse.json(1)',
    { outcomes: [200, 500], isShort: true },
  ),
  'functions with odd arguments': bounded(
    'for (v in [null, 1, "a", [], Fn.new {|a, b, c| a }, Object, Fiber.current]) {\n  Fiber.new { Fn.new(v).call(1, 2) }.try()\n  Fiber.new { Fiber.new(v).call() }.try()\n  Fiber.new { [1].sort(v) }.try()\n  Fiber.new { [1].map(v).toList }.try()\n  Fiber.new { Db.transaction(v) }.try()\n  Fiber.new { `SELECT ?`.first(v) }.try()\n  Fiber.new { `SELECT 1`.order(v, v, v, v) }.try()\n  Fiber.new { Response.header(v, v) }.try()\n  Fiber.new { Response.cookie(v, v, v) }.try()\n  Fiber.new { Response.status(v) }.try()\n  Fiber.new { Request.get(v) }.try()\n  Fiber.new { Request.route(v) }.try()\n  Fiber.new { Json.parse(v) }.try()\n  Fiber.new { Json.stringify(v) }.try()\n}\nResponse.status(200)\nResponse.json(1)',
    { outcomes: [200, 500], isShort: true },
  ),
  'interpolations in interpolations, evaluated': bounded(
    evaluated('"\\"\\%(" * 3000 + "1" + ")\\"" * 3000'),
    { isShort: true },
  ),
  'parentheses, evaluated': bounded(evaluated('"(" * 30000 + "1" + ")" * 30000')),
  'lists in lists, evaluated': bounded(evaluated('"[" * 30000 + "]" * 30000')),
  'maps in maps, evaluated': bounded(evaluated('"{1:" * 20000 + "1" + "}" * 20000')),
  'blocks in blocks, evaluated': bounded(evaluated('"{\\n" * 20000 + "}\\n" * 20000')),
  'functions in functions, evaluated': bounded(evaluated('"Fn.new {" * 499 + "}" * 499')),
  'classes in functions, evaluated': bounded(
    evaluated('"Fn.new {\\nclass A {\\nf {\\n" * 160 + "}\\n}\\n}" * 160'),
  ),
  'operators without operands, evaluated': bounded(evaluated('"!" * 60000')),
  'minus signs, evaluated': bounded(evaluated('"-" * 60000 + "1"')),
  'a chain of calls, evaluated': bounded(evaluated('"a" + ".b" * 30000')),
  'a chain of subscripts, evaluated': bounded(evaluated('"a" + "[0]" * 20000')),
  'a chain of conditions, evaluated': bounded(evaluated('"1 ? 2 : " * 8000 + "3"')),
  'a chain of else, evaluated': bounded(evaluated('"if (a) b else " * 4000 + "c"')),
  'assignments in a chain, evaluated': bounded(evaluated('"var a\\n" + "a = " * 15000 + "1"')),
  'comments in comments, evaluated': bounded(evaluated('"/*" * 30000')),
  'a long number, evaluated': bounded(evaluated('"1" * 60000')),
  'a long exponent, evaluated': bounded(evaluated('"1e" + "1" * 60000')),
  'errors without end, evaluated': bounded(evaluated('"}" * 60000'), { isShort: true }),
  'letters that are not, evaluated': bounded(evaluated('"\\xff" * 60000')),
  'unknown escapes, evaluated': bounded(evaluated('"\\"" + "\\\\q" * 30000 + "\\""')),
  'long lines of variables, evaluated': bounded(
    `${meta}var s = ""\nfor (i in 1..4000) s = s + "var v%(i)=1\\n"\nwhile (true) Meta.compile(s)`,
  ),
  'captured variables, evaluated': bounded(
    `${meta}var s = "{\\n"\nfor (i in 1..250) s = s + "var v%(i)=1\\n"\nfor (i in 1..250) s = s + "Fn.new { v%(i) + v%(251 - i) }\\n"\ns = s + "}\\n"\nwhile (true) Meta.compile(s)`,
  ),
  'a path out of the project, imported': bounded(
    `${meta}for (p in ["../../../../etc/passwd", "/etc/passwd", "..", "./", "", "\\0", "a" * 5000, "../" * 2000 + "etc/passwd", "\\xff"]) Fiber.new { Meta.eval("import \\"%(p)\\"") }.try()\nResponse.json(1)`,
    { outcomes: [200, 500], isShort: true },
  ),
  'an import of itself': bounded(
    `${meta}while (true) Fiber.new { Meta.eval("import \\"api/attack\\"\\nimport \\"./attack\\"\\nimport \\"_app\\"") }.try()`,
  ),
  'variables of unknown modules': bounded(
    `${meta}while (true) Fiber.new { Meta.getModuleVariables("a" * 100000) }.try()`,
  ),
});
