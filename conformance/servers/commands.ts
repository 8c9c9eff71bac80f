/** Commands of the operator that start, prepare and clean up a target. */
import { UsageError } from '../../kit/errors.js';
import { type CommandContext, runCommandLine, startCommand } from '../../kit/processes.js';
import type { Credentials } from '../suite/suite.js';
import { TargetUnavailable } from './target.js';

/** A server that was started for the run. */
export interface StartedProcess {
  /** Rejects with TargetUnavailable when the server ends by itself; never resolves. */
  readonly ended: Promise<never>;
  /** Ends the server with all processes that it started. */
  stop(): Promise<void>;
}

const longestOutput = 1_000;

/** The time for a preparation or its undoing, in milliseconds: images may have to be built. */
const longestCommand = 30 * 60_000;

/** Runs a command line that serves until it is stopped. */
export function startServer(
  command: string,
  { name = '--start', ...context }: CommandContext & { readonly name?: string },
): StartedProcess {
  const { child, ended, stop } = startCommand(command, context);
  let output = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-longestOutput);
  });
  const unavailable = ended.then(({ description }): never => {
    throw new TargetUnavailable(`${name}: the command ended ${description}${tellingLine(output)}.`);
  });
  unavailable.catch(() => {});
  return { ended: unavailable, stop };
}

/**
 * Runs the command that prepares the target. It may print a JSON object of credentials by the names
 * of their options: `{"token": "…"}`.
 *
 * @param names the names of the credentials
 * @throws UsageError when the command fails or prints anything else
 */
export async function runSetup(
  command: string,
  context: CommandContext,
  names: readonly string[],
): Promise<Credentials> {
  const output = (await runCommand('--setup', command, context)).trim();
  if (output === '') return {};
  const fail = (reason: string) => new UsageError(`--setup: the command's output ${reason}.`);
  let printed: unknown;
  try {
    printed = JSON.parse(output);
  } catch {
    throw fail('is not JSON');
  }
  if (typeof printed !== 'object' || printed === null) throw fail('is not a JSON object');
  for (const [name, value] of Object.entries(printed)) {
    if (!names.includes(name)) {
      throw fail(`has "${name}", which is not the name of a credential`);
    }
    if (typeof value !== 'string' || value === '') throw fail(`has no text for "${name}"`);
  }
  return printed as Credentials;
}

/** Runs the command that undoes the preparation. */
export async function runTeardown(command: string, context: CommandContext): Promise<void> {
  await runCommand('--teardown', command, context);
}

async function runCommand(
  option: string,
  command: string,
  context: CommandContext,
): Promise<string> {
  const { code, description, stdout, stderr } = await runCommandLine(
    command,
    context,
    longestCommand,
  );
  if (code === 0) return stdout;
  throw new UsageError(`${option}: the command ended ${description}${tellingLine(stderr)}.`);
}

/** The most telling line: the first one with the word "error", or else the last one. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n');
  const line = (lines.find((text) => /error\b/i.test(text)) ?? lines.at(-1) ?? '').trim();
  return line === '' ? '' : `: ${line.replace(/\.$/, '')}`;
}
