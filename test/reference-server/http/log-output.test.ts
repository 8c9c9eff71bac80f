import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
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

/** A stream like Node's stderr, which no error closes. Its disk is full until `free` is called. */
function fullDisk(): { stream: Writable; written: string[]; free: () => void } {
  const written: string[] = [];
  let isFull = true;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (isFull) {
        done(new Error('ENOSPC: no space left on device, write'));
        return;
      }
      written.push(String(chunk));
      done();
    },
    destroy(error, done) {
      done(error);
      Reflect.get(stream, '_undestroy').call(stream);
    },
  });
  const free = () => {
    isFull = false;
  };
  return { stream, written, free };
}

test('a log on a full disk notes what was dropped when there is space again', async () => {
  const { stream, written, free } = fullDisk();
  const write = createLogOutput(stream, 'text');
  write('one\n');
  await setImmediate();
  write('three\n');
  await setImmediate();
  free();
  write('later\n');
  expect(written.join('')).toBe(
    '\nThe log could not be written (ENOSPC: no space left on device, write): 10 bytes were dropped.\nlater\n',
  );
});
