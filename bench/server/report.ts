/** The figures of the server's benchmark, as data and as text. */
import { formatNumber, renderTable } from '../../kit/table.js';
import type { LoadResult } from './load.js';
import { renderScaling, type ScalingPoint } from './scaling.js';
import { type TargetName, targetNames } from './target.js';

export interface CaseFigures {
  readonly name: string;
  readonly loads: Readonly<Record<TargetName, LoadResult>>;
}

/** The reference server's throughput with a table of that many rows. */
export interface CurvePoint {
  readonly rows: number;
  readonly readById: LoadResult;
  readonly firstPage: LoadResult;
}

/** Resident memory of the reference server, in MiB, after so many requests. */
export interface MemoryPoint {
  readonly requests: number;
  readonly mebibytes: number;
}

export interface ServerReport {
  readonly workers: number;
  readonly cases: readonly CaseFigures[];
  /** One process and several. */
  readonly scaling: readonly ScalingPoint[];
  /** One server and several on one database. */
  readonly servers: readonly ScalingPoint[];
  readonly curve: readonly CurvePoint[];
  readonly memory: readonly MemoryPoint[];
}

/** Ratios are ours divided by theirs: for throughput, more is better; for p99, less is better. */
export function renderReport({ cases, scaling, servers, curve, memory }: ServerReport): string {
  const tables = [
    cases.length > 0 && renderCases(cases),
    scaling.length > 0 && renderScaling(scaling),
    servers.length > 0 && renderScaling(servers, 'servers'),
    curve.length > 0 && renderCurve(curve),
    memory.length > 0 && renderMemory(memory),
  ];
  return tables.filter((table) => table !== false).join('\n');
}

function renderCases(cases: readonly CaseFigures[]): string {
  const header = ['case', 'requests/s', '× Express', '× node:http'];
  const latency = ['p99 ms', 'p99 × Express', 'p99 × node:http', 'generator, of a core'];
  const rows = cases.map(({ name, loads }) => {
    const [ours, ...others] = targetNames.map((target) => loads[target]);
    if (ours === undefined) return [name];
    const share = Math.max(...targetNames.map((target) => loads[target].generatorShare));
    return [
      name,
      formatNumber(ours.requestsPerSecond),
      ...others.map((other) => formatNumber(ours.requestsPerSecond / other.requestsPerSecond)),
      formatNumber(ours.p99),
      ...others.map((other) => formatNumber(ours.p99 / other.p99)),
      `${(share * 100).toFixed(0)} %`,
    ];
  });
  return renderTable([...header, ...latency], rows);
}

function renderCurve(curve: readonly CurvePoint[]): string {
  const [smallest] = curve;
  if (smallest === undefined) return '';
  const header = ['rows', 'read by id, requests/s', 'to fewest rows', 'first page, requests/s'];
  const rows = curve.map(({ rows, readById, firstPage }) => [
    String(rows),
    formatNumber(readById.requestsPerSecond),
    formatNumber(readById.requestsPerSecond / smallest.readById.requestsPerSecond),
    formatNumber(firstPage.requestsPerSecond),
    formatNumber(firstPage.requestsPerSecond / smallest.firstPage.requestsPerSecond),
  ]);
  return renderTable([...header, 'to fewest rows'], rows);
}

function renderMemory(memory: readonly MemoryPoint[]): string {
  const [first] = memory;
  const rows = memory.map(({ requests, mebibytes }) => [
    String(requests),
    formatNumber(mebibytes),
    formatNumber(mebibytes / (first?.mebibytes ?? Number.NaN)),
  ]);
  return renderTable(['requests served', 'resident MiB', 'to the first'], rows);
}
