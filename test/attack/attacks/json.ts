/** Scripts that parse or write large or deep JSON. */
import { anyEnd, attackWithScripts } from './define.js';

const notJson = [400, 500, 503];

export const jsonAttacks = attackWithScripts('scripts: JSON', {
  'Json.parse of a list of 60 MB': {
    script: 'Json.parse("[" + "1," * 30000000 + "1]")',
    outcomes: anyEnd,
  },
  'Json.parse of a text of 120 MB': {
    script: 'var s = "a" * 120000000\nJson.parse("\\"%(s)\\"")',
    outcomes: anyEnd,
  },
  'Json.parse of escapes': {
    script: 'var s = "\\\\u0041" * 20000000\nJson.parse("\\"%(s)\\"")',
    outcomes: anyEnd,
  },
  'Json.parse of maps': {
    script: 'Json.parse("[" + "{\\"a\\":{}}," * 10000000 + "1]")',
    outcomes: anyEnd,
  },
  'Json.parse of a long number': { script: 'Json.parse("1" * 100000000)', outcomes: anyEnd },
  'Json.parse of white space': {
    script: 'while (true) Json.parse(" " * 100000000 + "1")',
  },
  'Json.parse of depth without end': { script: 'Json.parse("[" * 100000000)', outcomes: notJson },
  'Json.parse that is caught': {
    script: 'while (true) Fiber.new { Json.parse("[" + "1," * 100000) }.try()',
  },
  'Json.stringify of a deep list': {
    script: 'var l = []\nfor (i in 1..1000000) l = [l]\nJson.stringify(l)',
    outcomes: notJson,
  },
  'Json.stringify of a large list': {
    script: 'var l = [1.5e300] * 1\nfor (i in 1..22) l = l + l\nwhile (true) Json.stringify(l)',
  },
  'Json.stringify of a text in many places': {
    script: 'var s = "a" * 1000000\nJson.stringify((1..1000).map {|i| s }.toList)',
  },
  'Json.stringify of a map with large keys': {
    script: 'var m = {}\nfor (i in 1..100) m["%(i)" + "\\n" * 1000000] = 1\nJson.stringify(m)',
    outcomes: anyEnd,
  },
});
