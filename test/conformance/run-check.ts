/**
 * Runs `touchstone check` in this process. It is the compiled program that runs, as in a real
 * run: the step files have to meet the same modules as the command.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { Report } from '../../conformance/report/model.js';
import type { Credentials } from '../../conformance/suite/suite.js';
import type { CommandMain } from '../../kit/environment.js';
import { packageFile } from '../../kit/package-root.js';

/** What a run left behind. */
export interface CheckRunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined when none was written. */
  readonly report: Report | undefined;
  /** The text of a report by its name; empty when it was not written. */
  file(name: string): string;
}

/** The surroundings of a run. */
export interface CheckRunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** How the program was called. */
  readonly call?: string;
  /** Content of `touchstone.config.yaml`. */
  readonly configuration?: string;
  readonly signal?: AbortSignal;
  readonly givingUp?: AbortSignal;
  /** Called with what the command has printed so far. */
  readonly onOutput?: (text: string) => void;
  /** Makes the output a terminal. */
  readonly terminal?: boolean;
}

const folders: string[] = [];

/** To be called when the tests of a file are over. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** An empty folder that `removeFolders` removes. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-check-'));
  folders.push(folder);
  return folder;
}

/** A command of the compiled program, by a native import, which the test runner does not turn into one of its own. */
function loadMain(name: string): CommandMain {
  const require = createRequire(import.meta.url);
  return (require(packageFile('dist', 'cli', `${name}.js`)) as { main: CommandMain }).main;
}

/** What a command printed, and its exit code. */
export type CommandResult = Pick<CheckRunResult, 'code' | 'stdout' | 'stderr'>;

/** Runs a command by its name. */
export async function runCommand(
  name: string,
  argv: readonly string[],
  options: CheckRunOptions,
  cwd: string,
): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => {
    const write = (chunk: Buffer, _encoding: BufferEncoding, done: () => void) => {
      output[name] += chunk.toString();
      options.onOutput?.(output[name]);
      done();
    };
    return Object.assign(new Writable({ write }), { isTTY: options.terminal ?? false });
  };
  const code = await loadMain(name)({
    argv,
    env: options.env ?? {},
    call: options.call,
    cwd,
    stdin: new PassThrough(),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    signal: options.signal,
    givingUp: options.givingUp,
  });
  return { code, ...output };
}

/** Runs `touchstone clean` in an empty folder. */
export async function runClean(argv: readonly string[]): Promise<CommandResult> {
  return await runCommand('clean', argv, {}, makeFolder());
}

/** Runs the command in an empty folder, unless another is given. */
export async function runCheck(
  argv: readonly string[],
  options: CheckRunOptions = {},
  cwd = makeFolder(),
): Promise<CheckRunResult> {
  const result = await runCommand('check', argv, options, cwd);
  const file = (name: string) => {
    const path = join(cwd, 'reports', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const json = file('report.json');
  const report = json === '' ? undefined : (JSON.parse(json) as Report);
  return { ...result, report, file };
}

/** The options that tell the check where a server is and how to get in. */
export function argumentsFor(server: { url: string; credentials: Credentials }): string[] {
  const credentials = Object.entries(server.credentials).map(([name, value]) => [
    `--${name}`,
    value,
  ]);
  return ['--base-url', server.url, ...credentials.flat()];
}
