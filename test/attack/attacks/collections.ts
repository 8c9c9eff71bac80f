/** Scripts that create large lists, maps and trees or work on them. */
import { anyEnd, attackWithScripts, bounded, type ScriptAttack } from './define.js';

const faultOrEnd = [500, 503];

/** A script that creates a list `l` of `count` numbers and then runs the code. */
const withNumbers = (count: number, code: string): ScriptAttack => ({
  script: `var l = (1..${count}).toList\n${code}`,
  outcomes: anyEnd,
});

export const collectionAttacks = attackWithScripts('scripts: lists, maps and objects', {
  'removeAt(1) of 4 million elements': withNumbers(4_000_000, 'while (true) l.removeAt(1)'),
  'insert(0) into 4 million elements': withNumbers(4_000_000, 'while (true) l.insert(0, 1)'),
  'indexOf in 4 million elements': withNumbers(4_000_000, 'while (true) l.indexOf(-1)'),
  'addAll of itself': { script: 'var l = [1]\nwhile (true) l.addAll(l)', outcomes: faultOrEnd },
  'a list added to itself': { script: 'var l = [1]\nwhile (true) l = l + l', outcomes: faultOrEnd },
  'a list repeated': { script: 'var l = [1] * 1000000000', outcomes: faultOrEnd },
  'an empty list repeated': bounded('[] * 1e300\nResponse.json(1)', {
    outcomes: [200],
    isShort: true,
  }),
  'a list filled': { script: 'List.filled(1000000000, 1)', outcomes: faultOrEnd },
  'a list that grows by one': { script: 'var l = []\nwhile (true) l.add(l.count)' },
  'ranges made into lists': { script: 'while (true) (1..10000000).toList' },
  'a sort of 4 million elements': withNumbers(4_000_000, 'l.sort {|a, b| a > b }'),
  'a comparator that changes the list': withNumbers(
    100_000,
    'l.sort {|a, b|\n  l.clear()\n  l.addAll([3, 2, 1])\n  return a > b\n}',
  ),
  'a comparator that contradicts itself': withNumbers(
    1_000_000,
    'while (true) l.sort {|a, b| true }',
  ),
  'a comparator that sorts again': withNumbers(
    1_000,
    'var f\nf = Fn.new {|a, b|\n  l.sort(f)\n  return true\n}\nl.sort(f)',
  ),
  'a map with millions of numbers': { script: 'var m = {}\nwhile (true) m[m.count] = 1' },
  'a map with millions of texts': { script: 'var m = {}\nwhile (true) m["k%(m.count)"] = 1' },
  'a map that is copied to lists': {
    script:
      'var m = {}\nfor (i in 1..300000) m[i] = i\nwhile (true) m.keys.toList + m.values.toList',
  },
  'a chain of objects': {
    script: 'class N {\n  construct new(n) { _n = n }\n}\nvar n = null\nwhile (true) n = N.new(n)',
  },
  'lazy sequences in lazy sequences': {
    script: 'var s = 1..2\nfor (i in 1..100000) s = s.map {|x| x }\nResponse.json(s.toList)',
    outcomes: anyEnd,
  },
  'a sequence without end': {
    script: [
      'class All is Sequence {',
      '  construct new() {}',
      '  iterate(i) { 1 }',
      '  iteratorValue(i) { i }',
      '}',
      'All.new().where {|x| false }.toList',
    ].join('\n'),
  },
  'classes without end': {
    script: 'while (true) {\n  class A {\n    static b { 1 }\n  }\n  A.b\n}',
  },
  'a list in itself, printed': {
    script: 'var l = []\nl.add(l)\nSystem.print(l)',
    outcomes: faultOrEnd,
  },
  'a list in itself, as JSON': {
    script: 'var l = []\nl.add(l)\nResponse.json(l)',
    outcomes: faultOrEnd,
  },
  'a tree that doubles, as JSON': {
    script: 'var l = ["ha"]\nfor (i in 1..60) l = [l, l]\nResponse.json(l)',
    outcomes: faultOrEnd,
  },
  'a tree that doubles, as text': {
    script: 'var l = ["ha"]\nfor (i in 1..60) l = [l, l]\nl.toString',
    outcomes: faultOrEnd,
  },
  'a tree that doubles, joined': {
    script: 'var l = ["ha"]\nfor (i in 1..60) l = [l, l]\nl.join("," * 1000)',
    outcomes: faultOrEnd,
  },
  'a deep chain of superclasses': bounded(
    'var c = Object\nfor (i in 1..1000000) {\n  class X is c {}\n  c = X\n}\nResponse.json(1)',
  ),
  'a deep chain of superclasses with a call': bounded(
    'class O {\n  construct new() {}\n}\nvar c = O\nfor (i in 1..50000) {\n  class X is c {\n    construct new() { super() }\n  }\n  c = X\n}\nwhile (true) Fiber.new { c.new().foo }.try()',
  ),
  'is with a deep chain of superclasses': bounded(
    'class O {\n  construct new() {}\n}\nvar c = O\nfor (i in 1..20000) {\n  class X is c {\n    construct new() {}\n  }\n  c = X\n}\nvar o = c.new()\nwhile (true) o is Num',
    { isShort: true },
  ),
  'a map that grows while it is read': bounded(
    'var m = {1: 1}\nfor (k in m.keys) m[k + 1] = 1\nwhile (true) for (k in m) m[m.count + 1] = 1',
  ),
  'a list that grows while it is read': bounded('var l = [1]\nfor (x in l) l.add(x)'),
  'ranges as keys of a map': bounded(
    'var m = {}\nvar i = 0\nwhile (true) {\n  i = i + 1\n  m[i..i + 1] = i\n}',
  ),
  'a map of keys that collide': bounded(
    'var m = {}\nvar i = 0\nwhile (true) {\n  i = i + 4294967296\n  m[i] = i\n  m[-i] = i\n}',
  ),
  'a closure that keeps large texts': bounded(
    'var l = []\nwhile (true) {\n  var s = "a" * 1000000 + "b"\n  s.bytes[3]\n  l.add(Fn.new { s })\n}',
  ),
  'take of an endless sequence': bounded(
    'class All is Sequence {\n  construct new() {}\n  iterate(i) { 1 }\n  iteratorValue(i) { i }\n}\nAll.new().take(1e300).skip(1e200).count',
  ),
  'join of an endless sequence': bounded(
    'class All is Sequence {\n  construct new() {}\n  iterate(i) { 1 }\n  iteratorValue(i) { "a" * 1000 }\n}\nAll.new().join(",")',
  ),
  'addAll of an endless sequence': bounded(
    'class All is Sequence {\n  construct new() {}\n  iterate(i) { 1 }\n  iteratorValue(i) { i }\n}\n[].addAll(All.new())',
  ),
  'a shuffle of 10 million elements': bounded(
    'import "random" for Random\nvar l = (1..10000000).toList\nwhile (true) Random.new(1).shuffle(l)',
  ),
  'a sample of 10 million elements': bounded(
    'import "random" for Random\nRandom.new(1).sample((1..10000000).toList, 9000000)',
  ),
  'Json of numbers': bounded(
    'var l = []\nfor (i in 1..1000000) l.add(i / 3)\nwhile (true) Json.parse(Json.stringify(l))',
  ),
});
