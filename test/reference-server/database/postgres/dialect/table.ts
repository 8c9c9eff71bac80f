/** The table of constructs as Markdown, for the documentation. */
import type { Construct, Group } from './constructs/index.js';

/** How a construct was tested: a difference is a result like any other. */
function tested({ steps, failing = [], differs }: Construct): string {
  if (differs !== undefined) return 'differs as said';
  return `the same, ${steps.length + failing.length} statements`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = (construct: Construct): string =>
  `| ${[construct.construct, construct.sqlite, construct.postgres, tested(construct)].map(cell).join(' | ')} |`;

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
