import type { StartOptions } from '../../../reference-server/index.js';
import { serveFolder, type TestServer } from './serve.js';
import { type Files, temporaryProject } from './temporary.js';

/** A server with `dev` of a folder whose scripts a test may change. */
export interface DevServer extends TestServer {
  readonly folder: string;
  /** Resolves when the log has this text once more than at the last call. */
  readonly untilLogged: (text: string) => Promise<void>;
}

/** Serves a folder with `dev`, and lets a test wait for what the log says. */
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

/** As `developFolder`, with a throw-away project. */
export function develop(files: Files, options?: Partial<StartOptions>): Promise<DevServer> {
  return developFolder(temporaryProject(files), options);
}

/** What the log says when the scripts have changed. */
export const reloaded = 'The scripts have changed and were reloaded.';
/** What it says when they could not be loaded. */
export const kept = 'The last version that could be loaded is still served.';

/** What a script answers, or the status when it is not 200. */
export async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.status === 200 ? response.json() : response.status;
}
