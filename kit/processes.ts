/**
 * Command lines of the operator: how they are started and ended with all processes that they start, on
 * each operating system. No wait for a process is without a limit.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The folder and the environment of a command. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How an operating system starts and ends commands. */
export interface ProcessSystem {
  /** Starts a command line in the system's shell. */
  start(command: string, context: CommandContext): ChildProcess;
  /** Asks all processes of the command to end; they may take some time. */
  ask(child: ChildProcess): void;
  /** Ends all processes of the command. */
  force(child: ChildProcess): void;
}

/** A process group for each command: a group outlives the shell that leads it. */
const posix: ProcessSystem = {
  start: (command, { cwd, env }) =>
    spawn(command, { shell: true, detached: true, cwd, env, stdio }),
  ask: (child) => signalGroup(child, 'SIGTERM'),
  force: (child) => signalGroup(child, 'SIGKILL'),
};

/** Windows has neither process groups nor signals; `taskkill` follows the parents of processes. */
const windows: ProcessSystem = {
  start: (command, { cwd, env }) =>
    spawn(command, { shell: true, windowsHide: true, cwd, env, stdio }),
  ask: endTree,
  force: endTree,
};

const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];

/** The system on which Touchstone runs. */
const thisSystem: ProcessSystem = process.platform === 'win32' ? windows : posix;

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function endTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  const options = { stdio: 'ignore', windowsHide: true } as const;
  const killer = spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], options);
  // Without taskkill, at least the shell ends.
  killer.once('error', () => child.kill());
}

/** Limits in milliseconds. */
export interface EndLimits {
  /** The time for a clean end. */
  readonly asked: number;
  /** The time for an end by force, after which the processes are left alone. */
  readonly forced: number;
}

const usualLimits: EndLimits = { asked: 5_000, forced: 2_000 };

/** A command that runs. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Resolves when the shell has ended. `code` is null after a signal, and when no shell could start. */
  readonly ended: Promise<CommandEnd>;
  /** Ends the command with all its processes, and resolves after a limited time in any case. */
  stop(): Promise<void>;
}

/** The end of a command. */
export interface CommandEnd {
  readonly code: number | null;
  /** `with code 1`, `by SIGTERM` */
  readonly description: string;
}

/** Starts a command line in the system's shell. Its output has to be read. */
export function startCommand(
  command: string,
  context: CommandContext,
  system: ProcessSystem = thisSystem,
  limits: EndLimits = usualLimits,
): RunningCommand {
  const child = system.start(command, context);
  const ended = endOf(child);
  const stop = async (): Promise<void> => {
    system.ask(child);
    if (!(await isOver(ended, limits.asked))) {
      system.force(child);
      await isOver(ended, limits.forced);
    }
    // Processes that the shell started may have outlived it.
    system.force(child);
  };
  return { child, ended, stop };
}

async function endOf(child: ChildProcess): Promise<CommandEnd> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code, description: code === null ? `by ${signal}` : `with code ${code}` };
  } catch (error) {
    return { code: null, description: `before it began: ${(error as Error).message}` };
  }
}

/** Whether a promise resolves within a time, in milliseconds. */
async function isOver(ended: Promise<unknown>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  try {
    return await Promise.race([ended.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** In characters, and up to one chunk more: the rest of the output is not kept. */
const longestOutput = 1_000_000;

/** The output of a command that has ended. */
export interface CommandOutput extends CommandEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command line to its end.
 *
 * @param limit in milliseconds; a longer command is ended
 */
export async function runCommandLine(
  command: string,
  context: CommandContext,
  limit: number,
  system: ProcessSystem = thisSystem,
): Promise<CommandOutput> {
  const { child, ended, stop } = startCommand(command, context, system);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (output[name].length < longestOutput) output[name] += text;
    });
  }
  // The streams close after the exit, with the last output.
  const closed = once(child, 'close').catch(() => undefined);
  if (!(await isOver(closed, limit))) {
    await stop();
    return { code: null, description: `after its limit of ${limit / 60_000} minutes`, ...output };
  }
  return { ...(await ended), ...output };
}
