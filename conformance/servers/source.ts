/** Targets at an address: a server that runs already, or one that a command starts. */
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import type { CommandContext } from '../../kit/processes.js';
import { type Credentials, checkOpposites, type Suite } from '../suite/suite.js';
import { type WaitOptions, waitForTarget } from './attached.js';
import { runSetup, runTeardown, type StartedProcess, startServer } from './commands.js';
import { findDoubledPath } from './doubled-path.js';
import { readinessOf, type Target, type Targets, urlOf } from './target.js';
import { clientSettings, type ServerOptions, type TargetOptions } from './target-options.js';

/** The options of a run against a server at an address. */
export interface AddressedOptions extends TargetOptions, ServerOptions {
  readonly baseUrl: string;
}

/**
 * Prepares the targets by the options, in this order: start, wait, setup.
 *
 * @throws TargetUnavailable, UsageError
 */
export async function prepareTargets(
  options: AddressedOptions,
  suite: Suite,
  targets: readonly Target[],
  environment: Environment,
  signal: AbortSignal,
): Promise<Targets> {
  const { baseUrl, start, setup, teardown, disposable } = options;
  const env = { ...environment.env, TOUCHSTONE_BASE_URL: baseUrl };
  const context = { cwd: environment.cwd, env };
  const server = start === undefined ? undefined : startServer(start, context);
  const release = async () => {
    if (teardown !== undefined) await tearDown(teardown, context, environment);
    await server?.stop();
  };
  try {
    const byUrl = new Map(targets.map((one) => [urlOf(options, one, suite) ?? baseUrl, one]));
    for (const [url, target] of byUrl) {
      const ready = readinessOf(target, suite);
      const waiting = { ...clientOptions(options, url), ready };
      const status = await waitForAnswer(waiting, server, signal);
      if (status === 404) await hintAtDoubledPath(waiting, environment);
    }
    const names = suite.credentials.map(({ name }) => name);
    const printed = setup === undefined ? {} : await runSetup(setup, context, names);
    // The options win over the output of the setup.
    const credentials: Credentials = { ...printed, ...options.credentials };
    const close = async () => {};
    const open = async (target: Target) => {
      // The output of the setup may contradict the options. From here on, errors run the teardown.
      checkOpposites(credentials, suite.credentials);
      const url = urlOf(options, target, suite) ?? baseUrl;
      return { ...target, baseUrl: url, credentials, isDisposable: disposable, close };
    };
    return { open, release };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Waits for an answer, and gives up when the started server ends. */
async function waitForAnswer(
  options: WaitOptions,
  server: StartedProcess | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  const given = new AbortController();
  const waiting = waitForTarget({ ...options, signal: AbortSignal.any([signal, given.signal]) });
  try {
    return await (server === undefined ? waiting : Promise.race([waiting, server.ended]));
  } finally {
    given.abort();
    await waiting.catch(() => {});
  }
}

/** Prints a hint, because a server may answer 404 for other reasons. */
async function hintAtDoubledPath(options: WaitOptions, { stderr }: Environment): Promise<void> {
  const { baseUrl, ready } = options;
  const meant = await findDoubledPath(options, ready);
  if (meant === undefined) return;
  stderr.write(
    `Hint: ${baseUrl} has no ${ready.path}, but ${meant} has it. The paths of the suite already begin with ${baseUrl.slice(meant.length)}: use --base-url ${meant}\n`,
  );
}

/** Runs the teardown; its failure is printed and changes no verdict. */
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

function clientOptions(options: AddressedOptions, baseUrl: string): Omit<WaitOptions, 'ready'> {
  const { wait: waitSeconds } = options;
  return { baseUrl, waitSeconds, ...clientSettings(options) };
}
