/** The interpreter's benchmark: programs in Wren beside the same programs in JavaScript. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { countParser } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { packageFile } from '../../kit/package-root.js';
import { interleave, median } from '../statistics.js';
import { type ProgramCase, programCases } from './cases.js';
import { type Contestant, type ProgramTime, runProgram } from './program-runner.js';
import { type InterpreterReport, type ProgramResult, renderReport } from './report.js';
import type { ScriptSpeed } from './script-speed.js';

interface Options {
  readonly filter: string;
  readonly runs: number;
  readonly json?: true;
  readonly wrenVm?: string;
}

/** Adds the command `bench interpreter`. */
export function interpreterCommand(environment: Environment): Command {
  return new Command('interpreter')
    .description('time programs in Wren beside the same programs in JavaScript')
    .option('--filter <text>', 'only programs whose names contain this text', '')
    .option('--runs <n>', 'processes per program; the median is reported', countParser(1), 5)
    .option('--json', 'print JSON instead of tables')
    .option('--wren-vm <path>', 'also time another command that runs a Wren file')
    .action((options: Options) => run(options, environment));
}

async function run(options: Options, environment: Environment): Promise<void> {
  const cases = programCases.filter(({ name }) => name.includes(options.filter));
  if (cases.length === 0) throw new Error(`No program's name contains "${options.filter}".`);
  const contestants = listContestants(options, environment.cwd);
  const programs: ProgramResult[] = [];
  for (const program of cases) {
    environment.stderr.write(`${program.name}\n`);
    programs.push(await measureProgram(program, contestants, options.runs));
  }
  const scripts = options.filter === '' ? await measureScripts(options.runs) : undefined;
  const report: InterpreterReport = { runs: options.runs, programs, scripts };
  environment.stdout.write(options.json ? `${JSON.stringify(report)}\n` : renderReport(report));
}

function listContestants({ wrenVm }: Options, cwd: string): Contestant[] {
  const touchstone = packageFile('bin', 'touchstone.js');
  const { execPath } = process;
  const contestants: Contestant[] = [
    { name: 'Wren', command: [execPath, touchstone, 'wren'], extension: '.wren' },
    { name: 'JavaScript', command: [execPath], extension: '.js' },
  ];
  if (wrenVm === undefined) return contestants;
  return [...contestants, { name: 'other', command: [resolve(cwd, wrenVm)], extension: '.wren' }];
}

async function measureProgram(
  program: ProgramCase,
  contestants: readonly Contestant[],
  runs: number,
): Promise<ProgramResult> {
  const measurements = await interleave(contestants, runs, async (contestant) => {
    return runProgram(contestant, program).catch((error: Error) => {
      throw new Error(`${program.name} (${contestant.name}): ${error.message}`);
    });
  });
  const [wren = [], javascript = [], other] = measurements.map((times) => times);
  return {
    name: program.name,
    wren: summarize(wren),
    javascript: summarize(javascript),
    other: other && summarize(other),
  };
}

function summarize(times: readonly ProgramTime[]): ProgramTime {
  return {
    first: median(times.map(({ first }) => first)),
    settled: median(times.map(({ settled }) => settled)),
  };
}

async function measureScripts(runs: number): Promise<ScriptSpeed> {
  const script = packageFile('dist', 'bench', 'interpreter', 'script-speed.js');
  const results: ScriptSpeed[] = [];
  for (let run = 0; run < runs; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    results.push(JSON.parse(stdout) as ScriptSpeed);
  }
  return {
    compile: median(results.map(({ compile }) => compile)),
    run: median(results.map((result) => result.run)),
    slowdown: median(results.map(({ slowdown }) => slowdown)),
  };
}
