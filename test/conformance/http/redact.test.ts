import { describe, expect, test } from 'vitest';
import {
  createRedactor,
  createRestorer,
  redactDeep,
} from '../../../conformance/http/secrets/redact.js';
import { secretsOf } from '../../../conformance/http/secrets/secrets.js';

const secret = 'Sk_live/9+a"b\\c&é-Zq77';
const redact = createRedactor([{ value: secret, variable: 'TOUCHSTONE_API_KEY' }]);

const each = (text: string, encode: (character: string) => string) =>
  Array.from(text, encode).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const bytes = (character: string) => [...Buffer.from(character)];
const hex = (number: number, digits = 2) => number.toString(16).padStart(digits, '0');
const percent = (character: string) =>
  bytes(character)
    .map((byte) => `%${hex(byte)}`)
    .join('');
const unitEscapes = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${hex(text.charCodeAt(at), 4)}`).join('');

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'in mixed letters': (text) =>
    each(text, (one) => (Math.sin(one.charCodeAt(0)) > 0 ? one.toUpperCase() : one.toLowerCase())),
  'without its last character': (text) => text.slice(0, -1),
  'without its first character': (text) => text.slice(1),
  'in a query': encodeURIComponent,
  'percent-encoded, in small digits': (text) => each(text, percent),
  'percent-encoded, in large digits': (text) => each(text, (one) => percent(one).toUpperCase()),
  'percent-encoded in part': (text) =>
    each(text, (one) => (/[aeio9]/.test(one) ? percent(one) : one)),
  'percent-encoded twice': (text) => encodeURIComponent(each(text, percent)),
  'in JSON': JSON.stringify,
  'in JSON that is in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'in JSON with all escapes': unitEscapes,
  'in JSON with all escapes, in large digits': (text) =>
    unitEscapes(text).toUpperCase().replaceAll('\\U', '\\u'),
  'in JSON with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'in JavaScript': (text) => each(text, (one) => `\\u{${hex(one.codePointAt(0) ?? 0, 1)}}`),
  'in HTML with decimal entities': (text) => each(text, (one) => `&#${one.codePointAt(0)};`),
  'in HTML with hexadecimal entities': (text) =>
    each(text, (one) => `&#x${hex(one.codePointAt(0) ?? 0, 6)};`),
  'in HTML with named entities': (text) =>
    text.replace(/[&"/+\\]/g, (one) => {
      const names = { '&': 'amp', '"': 'quot', '/': 'sol', '+': 'plus', '\\': 'bsol' };
      return `&${names[one as keyof typeof names]};`;
    }),
  'in base64': base64,
  'in base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 after one other byte': (text) => base64(`u${text}x`),
  'in base64 after two other bytes': (text) => base64(`u:${text}:y`),
  'in base64 after three other bytes': (text) => base64(`us:${text}`),
  'in the middle of much base64': (text) => base64(`{"name":"Ada","echo":"${text}","more":[1,2]}`),
  'in base64 after a path': (text) => `/echo/of/${base64(text)}`,
  'in base64 in a query': (text) => encodeURIComponent(base64(text)),
  'in base64 in JSON': (text) => JSON.stringify(base64(text)).replaceAll('/', '\\/'),
  'in base64 of base64': (text) => base64(base64(text)),
  'in lines of base64': (text) =>
    base64(`${'x'.repeat(30)}${text}${'y'.repeat(90)}`).replace(/.{64}/g, '$&\r\n'),
  'in base64 of an escaped text': (text) => base64(encodeURIComponent(text)),
  'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'in large hexadecimal digits': (text) => Buffer.from(`x${text}`).toString('hex').toUpperCase(),
};

/** All that is left of a secret in a text, read in any way. */
function findRest(text: string, of = secret): string[] {
  const parts = Array.from({ length: of.length - 5 }, (_, at) => of.slice(at, at + 6));
  return parts.filter((part) =>
    Object.entries(encodings).some(([, encode]) => {
      const encoded = encode(part);
      return encoded.length >= 6 && text.toLowerCase().includes(encoded.toLowerCase());
    }),
  );
}

describe('a secret is redacted', () => {
  test.each(Object.keys(encodings))('%s', (name) => {
    const encode = encodings[name] as (text: string) => string;
    for (const around of ['', 'a word before ', 'abc=', '<b>']) {
      const text = `${around}${encode(secret)} and behind`;
      const redacted = redact(text);
      expect(redacted).toContain('TOUCHSTONE_API_KEY');
      expect(findRest(redacted)).toEqual([]);
      if (around !== 'abc=') expect(redacted.startsWith(around)).toBe(true);
      expect(redacted.endsWith(' and behind')).toBe(true);
    }
  });

  test.each(['p%c t+ s:cret', 'two words'])(
    'also with the blanks of %j as plus signs, as forms have them',
    (value) => {
      const hide = createRedactor([{ value, variable: 'TOUCHSTONE_SECRET' }]);
      const form = new URLSearchParams({ id: 'an id', secret: value, scope: 'a b' }).toString();
      expect(hide(form)).toBe('id=an+id&secret=$TOUCHSTONE_SECRET&scope=a+b');
      const [, encoded = ''] = /secret=([^&]*)/.exec(form) ?? [];
      const pair = base64(`id:${encoded}`);
      expect(hide(`Basic ${pair}`)).toContain('TOUCHSTONE_SECRET');
    },
  );

  test('also when the text is cut within it', () => {
    for (const end of ['…', '… (1234 more characters)']) {
      expect(redact(`"key":"${secret.slice(0, 11)}${end}`)).toBe(
        `"key":"$TOUCHSTONE_API_KEY${end}`,
      );
    }
    const [cut] = base64(`user:${secret}`).match(/^.{20}/) ?? [];
    expect(findRest(redact(`Basic ${cut}…`))).toEqual([]);
  });

  test('and the text around it stays', () => {
    expect(redact(`100 % sure: C:\\temp &amp; &constructor; ${secret}; é €`)).toBe(
      '100 % sure: C:\\temp &amp; &constructor; $TOUCHSTONE_API_KEY; é €',
    );
  });
});

