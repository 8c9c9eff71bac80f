/** The reference server's throughput with several processes. */

import { mustExist } from '../../kit/invariant.js';
import { formatNumber, renderTable } from '../../kit/table.js';
import { interleave, median } from '../statistics.js';
import type { Dataset, RequestCase } from './cases.js';
import type { LoadResult } from './load.js';
import { type LoadOptions, measureLoad, summarizeLoads } from './measure.js';
import type { Target } from './target.js';

/** A reference server with that many processes. */
export interface ScaledServer {
  readonly workers: number;
  readonly target: Target;
}

/** The figures of a case with a number of processes. */
export interface ScalingPoint {
  readonly name: string;
  readonly workers: number;
  readonly load: LoadResult;
  /** Processor time of all the server's processes for a request, in microseconds. */
  readonly processorTime: number;
}

/** Measures the servers in turns with the requests of a case. */
export function measureScaling(
  servers: readonly ScaledServer[],
  ...load: LoadArguments
): Promise<ScalingPoint[]> {
  const groups = servers.map(({ workers, target }) => ({ workers, targets: [target] }));
  return measureGroups(groups, ...load);
}

/**
 * Measures one server, and all of them at the same time, each with its share of the connections.
 * `workers` counts servers.
 */
export function measureServers(
  targets: readonly Target[],
  ...load: LoadArguments
): Promise<ScalingPoint[]> {
  const groups = [targets.slice(0, 1), targets];
  return measureGroups(
    groups.map((group) => ({ workers: group.length, targets: group })),
    ...load,
  );
}

type LoadArguments = [
  request: RequestCase,
  dataset: Dataset,
  options: LoadOptions & { readonly runs: number },
];

async function measureGroups(
  groups: readonly { readonly workers: number; readonly targets: readonly Target[] }[],
  ...[request, dataset, options]: LoadArguments
): Promise<ScalingPoint[]> {
  const measurements = await interleave(groups, options.runs, ({ targets }) =>
    loadGroup(targets, request, dataset, options),
  );
  return groups.map(({ workers }, index) => {
    const turns = mustExist(measurements[index], 'measurement');
    const load = summarizeLoads(turns.map((turn) => turn.load));
    const processorTime = median(turns.map((turn) => turn.processorTime));
    return { name: request.name, workers, load, processorTime };
  });
}

async function loadGroup(
  group: readonly Target[],
  request: RequestCase,
  dataset: Dataset,
  options: LoadOptions,
): Promise<{ load: LoadResult; processorTime: number }> {
  const measureTime = (): number =>
    group.reduce((sum, target) => sum + target.measureProcessorTime(), 0);
  const connections = Math.max(1, Math.floor(options.connections / group.length));
  const before = measureTime();
  const loads = await Promise.all(
    group.map((target) => measureLoad(target, request, dataset, { ...options, connections })),
  );
  const milliseconds = measureTime() - before;
  const sum = (figure: keyof LoadResult): number =>
    loads.reduce((total, load) => total + load[figure], 0);
  const load: LoadResult = {
    requestsPerSecond: sum('requestsPerSecond'),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    generatorShare: sum('generatorShare'),
    answered: sum('answered'),
  };
  return { load, processorTime: (milliseconds * 1000) / load.answered };
}

/** Renders a table of the points, each compared with that of a single process. */
export function renderScaling(points: readonly ScalingPoint[], what = 'processes'): string {
  const header = ['case', what, 'requests/s', 'to one', 'processor µs a request', 'to one'];
  const rows = points.map(({ name, workers, load, processorTime }) => {
    const alone = points.find((point) => point.name === name);
    return [
      name,
      String(workers),
      formatNumber(load.requestsPerSecond),
      formatNumber(load.requestsPerSecond / (alone?.load.requestsPerSecond ?? Number.NaN)),
      formatNumber(processorTime),
      formatNumber(processorTime / (alone?.processorTime ?? Number.NaN)),
      formatNumber((load.requestsPerSecond * processorTime) / 1e6),
      formatNumber(load.generatorShare),
    ];
  });
  return renderTable([...header, 'cores: server', 'cores: generator'], rows);
}
