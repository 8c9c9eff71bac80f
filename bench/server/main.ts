/** The server's benchmark: the reference server beside hand-written servers of the same endpoints. */

import { Command, Option } from 'commander';
import { countParser } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { interleave } from '../statistics.js';
import { type Dataset, type RequestCase, requestCases } from './cases.js';
import { createFiles, createSchemas, type Databases } from './databases.js';
import { compareAnswers, type LoadOptions, measureLoad, summarizeLoads } from './measure.js';
import {
  type CaseFigures,
  type CurvePoint,
  type MemoryPoint,
  renderReport,
  type ServerReport,
} from './report.js';
import { measureScaling, measureServers, type ScaledServer, type ScalingPoint } from './scaling.js';
import { startTarget, type Target, type TargetName, targetNames } from './target.js';

interface Options {
  readonly filter: string;
  readonly runs: number;
  readonly rows: number;
  readonly workers: number;
  readonly connections: number;
  readonly seconds: number;
  readonly db: 'sqlite' | 'postgres';
  readonly servers?: number;
  readonly scaling?: number;
  readonly curve?: true;
  readonly memory?: number;
  readonly json?: true;
}

/** Adds the command `bench server`. */
export function serverCommand(environment: Environment): Command {
  return new Command('server')
    .description('load the reference server beside the same endpoints written by hand')
    .option('--filter <text>', 'only cases whose names contain this text', '')
    .option(
      '--runs <n>',
      'measurements per case and server; the median is reported',
      countParser(1),
      3,
    )
    .option('--rows <n>', 'number of products in the database', countParser(1), 1000)
    .option('--workers <n>', 'number of processes of the reference server', countParser(1), 1)
    .option('--connections <n>', 'number of concurrent connections', countParser(1), 10)
    .option('--seconds <n>', 'duration of a measurement', countParser(1), 3)
    .addOption(
      new Option('--db <kind>', 'the database of all servers')
        .choices(['sqlite', 'postgres'])
        .default('sqlite'),
    )
    .option(
      '--servers <n>',
      'measure only reads from one server, and from n servers with one database',
      countParser(1),
    )
    .option(
      '--scaling <n>',
      'measure only reads from one process of the reference server, and from n processes',
      countParser(1),
    )
    .option('--curve', 'measure only the reference server, with 10³ to 10⁶ rows')
    .option(
      '--memory <n>',
      'measure only the memory of the reference server, after n / 10 and after n requests',
      countParser(1),
    )
    .option('--json', 'print JSON instead of tables')
    .action((options: Options) => run(options, environment));
}

async function run(options: Options, { stdout, stderr }: Environment): Promise<void> {
  const bench = new ServerBench(options, (text) => stderr.write(`${text}\n`));
  try {
    const report = await bench.measure();
    stdout.write(options.json ? `${JSON.stringify(report)}\n` : renderReport(report));
  } finally {
    await bench.stop();
  }
}

class ServerBench {
  readonly #options: Options;
  readonly #log: (text: string) => void;
  readonly #load: LoadOptions;
  readonly #running: Target[] = [];
  readonly #databases: Databases[] = [];

  constructor(options: Options, log: (text: string) => void) {
    this.#options = options;
    this.#log = log;
    const { connections, seconds } = options;
    this.#load = { connections, amount: { seconds } };
  }

