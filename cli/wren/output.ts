/** Output of programs: byte strings, written in blocks, and errors. */

import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { WrenCompileError, WrenRuntimeError } from '../../interpreter/index.js';
import { isTerminal } from '../../kit/environment.js';

/** Bytes that are buffered before they are written, because writing each line is slow. */
const blockSize = 16_384;

/** Milliseconds before a full pipe is tried again. */
const retryAfter = 1;

/** Output that cannot be written. */
export class OutputError extends Error {
  /** Whether the reader closed the pipe, as `head` does after its lines. */
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
  #pending: string[] = [];
  #size = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // A terminal must show every line immediately.
    this.#blockSize = 'isTTY' in stream && stream.isTTY === true ? 1 : blockSize;
  }

  /**
   * Writes a byte string, when the block is full.
   *
   * @throws OutputError like `flush`
   */
  write(bytes: string): void {
    this.#pending.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= this.#blockSize) this.flush();
  }

  /**
   * Writes all buffered bytes.
   *
   * @throws OutputError if the reader closed the pipe, or the disk is full
   */
  flush(): void {
    if (this.#size === 0) return;
    const block = Buffer.from(this.#pending.join(''), 'latin1');
    this.#pending = [];
    this.#size = 0;
    const stream = this.#stream;
    if ('fd' in stream && typeof stream.fd === 'number') writeAll(stream.fd, block);
    else stream.write(block);
  }
}

/**
 * Writes to a file at the pace of its reader. A stream would keep the whole output in memory while
 * the pipe is full, because a running program blocks the event loop.
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

/** Prints an error in Wren's format; compile errors with their source lines at a terminal. */
export function showError(error: unknown, output: Writable): void {
  if (error instanceof WrenRuntimeError) output.write(Buffer.from(error.trace(), 'latin1'));
  else if (!(error instanceof WrenCompileError)) throw error;
  else if (isTerminal(output)) output.write(error.showLines());
  else output.write(Buffer.from(error.message, 'latin1'));
}
