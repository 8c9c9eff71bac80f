/** An answer that has been received whole. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Reads the answers of one connection, of which at most one is under way. It knows what the
 * measured servers use and no more: a stated length, or none for a 204. That leaves the load
 * generator fast enough to keep a server busy from one core.
 */
export class AnswerReader {
  #received: Buffer | undefined;

  /**
   * Takes the next bytes and returns the answer when they complete it.
   *
   * @throws Error when the answer states no length
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
