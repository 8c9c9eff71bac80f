/** The figures of the interpreter's benchmark, as data and as text. */

import { formatNumber, renderTable } from '../../kit/table.js';
import { geometricMean } from '../statistics.js';
import type { ProgramTime } from './program-runner.js';
import type { ScriptSpeed } from './script-speed.js';

export interface ProgramResult {
  readonly name: string;
  readonly wren: ProgramTime;
  readonly javascript: ProgramTime;
  /** Times of the command that `--wren-vm` names. */
  readonly other?: ProgramTime | undefined;
}

export interface InterpreterReport {
  /** Processes measured per figure. */
  readonly runs: number;
  readonly programs: readonly ProgramResult[];
  readonly scripts: ScriptSpeed | undefined;
}

/** Times in milliseconds; a ratio is Wren's time divided by JavaScript's. */
export function renderReport({ programs, scripts }: InterpreterReport): string {
  const tables = [renderPrograms(programs), scripts && renderScripts(scripts)];
  return tables.filter((table) => table !== undefined).join('\n');
}

function renderPrograms(programs: readonly ProgramResult[]): string {
  const ratios = programs.map(ratiosOf);
  const columns = ['settled', 'first', 'other'] as const;
  const means = columns.map((column) => geometricMean(ratios.map((ratio) => ratio[column])));
  const hasOther = programs.some(({ other }) => other !== undefined);
  const header = ['program', 'Wren ms', 'JavaScript ms', 'ratio', 'ratio of first rounds'];
  const rows = programs.map((program) => {
    const { name, wren, javascript } = program;
    const { settled, first, other } = ratiosOf(program);
    const figures = [wren.settled, javascript.settled, settled, first, other].map(formatNumber);
    return [name, ...figures];
  });
  rows.push(['geometric mean', '', '', ...means.map(formatNumber)]);
  const width = hasOther ? 6 : 5;
  return renderTable(
    [...header, 'other / Wren'].slice(0, width),
    rows.map((row) => row.slice(0, width)),
  );
}

function ratiosOf({ wren, javascript, other }: ProgramResult) {
  return {
    settled: wren.settled / javascript.settled,
    first: wren.first / javascript.first,
    other: other === undefined ? 1 : other.settled / wren.settled,
  };
}

function renderScripts({ compile, run, slowdown }: ScriptSpeed): string {
  return renderTable(
    ['scripts', 'figure', 'unit'],
    [
      ['compile and run 10 000 lines, cold', formatNumber(compile), 'ms'],
      ['run a compiled module of 100 lines', formatNumber(run), 'µs'],
      ['hot method after 10 000 runs, to before', formatNumber(slowdown), 'times'],
    ],
  );
}
