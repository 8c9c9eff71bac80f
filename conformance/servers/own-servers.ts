/** Servers that a suite starts itself, when the operator names none. */
import { pathToFileURL } from 'node:url';
import { messageOf, UsageError } from '../../kit/errors.js';
import { findFreePort } from '../../kit/free-port.js';
import { nameOf } from '../suite/checked-document.js';
import { startOf, suiteFileOf } from '../suite/load-suite.js';
import type { Start, StartServer, Suite } from '../suite/suite.js';
import { waitForTarget } from './attached.js';
import { startServer } from './commands.js';
import { type OpenTargetOf, readinessOf, type StartedTarget, type Target } from './target.js';

/** The time limit for the first answer of a server that a command starts. */
const waitSeconds = 30;

/**
 * Prepares the start of a suite's servers.
 *
 * @returns a function that starts a server for a session
 * @throws UsageError when the suite starts no servers, or its module does not export the function
 */
export async function prepareOwnServers(
  suite: Suite,
  env: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string>>,
): Promise<OpenTargetOf> {
  const start = startOf(suite);
  if ('command' in start) return (target) => openByCommand(start, target, suite, env);
  const startServerOf = await loadModule(start.module);
  return async (target) => {
    const { url, credentials = {}, keepsConnections, close } = await startServerOf(target, options);
    const address = { baseUrl: url, credentials, keepsConnections };
    return { ...target, ...address, isDisposable: true, close };
  };
}

async function loadModule(file: string): Promise<StartServer> {
  let module: { readonly start?: unknown };
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`${nameOf(file)} cannot be loaded: ${messageOf(error)}.`);
  }
  if (typeof module.start === 'function') return module.start as StartServer;
  throw new UsageError(`${nameOf(file)} has to export a function "start".`);
}

/** Starts a server by a command; its data end with it. */
async function openByCommand(
  { command, url }: Extract<Start, { command: string }>,
  target: Target,
  suite: Suite,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StartedTarget> {
  const port = String(await findFreePort());
  const baseUrl = url.replace(/\$\{port\}/g, port);
  const variables = { ...env, PORT: port, TOUCHSTONE_BASE_URL: baseUrl };
  const profile = target.profile === undefined ? {} : { TOUCHSTONE_PROFILE: target.profile };
  const server = startServer(command, {
    cwd: suite.folder,
    env: { ...variables, ...profile },
    name: `${suiteFileOf(suite)}: start.command`,
  });
  const given = new AbortController();
  const ready = readinessOf(target, suite);
  const waiting = waitForTarget({ baseUrl, ready, waitSeconds, signal: given.signal });
  try {
    await Promise.race([waiting, server.ended]);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    given.abort();
    await waiting.catch(() => {});
  }
  return { ...target, baseUrl, credentials: {}, isDisposable: true, close: () => server.stop() };
}
