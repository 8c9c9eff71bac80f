import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** How much is gathered before it is written; writing each printed line by itself is slow. */
const blockSize = 16_384;

/** How long a full pipe is left alone before it is tried again, in milliseconds. */
const retryAfter = 1;

/** What a program prints can no longer be written. */
export class OutputError extends Error {
  /** Nobody reads on, as `head` does not after its lines. */
  readonly isClosed: boolean;

  constructor(cause: Error, isClosed: boolean) {
    super(cause.message, { cause });
    this.isClosed = isClosed;
  }
}

/** Writes byte strings to a stream, in blocks. */
export class ByteOutput {
  readonly #stream: Writable;
  readonly #blockSize: number;
  #waiting: string[] = [];
  #size = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Who watches a terminal wants to see every line at once.
    this.#blockSize = 'isTTY' in stream && stream.isTTY === true ? 1 : blockSize;
  }

  /** @throws OutputError as `flush` does */
  write(bytes: string): void {
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= this.#blockSize) this.flush();
  }

  /** @throws OutputError when nobody reads on, or the disk is full */
  flush(): void {
    if (this.#size === 0) return;
    const block = Buffer.from(this.#waiting.join(''), 'latin1');
    this.#waiting = [];
    this.#size = 0;
    const stream = this.#stream;
    if ('fd' in stream && typeof stream.fd === 'number') writeAll(stream.fd, block);
    else stream.write(block);
  }
}

/**
 * A program may print for as long as it runs, and streams of a pipe that is full would keep all of
 * that in memory until it ends: so the file is written directly, at the pace of its reader.
 */
function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      waitOrEnd(error);
    }
  }
}

function waitOrEnd(error: unknown): void {
  if (!(error instanceof Error && 'code' in error)) throw error;
  if (error.code !== 'EAGAIN') throw new OutputError(error, error.code === 'EPIPE');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryAfter);
}
