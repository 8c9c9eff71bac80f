/** The suite's benchmark: a whole check beside a bare loop with the same requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Report } from '../../conformance/report/model.js';
import type { Target } from '../../conformance/servers/target.js';
import { countParser } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { packageFile } from '../../kit/package-root.js';
import { interleave, median } from '../statistics.js';
import { type Comparison, renderReport, type SuiteTime } from './report.js';
import { type LoopTarget, type RecordedRequest, readRequests } from './requests.js';

interface Options {
  readonly runs: number;
  readonly json?: true;
}

/** Adds the command `bench suite`. */
export function suiteCommand(environment: Environment): Command {
  return new Command('suite')
    .description('time a check beside a bare loop that sends the same requests')
    .option('--runs <n>', 'number of measurements; the median is reported', countParser(1), 3)
    .option('--json', 'print JSON instead of a table')
    .action((options: Options) => run(options, environment));
}

async function run({ runs, json }: Options, { stdout }: Environment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const comparisons = [await compareAttached(runs, folder), await compareOwn(runs, folder)];
    for (const delayMs of farMs) comparisons.push(await compareFar(delayMs, folder));
    stdout.write(json ? `${JSON.stringify(comparisons)}\n` : renderReport(comparisons));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Delays of each answer, in milliseconds: a server in the same country, and one overseas. */
const farMs = [20, 80];

async function compareAttached(runs: number, folder: string): Promise<Comparison> {
  return await compareConforming('a server that is there', 0, runs, folder);
}

/** One measurement is enough: the time is spent waiting, and varies little. */
async function compareFar(delayMs: number, folder: string): Promise<Comparison> {
  return await compareConforming(`a server ${delayMs} ms away`, delayMs, 1, folder);
}

/** Every measurement has its own target, so that all find the same rows. */
async function compareConforming(
  subject: string,
  delayMs: number,
  runs: number,
  folder: string,
): Promise<Comparison> {
  const withTarget = <T>(use: (targets: readonly LoopTarget[]) => Promise<T>) =>
    withTargets(['conforming', String(delayMs)], use);
  const check = (...more: string[]) =>
    withTarget(([target]) => runCheck(folder, [...describeTarget(target), ...more]));
  return await compare(subject, runs, folder, check, withTarget);
}

/** The check starts and stops its own servers; those of the loop run before it begins. */
async function compareOwn(runs: number, folder: string): Promise<Comparison> {
  const withTarget = <T>(use: (targets: readonly LoopTarget[]) => Promise<T>) =>
    withTargets(['own', JSON.stringify(subjectsOf(readReport(folder)))], use);
  const check = (...more: string[]) => runCheck(folder, more);
  return await compare('our own servers', runs, folder, check, withTarget);
}

async function compare(
  subject: string,
  runs: number,
  folder: string,
  check: (...more: string[]) => Promise<SuiteTime>,
  withTarget: <T>(use: (targets: readonly LoopTarget[]) => Promise<T>) => Promise<T>,
): Promise<Comparison> {
  await check('--keep', 'all');
  const report = readReport(folder);
  const { requests, mostAtATime } = report.traffic;
  const loop = () => withTarget((targets) => runLoop(readRequests(report, targets), mostAtATime));
  const [checks, loops] = await interleave([() => check(), loop], runs, (one) => one());
  const times = { check: summarize(checks), loop: summarize(loops) };
  return { subject, requests, concurrency: mostAtATime, ...times };
}

function subjectsOf({ target }: Report): Target[] {
  return target.servers.map(({ name, class: conformanceClass, profile }) => ({
    name,
    class: conformanceClass,
    profile: profile ?? undefined,
  }));
}

/** Starts a script that serves and prints its targets; the script is stopped after use. */
async function withTargets<T>(
  argv: readonly string[],
  use: (targets: readonly LoopTarget[]) => Promise<T>,
): Promise<T> {
  const child = startScript('serve.js', argv);
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return await use(JSON.parse(line.toString()) as LoopTarget[]);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

function startScript(name: string, argv: readonly string[] = []) {
  const script = packageFile('dist', 'bench', 'suite', name);
  return spawn(process.execPath, [script, ...argv], { stdio: ['pipe', 'pipe', 'inherit'] });
}

function describeTarget(target: LoopTarget | undefined): string[] {
  if (target === undefined) throw new Error('The script started no server.');
  const { 'api-key': key = '', 'inactive-api-key': inactive = '' } = target.credentials;
  const keys = ['--api-key', key, '--inactive-api-key', inactive];
  return ['--base-url', target.url, ...keys];
}

async function runCheck(folder: string, target: readonly string[]): Promise<SuiteTime> {
  const argv = ['check', '--reports', folder, '--quiet', ...target];
  const start = performance.now();
  const child = spawn(process.execPath, [packageFile('bin', 'touchstone.js'), ...argv], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await endOf(child, 'The check');
  const elapsed = performance.now() - start;
  const { startedAt, endedAt } = readReport(folder);
  return { process: elapsed, sending: Date.parse(endedAt) - Date.parse(startedAt) };
}

async function runLoop(
  requests: readonly RecordedRequest[],
  concurrency: number,
): Promise<SuiteTime> {
  const start = performance.now();
  const child = startScript('bare-loop.js', [String(concurrency)]);
  child.stdin.end(JSON.stringify(requests));
  const output = text(child.stdout);
  await endOf(child, 'The bare loop');
  return { process: performance.now() - start, sending: Number(await output) };
}

async function endOf(child: ChildProcess, what: string): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${what} ended with code ${code}.`);
}

function readReport(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

function summarize(times: readonly SuiteTime[]): SuiteTime {
  return {
    process: median(times.map((time) => time.process)),
    sending: median(times.map(({ sending }) => sending)),
  };
}
