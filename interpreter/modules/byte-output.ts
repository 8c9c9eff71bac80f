import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';

/** How much is gathered before it is written; writing each printed line by itself is slow. */
const blockSize = 16_384;

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

  write(bytes: string): void {
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= this.#blockSize) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    this.#stream.write(Buffer.from(this.#waiting.join(''), 'latin1'));
    this.#waiting = [];
    this.#size = 0;
  }
}
