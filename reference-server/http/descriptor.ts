import type { Socket } from 'node:net';

/** Found once for each connection: each request asks. */
const descriptors = new WeakMap<Socket, number>();

/** What Node keeps in a socket's handle. There is no public way to it. */
function readDescriptor(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null;
  const descriptor: unknown = isOpen ? Reflect.get(handle, 'fd') : undefined;
  return typeof descriptor === 'number' ? descriptor : -1;
}

/**
 * The descriptor of a connection, for one who has to write to it from another thread. Undefined
 * where the system has none, or when something that was written before is still on its way.
 */
export function descriptorOf(socket: Socket): number | undefined {
  let descriptor = descriptors.get(socket);
  if (descriptor === undefined) {
    descriptor = readDescriptor(socket);
    descriptors.set(socket, descriptor);
  }
  return descriptor < 0 || socket.writableLength > 0 ? undefined : descriptor;
}
