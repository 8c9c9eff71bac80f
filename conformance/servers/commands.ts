/** Commands of the operator that start, prepare and clean up a target. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { UsageError } from '../../kit/errors.js';
import type { Credentials } from '../suite/suite.js';
import { TargetUnavailable } from './target.js';

/** The folder and the environment of a command. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A server that was started for the run. */
export interface StartedProcess {
  /** Rejects with TargetUnavailable when the server ends by itself; never resolves. */
  readonly ended: Promise<never>;
  /** Ends the server with all processes that it started. */
  stop(): Promise<void>;
}

const timeLimitMs = 5_000;
const longestOutput = 1_000;

/** Runs a command line in a separate process group. */
export function startServer(
  command: string,
  { cwd, env, name = '--start' }: CommandContext & { readonly name?: string },
): StartedProcess {
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-longestOutput);
  });
  const ended = once(child, 'exit').then(([code, signal]: unknown[]): never => {
    const end = code === null ? `by ${signal}` : `with code ${code}`;
    throw new TargetUnavailable(`${name}: the command ended ${end}${tellingLine(output)}.`);
  });
  ended.catch(() => {});
  return { ended, stop: () => stopGroup(child) };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const gone =
    child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
  killGroup(child, 'SIGTERM');
  const deadline = setTimeout(() => killGroup(child, 'SIGKILL'), timeLimitMs);
  await gone;
  clearTimeout(deadline);
  killGroup(child, 'SIGKILL');
}

/** Signals the process group, which may outlive the shell that leads it. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
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

function runCommand(
  option: string,
  command: string,
  { cwd, env }: CommandContext,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { cwd, env: { ...env } }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const end = `the command ended with code ${error.code ?? error.signal}`;
      reject(new UsageError(`${option}: ${end}${tellingLine(stderr)}.`));
    });
  });
}

/** The most telling line: the first one with the word "error", or else the last one. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n');
  const line = (lines.find((text) => /error\b/i.test(text)) ?? lines.at(-1) ?? '').trim();
  return line === '' ? '' : `: ${line.replace(/\.$/, '')}`;
}
