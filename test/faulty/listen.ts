import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening server. Closing it ends all its connections. */
export interface ListeningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Lets a server listen on this machine. Default: a free port. */
export async function listen(server: Server, port = 0): Promise<ListeningServer> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
