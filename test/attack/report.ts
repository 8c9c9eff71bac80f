/** The result tables in Markdown. */
import { renderTable } from '../../kit/table.js';
import type { Attack } from './attack.js';
import type { Measurement } from './measure.js';

export interface Result {
  readonly attack: Attack;
  readonly measurement: Measurement;
  /** Bounds that the server exceeded. */
  readonly problems: readonly string[];
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

function renderOutcomes(results: readonly Result[]): string {
  const counts = new Map<unknown, number>();
  for (const { measurement } of results) {
    for (const [outcome, count] of measurement.outcomes) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + count);
    }
  }
  const isMany = counts.size > 1 && results.length === 1;
  const render = ([outcome, count]: [unknown, number]): string =>
    isMany ? `${count} × ${outcome}` : `${outcome}`;
  return [...counts].map(render).sort().join(', ');
}

const header = ['answers', 'after s', 'others waited s', 'failed', 'MiB', 'withstood'];

function renderRow(name: string, results: readonly Result[]): string[] {
  const most = (figure: (measurement: Measurement) => number): number =>
    Math.max(...results.map(({ measurement }) => figure(measurement)));
  const withstood = results.filter(({ problems }) => problems.length === 0).length;
  const verdict = withstood === results.length ? 'yes' : 'no';
  return [
    name,
    renderOutcomes(results),
    seconds(most(({ after }) => after)),
    seconds(most(({ others }) => others.longestWait)),
    String(most(({ others }) => others.failures.length)),
    most(({ memory }) => memory).toFixed(0),
    results.length === 1 ? verdict : `${withstood} of ${results.length}`,
  ];
}

/** Renders one row per attack. */
export function renderAttacks(results: readonly Result[]): string {
  const rows = results.map((result) => renderRow(result.attack.name, [result]));
  return renderTable(['attack', ...header], rows);
}

/** Renders one row per kind of attack, with its worst figures. */
export function renderKinds(results: readonly Result[]): string {
  const kinds = [...new Set(results.map(({ attack }) => attack.kind))];
  const rows = kinds.map((kind) =>
    renderRow(
      kind,
      results.filter(({ attack }) => attack.kind === kind),
    ),
  );
  return renderTable(['kind of attack', ...header], rows);
}

/** Renders the problems of an attack and the end of the server's log. */
export function renderProblems({ attack, measurement, problems }: Result): string {
  if (problems.length === 0) return '';
  return `${attack.name}: ${problems.join('; ')}\n${measurement.log}\n`;
}
