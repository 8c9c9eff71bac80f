/** The suite's benchmark: a whole check beside a bare loop that sends the same requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Environment } from '../../cli/environment.js';
import { packageFile } from '../../cli/package-root.js';
import type { Report } from '../../conformance/report/model.js';
import type { Credentials } from '../../conformance/run.js';
import { interleave } from '../interleave.js';
import { readCount } from '../options.js';
import { median } from '../statistics.js';
import type { LoopPlan } from './bare-loop.js';
import { renderReport, type SuiteReport, type SuiteTime } from './report.js';
import { type RecordedRequest, readRequests } from './requests.js';

interface Options {
  readonly runs: number;
  readonly json?: true;
}

interface Target {
  readonly url: string;
  readonly credentials: Required<Credentials>;
}

/** Describes the options of `bench suite` and runs it. */
export function suiteCommand(environment: Environment): Command {
  return new Command('suite')
    .description('time a check beside a bare loop that sends the same requests')
    .option('--runs <n>', 'measurements, of which the median counts', readCount, 3)
    .option('--json', 'print JSON instead of a table')
    .action((options: Options) => run(options, environment));
}

async function run({ runs, json }: Options, { stdout }: Environment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const report = await measure(runs, folder);
    stdout.write(json ? `${JSON.stringify(report)}\n` : renderReport(report));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every measurement has a target of its own, so that each finds the same rows. */
async function measure(runs: number, folder: string): Promise<SuiteReport> {
  let requests: RecordedRequest[] = [];
  const check = (target: Target) => runCheck(target, folder);
  await withTarget(async (target) => {
    await check(target);
    requests = readRequests(readReport(folder), target.credentials);
  });
  const loop = (target: Target) => runLoop({ url: target.url, requests });
  const [checks = [], loops = []] = await interleave([check, loop], runs, withTarget);
  return { requests: requests.length, check: summarize(checks), loop: summarize(loops) };
}

async function withTarget<T>(use: (target: Target) => Promise<T>): Promise<T> {
  const child = startScript('conforming-target.js');
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return await use(JSON.parse(line.toString()) as Target);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

function startScript(name: string) {
  const script = packageFile('dist', 'bench', 'suite', name);
  return spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function runCheck({ url, credentials }: Target, folder: string): Promise<SuiteTime> {
  const { apiKey = '', inactiveApiKey = '' } = credentials;
  const keys = ['--api-key', apiKey, '--inactive-api-key', inactiveApiKey];
  const argv = ['check', '--base-url', url, '--reports', folder, '--quiet', ...keys];
  const start = performance.now();
  const child = spawn(process.execPath, [packageFile('bin', 'touchstone.js'), ...argv], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await endOf(child, 'The check');
  const elapsed = performance.now() - start;
  const { startedAt, endedAt } = readReport(folder);
  return { process: elapsed, sending: Date.parse(endedAt) - Date.parse(startedAt) };
}

async function runLoop(plan: LoopPlan): Promise<SuiteTime> {
  const start = performance.now();
  const child = startScript('bare-loop.js');
  child.stdin.end(JSON.stringify(plan));
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
