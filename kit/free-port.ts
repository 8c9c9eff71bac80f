import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Registered ports (RFC 6335, 6) below those that systems choose by themselves: 32768 and above on
 * Linux, 49152 and above elsewhere. No connection takes one of them before the caller listens.
 */
const firstPort = 20_000;
const lastPort = 32_000;

/** Ports that are tried, in use or not. */
const tries = 100;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * Finds a TCP port of the loopback interface that no program listens on at the moment.
 *
 * @throws Error when a hundred ports cannot be listened on
 */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${firstPort} to ${lastPort}.`);
}
