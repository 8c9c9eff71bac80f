/** The table of constructs as Markdown, for the documentation. */
import type { Construct, Group } from './constructs/index.js';

/** The last column of the table: the number of tested statements, or the difference. */
function tested({ steps, failing = [], differs }: Construct): string {
  if (differs !== undefined) return 'differs as described';
  return `the same, ${steps.length + failing.length} statements`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = (construct: Construct): string =>
  `| ${[construct.construct, construct.sqlite, construct.postgres, tested(construct)].map(cell).join(' | ')} |`;

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