describe('the replacement of a secret', () => {
  test('names the encoding of the secret', () => {
    expect(redact(`Basic ${base64(secret)}`)).toMatch(/^Basic \$\{TOUCHSTONE_API_KEY_BASE64\}=$/);
    expect(redact(`Basic ${base64(`user:${secret}`)}`)).toMatch(
      /^Basic dXNlcj\$\{TOUCHSTONE_API_KEY_IN_BASE64\}/,
    );
  });

  test('is reversed when it replaces the whole secret', () => {
    const restore = createRestorer([{ value: secret, variable: 'TOUCHSTONE_API_KEY' }]);
    for (const sent of [`Basic ${base64(secret)}`, `Bearer ${secret}`, secret.toUpperCase()]) {
      expect(restore(redact(sent))).toBe(sent);
    }
  });
});

describe('of two secrets', () => {
  const user = 'ada-lovelace';
  const jwt = `${base64('{"alg":"HS256"}')}.${base64(`{"sub":"${user}","n":1}`)}.dGhlIHNpZ25hdHVyZQ`;
  const pairs: readonly (readonly [relation: string, longer: string, shorter: string])[] = [
    ['one begins with the other', `${user}-99`, user],
    ['one ends with the other', `no-${user}`, user],
    ['one contains the other', `no-${user}-99`, user],
    ['one encodes the other in base64', base64(user), user],
    ['one contains the other in base64', jwt, user],
    [
      'one contains the other in hexadecimal digits',
      `s-${Buffer.from(user).toString('hex')}`,
      user,
    ],
    ['one contains the other in another letter case', `key-${user.toUpperCase()}`, user],
    ['one encodes the other for URLs', encodeURIComponent('a key+of/signs'), 'a key+of/signs'],
    ['one lacks the last character of the other', user, user.slice(0, -1)],
    ['one differs from the other in the last character', `${user}-account-3`, `${user}-account-2`],
    ['one is the name of the variable', 'TOUCHSTONE_LONGER_KEY', 'TOUCHSTONE'],
  ];
  const secretsIn = (longer: string, shorter: string) => [
    { value: longer, variable: 'TOUCHSTONE_LONGER' },
    { value: shorter, variable: 'TOUCHSTONE_SHORTER' },
  ];

  test.each(pairs)('of which %s, each has its own name', (_relation, longer, shorter) => {
    for (const secrets of [secretsIn(longer, shorter), secretsIn(longer, shorter).reverse()]) {
      const hide = createRedactor(secrets);
      const redacted = hide(
        `Bearer ${longer} for ${shorter}, in {"a":"${longer}","b":"${shorter}"}`,
      );
      const [l, s] = ['$TOUCHSTONE_LONGER', '$TOUCHSTONE_SHORTER'];
      expect(redacted).toBe(`Bearer ${l} for ${s}, in {"a":"${l}","b":"${s}"}`);
      expect(hide(redacted)).toBe(redacted);
    }
  });

  test('that overlap, nothing is left', () => {
    const [first, second] = ['first-secret-of-both', 'both-have-a-common-part'];
    const text = 'a first-secret-of-both-have-a-common-part b';
    for (const secrets of [secretsIn(first, second), secretsIn(second, first)]) {
      const redacted = createRedactor(secrets)(text);
      expect(redacted).toMatch(/^a \$TOUCHSTONE_(LONGER|SHORTER) b$/);
      const pair = createRedactor(secrets)(base64(`${first}:${second}`));
      expect([...findRest(pair, first), ...findRest(pair, second)]).toEqual([]);
    }
  });
});

test('a variable is kept apart from the text behind it, and found again', () => {
  const secrets = [1, 12].map((n) => ({ value: `the-secret-${n}`, variable: `TOUCHSTONE_${n}` }));
  const [hide, restore] = [createRedactor(secrets), createRestorer(secrets)];
  const text = 'the-secret-12, the-secret-1 and the-secret-1x';
  expect(hide(text)).toBe('$TOUCHSTONE_12, $TOUCHSTONE_1 and ${TOUCHSTONE_1}x');
  expect(restore(hide(text))).toBe(text);
});

describe('a text that is not a secret stays', () => {
  test('although it contains a short secret, or a word in other letters', () => {
    const short = createRedactor(
      secretsOf({ 'api-key': 'a', 'bearer-token': 'test' }, { credentials: [] }),
    );
    const texts = ['bad', 'Test it', 'dGVzdA==', 'Latest', '7465737400'];
    expect(redactDeep(texts.slice(1, 3), short)).toEqual(['Test it', 'dGVzdA==']);
    expect(short('bad')).toBe('bad');
    expect(short('7465737400')).toBe('7465737400');
  });

  test('although it has escapes and much base64', () => {
    const text = `%41 \\u0041 &#65; &nope; %zz ${base64('x'.repeat(300))} ${'ab'.repeat(40)}`;
    expect(redact(text)).toBe(text);
  });
});

test('any text can be redacted', () => {
  const texts = [
    '\uD800 lone',
    '&#9999999;',
    '%',
    '\\',
    '…',
    '\\u{fffffff}',
    'A'.repeat(2_000_000),
  ];
  for (const text of texts) expect(redact(text)).toBe(text);
});
