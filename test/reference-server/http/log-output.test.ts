import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createLogOutput } from '../../../reference-server/http/log-output.js';

const megabyte = 'x'.repeat(1_000_000);

describe('a log whose reader does not read', () => {
  test('keeps a limited number of bytes, and notes what was dropped', async () => {
    const stream = new PassThrough();
    const write = createLogOutput(stream, 'text');
    for (let count = 0; count < 100; count++) write(`${megabyte}\n`);
    expect(stream.writableLength).toBeLessThan(18_000_000);

    const received = text(stream);
    await expect.poll(() => stream.writableLength).toBe(0);
    write('later\n');
    stream.end();
    const lines = (await received).trimEnd().split('\n');
    const whole = lines.filter((line) => line === megabyte).length;
    const dropped = (100 - whole) * 1_000_001;
    expect(lines.slice(whole)).toEqual([
      `The reader of the log is too slow: ${dropped} bytes were dropped.`,
      'later',
    ]);
  });

  test('has whole lines of JSON, even if parts of lines were dropped', async () => {
    const stream = new PassThrough();
    const write = createLogOutput(stream, 'json');
    write('"begun');
    for (let count = 0; count < 30; count++) write(megabyte);
    const received = text(stream);
    await expect.poll(() => stream.writableLength).toBe(0);
    write('rest of a line"\n"whole"\n');
    stream.end();
    const lines = (await received).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ event: 'server', level: 'warn' });
    expect(lines[2]).toBe('"whole"');
  });
});
