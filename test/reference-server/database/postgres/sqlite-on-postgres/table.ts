/** The tables of constructs and functions as Markdown, for the documentation. */
import type {
  FunctionGroup,
  SqliteFunction,
} from '../../../../../reference-server/database/postgres/sqlite-on-postgres/functions/sqlite-function.js';
import { adviceForScripts } from '../../../../../reference-server/database/postgres/translate-for-scripts.js';
import type { Construct, Group } from './constructs/index.js';

/** The last column of the table: the number of tested statements, or the difference. */
function tested({ steps, failing = [], differs }: Construct): string {
  if (differs !== undefined) return 'differs as described';
  return `the same, ${steps.length + failing.length} statements`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const rowOf = (construct: Construct): string =>
  row(construct.construct, construct.sqlite, construct.postgres, tested(construct));

/** The tables of all groups, in Markdown. */
export function renderTables(groups: readonly Group[]): string {
  const tables = groups.map(({ title, constructs }) =>
    [
      `#### ${title}`,
      '',
      '| construct | SQLite | PostgreSQL | tested |',
      '| --- | --- | --- | --- |',
      ...constructs.map(rowOf),
    ].join('\n'),
  );
  return tables.join('\n\n');
}

/** How functions differ on PostgreSQL; of refused ones, what scripts write instead. */
function differenceOf({ names, instead, remark }: SqliteFunction): string {
  if (instead === undefined) return remark ?? 'as on SQLite';
  return `refused: ${adviceForScripts[names[0]] ?? instead}`;
}

/** A row for each difference, with the functions that have it. */
function functionRows(functions: readonly SqliteFunction[]): string[] {
  const rows = new Map<string, string[]>();
  for (const one of functions) {
    const difference = differenceOf(one);
    rows.set(difference, [...(rows.get(difference) ?? []), ...one.names]);
  }
  return [...rows].map(([difference, names]) =>
    row(names.map((name) => `\`${name}\``).join(', '), difference),
  );
}

/** The tables of functions, in Markdown. */
export function renderFunctions(groups: readonly FunctionGroup[]): string {
  const tables = groups.map(({ title, functions }) =>
    [
      `#### ${title}`,
      '',
      '| function | on PostgreSQL |',
      '| --- | --- |',
      ...functionRows(functions),
    ].join('\n'),
  );
  return tables.join('\n\n');
}
