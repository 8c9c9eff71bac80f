/**
 * Uses of undocumented behaviour of Node.js, with the reasons. Tried with Node.js 20.20, 22.23 and
 * 24.21: `test/reference-server/http/node-internals.test.ts` fails on a version that behaves
 * otherwise.
 */
import { readSync, writeSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * A number of the handle of a socket; undefined without a handle. Neither the descriptor of a
 * connection nor the accepted part of a chunk is public.
 */
function readHandle(socket: Socket, name: 'fd' | 'writeQueueSize'): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null;
  const value: unknown = isOpen ? Reflect.get(handle, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** Read once per connection, because each request needs it. */
const descriptors = new WeakMap<Socket, number>();

/**
 * File descriptor of a connection. Undefined where the system has no descriptors, and while earlier
 * output is pending.
 */
export function descriptorOf(socket: Socket): number | undefined {
  let descriptor = descriptors.get(socket);
  if (descriptor === undefined) {
    descriptor = readHandle(socket, 'fd') ?? -1;
    descriptors.set(socket, descriptor);
  }
  return descriptor < 0 || socket.writableLength > 0 ? undefined : descriptor;
}

/**
 * Writes to the descriptor of another thread's connection, whose client may have disconnected.
 * While a statement of SQLite blocks the main thread, only another thread can answer the client.
 */
export function writeToDescriptor(
  descriptor: number,
  text: string,
  encoding: BufferEncoding,
): void {
  try {
    writeSync(descriptor, text, null, encoding);
  } catch {
    // The reader has disconnected.
  }
}

/**
 * Reads and drops at most `size` bytes that a client has sent on the descriptor of another thread's
 * connection: unread data would reset the connection.
 *
 * @returns whether there was something
 */
export function drainDescriptor(descriptor: number, size: number): boolean {
  try {
    return readSync(descriptor, Buffer.alloc(size)) > 0;
  } catch {
    return false;
  }
}

/**
 * A number that changes whenever the system accepts some of the output of a connection; 0 without
 * pending output. `writableLength` alone changes only when a whole chunk is gone, for which a slow
 * client may need minutes.
 */
export function unsentMark(socket: Socket): number {
  const { writableLength } = socket;
  return writableLength === 0 ? 0 : writableLength + (readHandle(socket, 'writeQueueSize') ?? 0);
}

/**
 * Replaces what Node does after the last answer of a connection: it calls `destroySoon`, after
 * which the client's system discards the answer if the client is still sending. Node has no event
 * before this call.
 *
 * @param close called instead, with the usual way
 */
export function replaceLastClose(socket: Socket, close: (usual: () => void) => void): void {
  const usual = (): void => Socket.prototype.destroySoon.call(socket);
  socket.destroySoon = () => close(usual);
}

/**
 * Writes a whole answer past Node's response, and then releases the connection for the next request,
 * which Node does at the event `finish` of a response. `writeHead` and `end` need more processor time for
 * an answer: a third more with Node.js 20 (8 µs), 15 % with 22, and 6 % with 24.
 */
export function writeWhole(response: ServerResponse, socket: Socket, bytes: string): void {
  socket.write(bytes, 'latin1', (error) => {
    if (!error) response.emit('finish');
  });
}
