import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../../bench/server/answer-reader.js';

const created = 'HTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{"id":"é"}';

describe('AnswerReader', () => {
  it('reads an answer in one chunk', () => {
    expect(new AnswerReader().read(Buffer.from(created))).toEqual({
      status: 201,
      body: '{"id":"é"}',
    });
  });

  it('reads an answer byte by byte', () => {
    const reader = new AnswerReader();
    const answers = [...Buffer.from(created)].map((byte) => reader.read(Buffer.of(byte)));
    expect(answers.slice(0, -1).every((answer) => answer === undefined)).toBe(true);
    expect(answers.at(-1)).toEqual({ status: 201, body: '{"id":"é"}' });
  });

  it('reads consecutive answers', () => {
    const reader = new AnswerReader();
    reader.read(Buffer.from(created));
    const deleted = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');
    expect(reader.read(deleted)).toEqual({ status: 204, body: '' });
  });

  it('throws for an answer without a length', () => {
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(() => new AnswerReader().read(chunked)).toThrow('An answer states no length');
  });
});
