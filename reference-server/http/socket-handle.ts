/** What Node keeps in a socket's handle. There is no public way to it. */
import type { Socket } from 'node:net';

function readNumber(socket: Socket, name: string): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null;
  const value: unknown = isOpen ? Reflect.get(handle, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** Found once for each connection: each request asks. */
const descriptors = new WeakMap<Socket, number>();

/**
 * The descriptor of a connection, for one who has to write to it from another thread. Undefined
 * where the system has none, or when something that was written before is still on its way.
 */
export function descriptorOf(socket: Socket): number | undefined {
  let descriptor = descriptors.get(socket);
  if (descriptor === undefined) {
    descriptor = readNumber(socket, 'fd') ?? -1;
    descriptors.set(socket, descriptor);
  }
  return descriptor < 0 || socket.writableLength > 0 ? undefined : descriptor;
}

/**
 * A number that changes whenever the system has taken some of what was written to a connection; 0
 * when it has taken all. The stream itself counts a text only when all of it is gone.
 */
export function unsentMark(socket: Socket): number {
  const { writableLength } = socket;
  return writableLength === 0 ? 0 : writableLength + (readNumber(socket, 'writeQueueSize') ?? 0);
}