  async measure(): Promise<ServerReport> {
    const { workers, scaling, servers, curve, memory } = this.#options;
    const special = [scaling, servers, curve, memory];
    const isSpecial = special.some((option) => option !== undefined);
    return {
      workers,
      cases: isSpecial ? [] : await this.#measureCases(),
      scaling: scaling === undefined ? [] : await this.#measureScaling(scaling),
      servers: servers === undefined ? [] : await this.#measureServers(servers),
      curve: curve ? await this.#measureCurve() : [],
      memory: memory === undefined ? [] : await this.#measureMemory(memory),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((target) => target.stop()));
    for (const databases of this.#databases) await databases.remove();
  }

  async #measureCases(): Promise<CaseFigures[]> {
    const { filter, rows } = this.#options;
    const cases = requestCases.filter(({ name }) => name.includes(filter));
    if (cases.length === 0) throw new Error(`No case's name contains "${filter}".`);
    const databases = await this.#createDatabases(rows);
    const { dataset } = databases;
    const targets: Target[] = [];
    for (const name of targetNames) targets.push(await this.#start(name, await databases.make()));
    for (const request of cases) await compareAnswers(targets, request, dataset);
    const results: CaseFigures[] = [];
    for (const request of cases) results.push(await this.#measureCase(request, targets, dataset));
    return results;
  }

  async #measureCase(
    request: RequestCase,
    targets: readonly Target[],
    dataset: Dataset,
  ): Promise<CaseFigures> {
    this.#log(request.name);
    const measurements = await interleave(targets, this.#options.runs, (target) =>
      measureLoad(target, request, dataset, this.#load),
    );
    const summaries = measurements.map(summarizeLoads);
    const loads = Object.fromEntries(targets.map(({ name }, index) => [name, summaries[index]]));
    return { name: request.name, loads: loads as CaseFigures['loads'] };
  }

  async #measureScaling(most: number): Promise<ScalingPoint[]> {
    const { runs, rows } = this.#options;
    const databases = await this.#createDatabases(rows);
    const { dataset } = databases;
    const database = await databases.make();
    const servers: ScaledServer[] = [];
    for (const workers of [1, most]) {
      servers.push({ workers, target: await this.#start('Touchstone', database, workers) });
    }
    const points: ScalingPoint[] = [];
    for (const name of ['read by id', 'list of 20']) {
      this.#log(name);
      const options = { ...this.#load, runs };
      points.push(...(await measureScaling(servers, findCase(name), dataset, options)));
    }
    return points;
  }

  async #measureCurve(): Promise<CurvePoint[]> {
    const tables: { dataset: Dataset; target: Target }[] = [];
    for (const rows of [1_000, 10_000, 100_000, 1_000_000]) {
      this.#log(`${rows} rows`);
      const databases = await this.#createDatabases(rows);
      const target = await this.#start('Touchstone', await databases.make());
      tables.push({ dataset: databases.dataset, target });
    }
    const measureAll = async (name: string) => {
      const measurements = await interleave(tables, this.#options.runs, ({ dataset, target }) =>
        measureLoad(target, findCase(name), dataset, this.#load),
      );
      return measurements.map(summarizeLoads);
    };
    const readById = await measureAll('read by id');
    const firstPage = await measureAll('list of 20');
    return tables.flatMap(({ dataset: { rows } }, index) => {
      const [read, list] = [readById[index], firstPage[index]];
      return read && list ? [{ rows, readById: read, firstPage: list }] : [];
    });
  }

  async #measureMemory(requests: number): Promise<MemoryPoint[]> {
    const databases = await this.#createDatabases(this.#options.rows);
    const { dataset } = databases;
    const target = await this.#start('Touchstone', await databases.make());
    const points: MemoryPoint[] = [];
    for (const served of [Math.ceil(requests / 10), requests]) {
      const amount = { requests: served - (points[0]?.requests ?? 0) };
      this.#log(`${served} requests`);
      await measureLoad(target, findCase('read by id'), dataset, { ...this.#load, amount });
      points.push({ requests: served, mebibytes: target.measureMemory() });
    }
    return points;
  }

  /** Measures one server and several, each with an equal share of the connections. */
  async #measureServers(most: number): Promise<ScalingPoint[]> {
    const databases = await this.#createDatabases(this.#options.rows);
    const database = await databases.make();
    const targets: Target[] = [];
    for (let n = 0; n < most; n++) targets.push(await this.#start('Touchstone', database));
    const points: ScalingPoint[] = [];
    for (const name of ['read by id', 'list of 20', 'create']) {
      this.#log(name);
      const options = { ...this.#load, runs: this.#options.runs };
      points.push(...(await measureServers(targets, findCase(name), databases.dataset, options)));
    }
    return points;
  }

  async #createDatabases(rows: number): Promise<Databases> {
    const create = this.#options.db === 'postgres' ? createSchemas : createFiles;
    const databases = await create(rows);
    this.#databases.push(databases);
    return databases;
  }

  async #start(
    name: TargetName,
    database: string,
    workers = this.#options.workers,
  ): Promise<Target> {
    const target = await startTarget(name, database, workers);
    this.#running.push(target);
    return target;
  }
}

function findCase(name: string): RequestCase {
  const found = requestCases.find((request) => request.name === name);
  if (found === undefined) throw new Error(`There is no case "${name}".`);
  return found;
}
