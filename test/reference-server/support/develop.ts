import type { StartOptions } from '../../../reference-server/index.js';
import { serveFolder, type TestServer } from './serve.js';
import { type Files, temporaryProject } from './temporary.js';

/** A server in development mode, whose scripts a test can change. */
export interface DevServer extends TestServer {
  readonly folder: string;
  /** Resolves when the log has another occurrence of the text since the last call. */
  readonly untilLogged: (text: string) => Promise<void>;
}

/** Serves a folder in development mode; a test can wait for texts in the log. */
export async function developFolder(
  folder: string,
  options: Partial<StartOptions> = {},
): Promise<DevServer> {
  let log = '';
  let read = 0;
  let look: () => void = () => undefined;
  const server = await serveFolder(folder, {
    dev: true,
    ...options,
    log: (text) => {
      log += text;
      look();
    },
  });
  const untilLogged = (text: string): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        const at = log.indexOf(text, read);
        if (at < 0) return;
        read = at + text.length;
        look = () => undefined;
        resolve();
      };
      look();
    });
  return { ...server, folder, untilLogged, logged: () => log };
}

/** Same as `developFolder`, with a temporary project. */
export function develop(files: Files, options?: Partial<StartOptions>): Promise<DevServer> {
  return developFolder(temporaryProject(files), options);
}

/** Log message after a reload. */
export const reloaded = 'The scripts have changed and were reloaded.';
/** Log message after a reload that failed. */
export const kept = 'The last version that could be loaded is still served.';

/** The body of a script's answer, or its status when it is not 200. */
export async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.status === 200 ? response.json() : response.status;
}
