/** A proxy before a server of PostgreSQL, which can stop forwarding. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** While frozen, it accepts connections and bytes, as a stopped process does, and forwards none. */
export class FreezableProxy {
  readonly address: string;
  readonly #sockets = new Set<Socket>();
  #isFrozen = false;

  private constructor(server: Server, target: URL) {
    const { port } = server.address() as AddressInfo;
    const address = new URL(target);
    address.port = String(port);
    this.address = address.href;
    server.on('connection', (client) => {
      const upstream = connect(Number(target.port), target.hostname);
      this.#forward(client, upstream);
      this.#forward(upstream, client);
    });
  }

  /** Starts a proxy that ends with the test. */
  static async before(address: string): Promise<FreezableProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new FreezableProxy(server, new URL(address));
    onTestFinished(() => {
      server.close();
      for (const socket of proxy.#sockets) socket.destroy();
    });
    return proxy;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (chunk) => to.write(chunk)).on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isFrozen) from.pause();
  }
}
