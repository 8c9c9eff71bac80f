/** Runs the load generator on targets, after a check that all of them answer alike. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { packageFile } from '../../kit/package-root.js';
import { median } from '../statistics.js';
import { type Dataset, type RequestCase, writeRequests } from './cases.js';
import type { LoadPlan, LoadResult } from './load.js';
import type { Target } from './target.js';

/** The load on a target. */
export interface LoadOptions {
  readonly connections: number;
  readonly amount: LoadPlan['amount'];
}

const warmUp = 0.5;

/** @throws Error when an answer has another status than stated by the case */
export async function measureLoad(
  target: Target,
  request: RequestCase,
  dataset: Dataset,
  options: LoadOptions,
): Promise<LoadResult> {
  const { port, name } = target;
  const { status } = request;
  const requests = writeRequests(request, dataset);
  const plan: LoadPlan = { port, requests, status, warmUp, ...options };
  const script = packageFile('dist', 'bench', 'server', 'load.js');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  const output = json(child.stdout).catch(() => undefined);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The load on ${name}, case "${request.name}", failed.`);
  return (await output) as LoadResult;
}

/** The median of each figure. */
export function summarizeLoads(results: readonly LoadResult[]): LoadResult {
  return {
    requestsPerSecond: median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(results.map(({ p99 }) => p99)),
    generatorShare: median(results.map(({ generatorShare }) => generatorShare)),
    answered: median(results.map(({ answered }) => answered)),
  };
}

/**
 * Sends one request of a case to every target.
 *
 * @throws Error when they do not answer alike: byte by byte on success; on failure, except for the
 *   wording of the message, which the specification leaves open
 */
export async function compareAnswers(
  targets: readonly Target[],
  request: RequestCase,
  dataset: Dataset,
): Promise<void> {
  const answers = await Promise.all(targets.map(({ port }) => ask(port, request, dataset)));
  for (const answer of answers) {
    if (!isDeepStrictEqual(answer, answers[0])) {
      throw new Error(`The servers answer "${request.name}" differently: ${answers.join(' / ')}`);
    }
  }
}

async function ask(port: number, request: RequestCase, dataset: Dataset): Promise<string> {
  const { method, anonymous, body } = request;
  const url = `http://127.0.0.1:${port}/api/products${request.query(1, dataset)}`;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(anonymous ? {} : { 'X-API-Key': dataset.apiKey }),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return `${answer.status} ${answer.ok ? text : text.replace(/:".*"/, ':"…"')}`;
}
