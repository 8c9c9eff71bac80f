/** Multipart forms as clients write them, and what is wrong with invalid ones. */
import { Dicer } from '@fastify/busboy';
import { describe, expect, test, vi } from 'vitest';
import { parseMultipartForm } from '../../../reference-server/formats/multipart-form.js';

const type = 'multipart/form-data; boundary=cut';

/** A body with a part for each block of headers; all parts have the content `v`. */
const bodyOf = (...headers: string[]) =>
  `${headers.map((lines) => `--cut\r\n${lines}\r\n\r\nv\r\n`).join('')}--cut--\r\n`;

const disposition = (parameters: string) => `Content-Disposition: form-data${parameters}`;

/** The names of the fields and of the files, with the names that files have on the client. */
async function namesIn(body: string, contentType = type) {
  const { fields, files } = await parseMultipartForm(body, contentType);
  return [...fields.keys(), ...[...files].map(([key, { name }]) => [key, name])];
}

const messageOf = (body: string, contentType = type) =>
  parseMultipartForm(body, contentType).then(
    () => 'no error',
    (error: Error) => error.message,
  );

test.each([
  ['; name="a"', 'a'],
  ['; name=purpose', 'purpose'],
  [';name=a', 'a'],
  [' ; name = "a" ;', 'a'],
  ['; NAME="a"', 'a'],
  ['; name=""', ''],
  ['; other=1; name="a"; more="x;y"', 'a'],
  ['; name="a"; name="b"', 'a'],
  ['; name="a \\"b\\" c"', 'a "b" c'],
  ['; name="a%22b%0D%0A%41"', 'a"b\r\n%41'],
  ['; name="\xc3\xa4 \xff"', '\xc3\xa4 \xff'],
  ['; name="__proto__"', '__proto__'],
  ['; name=a; filename=b.txt', ['a', 'b.txt']],
  ['; filename="b.txt"; name="a"', ['a', 'b.txt']],
  ['; name="a"; filename=""', ['a', '']],
  ['; name="a"; filename="my \\"own\\" file"', ['a', 'my "own" file']],
  ['; name="a"; filename="C:\\dir\\b.txt"', ['a', 'C:\\dir\\b.txt']],
  ["; name=a; filename=b.txt; filename*=utf-8''%c3%a4.txt", ['a', '\xc3\xa4.txt']],
  ["; name=a; filename*=iso-8859-1'en'%e4", ['a', '\xc3\xa4']],
  ["; name=a; filename*=koi8-r''%c0; filename=b", ['a', 'b']],
])('reads the parameters %s', async (parameters, expected) => {
  expect(await namesIn(bodyOf(disposition(parameters)))).toEqual([expected]);
});

