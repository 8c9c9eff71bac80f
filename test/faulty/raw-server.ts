/** Servers on raw sockets, for answers that HTTP libraries never send. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ListeningServer } from './listen.js';

/** Calls `respond` with the head of every request and the data that came with it. */
export async function startRawServer(
  respond: (socket: Socket, request: string) => void,
): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => respond(socket, data.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close };
}

/**
 * A 204 followed by the bytes of an empty object: the variant that §4.1 rule 4 allows and that
 * HTTP parsers stumble over when head and bytes come in one write.
 */
export const emptyObjectReply = [
  'HTTP/1.1 204 No Content',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers: Content-Type, Authorization, X-API-Key',
  'Content-Type: application/json',
  '',
  '{}',
].join('\r\n');
