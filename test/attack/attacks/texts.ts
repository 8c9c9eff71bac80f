/** Scripts that create large texts, and natives that make them larger. */
import { anyEnd, attackWithScripts, bounded, type ScriptAttack } from './define.js';

/** A script that creates a text `s` of `count` characters and calls a native with it. */
const callWith = (character: string, count: number, call: string): string =>
  `var s = "${character}" * ${count}\n${call}\nResponse.json(1)`;

const natives: Record<string, ScriptAttack> = Object.fromEntries(
  Object.entries({
    'Util.htmlEscape of 100 MB': callWith('<', 100_000_000, 'Util.htmlEscape(s)'),
    'Util.urlEncode of 100 MB': callWith('<', 100_000_000, 'Util.urlEncode(s)'),
    'Util.urlDecode of 100 MB': callWith('+', 100_000_000, 'Util.urlDecode(s)'),
    'Util.base64Encode of 130 MB': callWith('a', 130_000_000, 'Util.base64Encode(s)'),
    'Util.base64Decode of 130 MB': callWith('a', 130_000_000, 'Util.base64Decode(s)'),
    'Util.toNum of 130 MB': callWith('1', 130_000_000, 'Util.toNum(s)'),
    'Num.fromString of 130 MB': callWith('1', 130_000_000, 'Num.fromString(s)'),
    'Response.cookie of 100 MB': callWith('<', 100_000_000, 'Response.cookie("a", s)'),
    'Response.redirect to 60 MB': callWith('<', 60_000_000, 'Response.redirect(s)'),
    'Response.header of 130 MB': callWith('a', 130_000_000, 'Response.header("X-A", s)'),
    'Response.text of 260 MB': callWith('a', 130_000_000, 'Response.text(s + s)'),
    'Response.html of 260 MB': callWith('a', 130_000_000, 'Response.html("%(s)%(s)")'),
    'Response.json of 130 MB that need escapes': callWith(
      '\\n',
      130_000_000,
      'Response.json(s)\nreturn',
    ),
    'replace in a joined text of 134 MB': callWith('a', 67_000_000, '(s + s).replace("a", "b")'),
    'replace by a longer text': callWith('a', 10_000_000, 's.replace("a", "a" * 100)'),
    'split into 60 million parts': callWith('a,', 60_000_000, 's.split(",")'),
    'trim of 130 MB': callWith(' ', 130_000_000, 'for (i in 1..1000) s.trim()'),
    'bytes and code points of 130 MB': callWith(
      'é',
      60_000_000,
      's.bytes.toList\ns.codePoints.toList',
    ),
    'a text turned into a list': callWith('a', 130_000_000, 's.toList'),
    'count of joined texts': callWith('é', 50_000_000, 'for (i in 1..1000) (s + "a").count'),
    'joined texts that are compared': callWith(
      'a',
      60_000_000,
      'for (i in 1..1000) {\n  if (s + "%(i)" == s + "%(i + 1)") return\n}',
    ),
    'joined texts as keys of a map': callWith(
      'a',
      60_000_000,
      'var m = {}\nfor (i in 1..1000) m[s + "%(i)"] = i',
    ),
    '900 times Util.sha256 of a large text': callWith(
      'a',
      100_000_000,
      'for (i in 1..900) Util.sha256(s)',
    ),
    'Util.hash and Util.verify without end': 'while (true) Util.verify("a", Util.hash("b"))',
    '100 joined texts of 100 MB, each read once': callWith(
      'a',
      100_000_000,
      'var l = []\nfor (i in 1..100) {\n  l.add(s + i.toString)\n  l[-1].bytes[99999999]\n}',
    ),
    'repetition without end': 'var s = "ab"\nwhile (true) s = s * 1000',
    'doubling by +': 'var s = "x"\nwhile (true) s = s + s',
    'doubling by interpolation': 'var s = "x"\nwhile (true) s = "%(s)%(s)"',
    'doubling by join': 'var s = "x"\nwhile (true) s = [s, s, s].join(s)',
    'a list of slices of a large text': callWith(
      'ab',
      60_000_000,
      'var l = []\nwhile (true) l.add(s[1..-2])',
    ),
    'growth by a single character': 'var s = ""\nwhile (true) s = s + "x"',
    'many texts in a list': 'var l = []\nwhile (true) l.add("%(l.count)" * 1000)',
    'printing large texts': callWith('a', 130_000_000, 'while (true) System.print(s)'),
    'aborting with a large text': 'Fiber.abort("a" * 130000000)',
  }).map(([name, script]) => [name, { script, outcomes: anyEnd }]),
);

/** A thousand searches. The time of a search must not depend on the part that is searched for. */
const search = (call: string): ScriptAttack => ({
  script: [
    'var text = "a" * 860000',
    'var part = "a" * 430000 + "b"',
    `for (i in 1..1000) ${call}`,
  ].join('\n'),
  outcomes: anyEnd,
});

export const textAttacks = [
  ...attackWithScripts('scripts: large texts', {
    ...natives,
    'verify with a hash of great cost': bounded(
      'while (true) Util.verify("a", "$scrypt$ln=12,r=99,p=16$AAAAAAAAAAAAAAAA$" + "A" * 43)',
    ),
    'verify with a hash of great cost, in a transaction': bounded(
      'Db.transaction {\n  while (true) Util.verify("a", "$scrypt$ln=12,r=99,p=16$AAAAAAAAAAAAAAAA$" + "A" * 43)\n}',
      { isShort: true },
    ),
    'verify with a long hash, in a transaction': bounded(
      'Db.transaction { Util.verify("a", "$scrypt$ln=1,r=1,p=1$" + "A" * 40000000 + "$" + "A" * 60000000) }',
    ),
    'large texts as keys of a map': bounded(
      'var m = {}\nfor (i in 1..1000) m["%(i)" + "a" * 130000000] = i',
    ),
    'code points from numbers': bounded(
      'var l = []\nwhile (true) l.add(String.fromCodePoint(0x10ffff) + String.fromByte(255))',
    ),
    'slices with odd ranges': bounded('var s = "é" * 10000000\nwhile (true) s[1..-1]'),
    'a text read from its end': bounded(
      'var s = "a" * 100000000 + "b"\nwhile (true) {\n  s = s[1..-1]\n  s.bytes[0]\n}',
    ),
    'doubling by toString of a list': bounded('var s = "a"\nwhile (true) s = [s, s].toString'),
    'doubling by Json': bounded('var s = "\\\\\\""\nwhile (true) s = Json.stringify(s)'),
    'cookies with large options': bounded(
      'while (true) Response.cookie("a", "b", {"path": "/" + "a" * 10000000, "domain": "b" * 10000000})',
    ),
    'headers that make the answer large': bounded(
      'for (i in 1..1000) Response.header("X-%(i)", "a" * 100000)\nResponse.json(1)',
    ),
    'cors with large headers': bounded(
      'while (true) Response.cors("a" * 10000000, "b" * 10000000, "c" * 10000000)',
    ),
    'Request.get with large names': bounded('while (true) Request.get("a" * 10000000)'),
  }),
  ...attackWithScripts('scripts: searching', {
    'contains of a part that nearly fits': search('text.contains(part)'),
    'indexOf of a part that nearly fits': search('text.indexOf(part)'),
    'split at a part that nearly fits': search('text.split(part)'),
    'replace of a part that nearly fits': search('text.replace(part, "")'),
    'a part that begins differently': search('text.contains("b" + "a" * 430000)'),
    'a part that differs in its middle': search('text.contains("a" * 215000 + "b" + "a" * 215000)'),
  }),
];
