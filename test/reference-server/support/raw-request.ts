import { connect, type Socket } from 'node:net';

/** A connection for sending raw bytes. */
export class RawClient {
  readonly #socket: Socket;
  #text = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1');
    });
  }

  send(bytes: string): void {
    this.#socket.write(bytes, 'latin1');
  }

  /** Closes the direction to the server. */
  end(): void {
    this.#socket.end();
  }

  /** Closes the connection without a reset. */
  close(): void {
    this.#socket.destroy();
  }

  /** Aborts the connection. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Resolves when the received bytes match. */
  received(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(this.#text)) resolve();
      };
      this.#socket.on('data', look).on('error', reject);
      look();
    });
  }

  /** Resolves with all received bytes when the server closes the connection. */
  ended(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#socket.on('end', () => resolve(this.#text)).on('error', reject);
    });
  }
}

/** Sends raw bytes and resolves with all bytes received until the server closes. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const client = new RawClient(url);
  client.send(bytes);
  return client.ended();
}
