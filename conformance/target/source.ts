/** Where the targets of a run come from: a server that is there, or one to be started. */
import type { Environment } from '../../cli/environment.js';
import { type Credentials, credentialsOf } from '../credentials.js';
import type { CheckOptions } from '../options/option-table.js';
import { checkOpposites } from '../plan.js';
import { UsageError } from '../usage-error.js';
import { type WaitOptions, waitForTarget } from './attached.js';
import {
  type CommandContext,
  runSetup,
  runTeardown,
  type StartedServer,
  startServer,
} from './commands.js';
import { type OpenTarget, type Subject, urlOf } from './target.js';

/** Gives a target for each session of a run. */
export interface TargetSource {
  open(subject: Subject): Promise<OpenTarget>;
  /** Undoes what was done to have targets at all. */
  release(): Promise<void>;
}

/** The options of a run that is about a server at some address. */
export interface AddressedOptions extends CheckOptions {
  readonly baseUrl: string;
}

/**
 * Brings about what the options describe, in this order: start, wait, setup.
 *
 * @throws TargetUnavailable, UsageError
 */
export async function prepareTargets(
  options: AddressedOptions,
  subjects: readonly Subject[],
  environment: Environment,
  signal: AbortSignal,
): Promise<TargetSource> {
  const { baseUrl, start, setup, teardown } = options;
  const env = { ...environment.env, TOUCHSTONE_BASE_URL: baseUrl };
  const context = { cwd: environment.cwd, env };
  const server = start === undefined ? undefined : startServer(start, context);
  const release = async () => {
    if (teardown !== undefined) await tearDown(teardown, context, environment);
    await server?.stop();
  };
  try {
    const urls = new Set(subjects.map((subject) => urlOf(options, subject) ?? baseUrl));
    for (const url of urls) await waitForAnswer(clientOptions(options, url), server, signal);
    const printed = setup === undefined ? {} : await runSetup(setup, context);
    const credentials = mergeCredentials(printed, credentialsOf(options));
    const open = async (subject: Subject) => {
      // What the setup printed may be at odds with the options; by now its work gets undone.
      checkOpposites(credentials);
      const url = urlOf(options, subject) ?? baseUrl;
      return { ...subject, baseUrl: url, credentials, isDisposable: false, close: async () => {} };
    };
    return { open, release };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Gives up at once when the server that was started has ended. */
async function waitForAnswer(
  options: WaitOptions,
  server: StartedServer | undefined,
  signal: AbortSignal,
): Promise<void> {
  const given = new AbortController();
  const waiting = waitForTarget({ ...options, signal: AbortSignal.any([signal, given.signal]) });
  try {
    await (server === undefined ? waiting : Promise.race([waiting, server.ended]));
  } finally {
    given.abort();
    await waiting.catch(() => {});
  }
}

/** A failure is told and changes no verdict: the run is over. */
async function tearDown(
  command: string,
  context: CommandContext,
  { stderr }: Environment,
): Promise<void> {
  try {
    await runTeardown(command, context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`touchstone check: ${error.message}\n`);
  }
}

function clientOptions(options: CheckOptions, baseUrl: string): WaitOptions {
  const { wait: waitSeconds, timeout: timeoutMs, insecure } = options;
  const headers = Object.fromEntries(options.headers);
  return { baseUrl, waitSeconds, timeoutMs, insecure, headers };
}

/** What the operator states wins over what the setup prints. */
function mergeCredentials(printed: Credentials, stated: Credentials): Credentials {
  const given = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { ...printed, ...Object.fromEntries(given) };
}
