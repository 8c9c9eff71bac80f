/** Scripts that create large lists, maps and trees or work on them. */
import { anyEnd, attackWithScripts, type ScriptAttack } from './define.js';

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
});
