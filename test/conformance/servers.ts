/** Servers that a test starts, and that end with it. */
import { onTestFinished } from 'vitest';
import {
  type ConformingServerOptions,
  type RunningServer,
  startConformingServer,
} from '../faulty/conforming-server.js';

/** Starts the conforming server, with faults or variations when some are named. */
export async function startServer(options?: ConformingServerOptions): Promise<RunningServer> {
  const server = await startConformingServer(options);
  onTestFinished(server.close);
  return server;
}