describe('reads', () => {
  test('any number of headers in any case and order', async () => {
    const headers = 'content-type: text/plain\r\nX-A: 1\r\nCONTENT-DISPOSITION: form-data; name=a';
    expect(await namesIn(bodyOf(headers))).toEqual(['a']);
    const folded = 'Content-Disposition: form-data;\r\n name="a"';
    expect(await namesIn(bodyOf(`${'X-A: 1\r\n'.repeat(3_000)}${folded}`))).toEqual(['a']);
    expect(await namesIn(bodyOf(`X-A: ${'x'.repeat(100_000)}\r\n${folded}`))).toEqual(['a']);
  });

  test('what stands before and after the parts over', async () => {
    const body = bodyOf(disposition('; name=a'));
    expect(await namesIn(`a preamble\r\n--cu\r\n${body}an epilogue\r\n--cut\r\n`)).toEqual(['a']);
  });

  test.each(['"cut"', 'cut; charset=utf-8', '"cut" ;a=b'])('the boundary %s', async (value) => {
    const body = bodyOf(disposition('; name=a'));
    expect(await namesIn(body, `Multipart/Form-Data;charset=utf-8; Boundary=${value}`)).toEqual([
      'a',
    ]);
  });

  test('contents byte by byte, also what resembles a boundary', async () => {
    const contents = ['', '\r\n', '\xff\0', 'a\r\n--cu', 'a--cut--', '\r\n--', 'x'.repeat(100_000)];
    const parts = contents.map(
      (content, index) => `--cut\r\n${disposition(`; name=f${index}`)}\r\n\r\n${content}\r\n`,
    );
    const { fields } = await parseMultipartForm(`${parts.join('')}--cut--`, type);
    expect([...fields.values()]).toEqual(contents);
  });

  test('the media type of a file, in lower case', async () => {
    const file = disposition('; name=a; filename=b');
    const typed = `${file}\r\nContent-Type: Image/GIF`;
    for (const [headers, expected] of [
      [typed, 'image/gif'],
      [file, ''],
    ] as const) {
      const { files } = await parseMultipartForm(bodyOf(headers), type);
      expect(files.get('a')).toEqual({ name: 'b', type: expected, content: 'v' });
    }
  });

  test.each(['cut', "c.(u+t)'?", 'c\\d'])(
    'blanks after the boundary %s on its line',
    async (boundary) => {
      const field = (name: string) => `${disposition(`; name=${name}`)}\r\n\r\nv`;
      const body = `--${boundary} \t\r\n${field('a')}\r\n--${boundary}  \r\n${field('b')}\r\n--${boundary}-- \r\n`;
      const quoted = boundary.replace('\\', '\\\\');
      const typed = `multipart/form-data; boundary="${quoted}"`;
      expect([...(await parseMultipartForm(body, typed)).fields]).toEqual([
        ['a', 'v'],
        ['b', 'v'],
      ]);
    },
  );

  test('blanks of a content that resembles a boundary', async () => {
    const content = 'x--cut \r\n x\r\n--cu  ';
    const body = `--cut\r\n${disposition('; name=a')}\r\n\r\n${content}\r\n--cut--`;
    expect((await parseMultipartForm(body, type)).fields.get('a')).toBe(content);
  });

  test('a form without parts', async () => {
    expect(await namesIn('--cut--\r\n')).toEqual([]);
  });
});

test('a form with too many parts is not parsed to its end', async () => {
  const write = vi.spyOn(Dicer.prototype, 'write');
  expect(await messageOf('--cut\r\n'.repeat(100_000))).toBe('it has more than 1000 parts');
  expect(write.mock.calls.length).toBeLessThan(5);
  write.mockRestore();
});

test.each([
  ['multipart/form-data', '', 'its content type has no boundary'],
  ['multipart/form-data; boundary=""', '', 'its content type has no boundary'],
  [`${type}${'x'.repeat(70)}`, '', 'its boundary has more than 70 characters'],
  [type, '', 'its boundary is missing'],
  [type, '--cat\r\n', 'its boundary is missing'],
  [type, `--cut\r\n${disposition('; name=a')}\r\n\r\nv`, 'its last boundary is missing'],
  [type, `--cut\r\n${disposition('; name=a')}`, 'its last boundary is missing'],
  [type, bodyOf(disposition('; name=a'), 'X-A: b'), 'part 2 has no header Content-Disposition'],
  [type, '--cut\r\n\r\nv\r\n--cut--', 'part 1 has no header Content-Disposition'],
  [type, `--cut\r\n${disposition('; name=a')}\r\n--cut--`, 'the headers of part 1 do not end'],
  [
    type,
    bodyOf('Content-Disposition: attachment; name=a'),
    'the header Content-Disposition of part 1 is malformed',
  ],
  [type, bodyOf(disposition('; name="a')), 'the header Content-Disposition of part 1 is malformed'],
  [type, bodyOf(disposition('')), 'part 1 has no name'],
  [type, bodyOf(disposition('; filename=a')), 'part 1 has no name'],
  [
    type,
    bodyOf(...Array<string>(1_001).fill(disposition('; name=a'))),
    'it has more than 1000 parts',
  ],
])('names what is wrong: %s, %j', async (contentType, body, message) => {
  expect(await messageOf(body, contentType)).toBe(message);
});
