/** Endless scripts: loops, calls and fibers. */
import { attackWithScripts, bounded, mostMemory } from './define.js';

const fault = [500];
const faultOrEnd = [500, 503];

/** Four modules of 400 KB. */
const largeModules = Array.from({ length: 4 }, (_, index) =>
  `Fn.new { ${index} }\n`.repeat(28_000),
);

export const controlAttacks = attackWithScripts('scripts: loops, calls and fibers', {
  'a loop': { script: 'while (true) {}' },
  'a loop over a range': { script: 'for (i in 1..1e300) {}' },
  'a loop that catches its end': {
    script: 'while (true) {\n  Fiber.new {\n    while (true) {}\n  }.try()\n}',
  },
  'a fiber that tries itself anew': {
    script:
      'var f\nf = Fn.new {\n  Fiber.new {\n    while (true) {}\n  }.try()\n  f.call()\n}\nf.call()',
    outcomes: faultOrEnd,
  },
  'two fibers that transfer to each other': {
    script: [
      'var a',
      'var b',
      'a = Fiber.new {\n  while (true) b.transfer()\n}',
      'b = Fiber.new {\n  while (true) a.transfer()\n}',
      'a.call()',
    ].join('\n'),
    outcomes: faultOrEnd,
  },
  'a fiber that yields for ever': {
    script: 'var f = Fiber.new {\n  while (true) Fiber.yield()\n}\nwhile (true) f.call()',
  },
  'fibers in fibers': {
    script: 'var f\nf = Fn.new { Fiber.new { f.call() }.call() }\nf.call()',
    outcomes: faultOrEnd,
  },
  'fibers that try fibers': {
    script: 'var f\nf = Fn.new { Fiber.new { f.call() }.try() }\nwhile (true) f.call()',
    outcomes: faultOrEnd,
  },
  'fibers that are kept': {
    script: 'var l = []\nwhile (true) {\n  l.add(Fiber.new { Fiber.yield() })\n  l[-1].call()\n}',
    outcomes: faultOrEnd,
  },
  'faults without end': { script: 'while (true) Fiber.new { null.foo }.try()' },
  'deep faults without end': {
    script: [
      'class A {',
      '  static f(n) { n == 0 ? null.foo : f(n - 1) + 1 }',
      '}',
      'while (true) Fiber.new { A.f(500) }.try()',
    ].join('\n'),
  },
  'a recursion': {
    script: 'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nA.f(0)',
    outcomes: fault,
  },
  'a recursion of functions': {
    script: 'var f\nf = Fn.new {|n| f.call(n + 1) }\nf.call(0)',
    outcomes: fault,
  },
  'a recursion that is caught and begun again': {
    script: 'class A {\n  static f { f + f }\n}\nwhile (true) Fiber.new { A.f }.try()',
    outcomes: faultOrEnd,
  },
  'a recursion that doubles': {
    script: 'class A {\n  static f(n) { n == 0 ? 1 : f(n - 1) + f(n - 1) }\n}\nA.f(100)',
  },
  'toString that calls itself': {
    script: 'class A {\n  construct new() {}\n  toString { "%(this)" }\n}\nSystem.print(A.new())',
    outcomes: fault,
  },
  'toString that never ends': {
    script:
      'class A {\n  construct new() {}\n  toString {\n    while (true) {}\n  }\n}\nResponse.text([A.new()].toString)',
  },
  '== that calls itself': {
    script:
      'class A {\n  construct new() {}\n  ==(o) { this == o }\n}\n[A.new()].contains(A.new())',
    outcomes: faultOrEnd,
  },
  'a block that a native calls without end': {
    script: '(1..1000000000).each {|i| (1..1000000000).reduce {|a, b| a } }',
  },
  'a loop after a native that waits': {
    script: 'Util.hash("a")\nwhile (true) {}',
  },
  'runs that wait with much memory': {
    script: 'var l = []\nfor (i in 1..3000000) l.add([i])\nUtil.hash("a")\nResponse.json(l.count)',
    connections: 12,
    outcomes: [200, 503],
    // An additional worker takes some of the runs, and has the same limit.
    bounds: { endedBy: ['requestTime'], memory: 2 * mostMemory },
    isShort: false,
  },
  'waiting natives in fibers': {
    script: 'while (true) Fiber.new { Util.hash("a") }.try()',
  },
  'a loop in a transaction': {
    script: 'Db.transaction {\n  while (true) {}\n}',
  },
  'transactions without end': {
    script: 'while (true) Db.transaction { 1 }',
  },
  'a transaction that is left open': {
    script: '`BEGIN`.query()\nwhile (true) {}',
    outcomes: faultOrEnd,
  },
  'powers and remainders': { script: 'var n = 1\nwhile (true) n = (n * 7.1).pow(1.5) % 1e9' },
  'code of 100 MB, evaluated': bounded(
    'import "meta" for Meta\nMeta.compile("1" + "+1" * 50000000)',
  ),
  'code of 60 KB, evaluated without end': bounded(
    'import "meta" for Meta\nvar i = 0\nwhile (true) {\n  i = i + 1\n  Meta.compile("return %(i)" + "+1" * 30000)\n}',
    { isShort: true },
  ),
  'code that declares variables without end': bounded(
    'import "meta" for Meta\nvar i = 0\nwhile (true) {\n  i = i + 1\n  Meta.eval("var v%(i) = 1")\n}',
  ),
  'code that evaluates code': bounded(
    'import "meta" for Meta\nvar f\nf = Fn.new { Meta.eval("f.call()") }\nf.call()',
  ),
  'imports of evaluated code without end': bounded(
    'import "meta" for Meta\nvar i = 0\nwhile (true) {\n  i = i + 1\n  Fiber.new { Meta.eval("import \\"x%(i)\\"") }.try()\n}',
  ),
  'imports of large modules by evaluated code': bounded(
    `import "meta" for Meta\nMeta.compile("${largeModules.map((_, index) => `import \\"_large${index}\\"`).join('\\n')}")\nResponse.json(1)`,
    {
      files: Object.fromEntries(largeModules.map((text, index) => [`_large${index}.wren`, text])),
    },
  ),
  'classes of evaluated code': bounded(
    'import "meta" for Meta\nvar i = 0\nwhile (true) {\n  i = i + 1\n  Meta.eval("class A%(i) {\\n a { 1 }\\n}")\n}',
  ),
  'fibers that keep large texts': bounded(
    'var l = []\nwhile (true) {\n  var f = Fiber.new {\n    var s = "a" * 1000000 + "b"\n    s.bytes[3]\n    Fiber.yield()\n    s.count\n  }\n  f.call()\n  l.add(f)\n}',
  ),
  'a tree of fibers that yields': bounded(
    'var make\nmake = Fn.new {|n| Fiber.new {\n  if (n > 0) {\n    var f = make.call(n - 1)\n    while (true) {\n      f.call()\n      Fiber.yield()\n    }\n  }\n  while (true) Fiber.yield()\n} }\nvar f = make.call(400)\nwhile (true) f.call()',
  ),
  'toString that returns no text': bounded(
    'class A {\n  construct new() {}\n  toString { [this] }\n}\nwhile (true) Fiber.new { "%(A.new())" + [A.new()].toString }.try()',
  ),
  'an operator that is not a function': bounded(
    'var l = [3, 1, 2]\nwhile (true) Fiber.new { l.sort {|a, b| null.foo } }.try()',
  ),
  'a sort by a comparator that yields': bounded(
    'var l = (1..1000).toList\nvar f = Fiber.new { l.sort {|a, b|\n  Fiber.yield()\n  return a > b\n} }\nwhile (true) Fiber.new { f.call() }.try()',
  ),
  'System.printAll of an endless sequence': bounded('System.printAll((1..1e300))'),
});
