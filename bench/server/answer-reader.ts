/** A completely received answer. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Reads the answers of one connection, one at a time. It supports only what the measured servers
 * use, a Content-Length or a 204 without one, and is fast enough to load a server from one core.
 */
export class AnswerReader {
  #received: Buffer | undefined;

  /**
   * Takes the next bytes and returns the answer once it is complete.
   *
   * @throws Error when the answer has no Content-Length
   */
  read(chunk: Buffer): RawAnswer | undefined {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    const head = headEnd < 0 ? undefined : received.toString('latin1', 0, headEnd);
    const bodyStart = headEnd + 4;
    if (head === undefined || received.length < bodyStart + lengthOf(head)) {
      this.#received = received;
      return undefined;
    }
    this.#received = undefined;
    return { status: statusOf(head), body: received.toString('utf8', bodyStart) };
  }
}

function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}

function lengthOf(head: string): number {
  if (statusOf(head) === 204) return 0;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`An answer states no length: ${head}`);
  return Number(length);
}
