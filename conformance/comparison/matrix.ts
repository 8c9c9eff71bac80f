/** The comparison of several results: a row for each requirement, a column for each result. */

import { UsageError } from '../../kit/errors.js';
import { countOf } from '../../kit/words.js';
import { type Report, type RequirementResult, verdictOrder } from '../report/model.js';
import { nameOfTarget, rootVerdicts } from '../report/queries.js';
import { groupBySection } from '../suite/suite.js';
import type { Verdict } from '../verdict/outcomes.js';
import { type MatrixCell, toCell } from './cell.js';

/** A result and the name of its file. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/** A column: one of the results. */
export interface MatrixColumn {
  /** Unique among the columns: the target, and the file when targets are the same. */
  readonly label: string;
  readonly file: string;
  readonly report: Report;
}

/**
 * The kind of difference between the results; `null` when they agree or only one judged the
 * requirement.
 */
export type Difference = 'verdict' | 'observation' | null;

/** One requirement in all results. */
export interface MatrixRow {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** One cell for each column. */
  readonly cells: readonly MatrixCell[];
  readonly difference: Difference;
}

/** All requirements in all results. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  /** In the order of the catalogue. */
  readonly rows: readonly MatrixRow[];
}

/** The rows with the same kind of difference. */
export interface MatrixPart {
  readonly title: string;
  readonly difference: Difference;
  readonly sections: readonly MatrixSection[];
}

/** The rows of a part from one section of the specification, failures first. */
export interface MatrixSection {
  readonly number: string;
  readonly rows: readonly MatrixRow[];
}

function describeTarget({ target }: Report): string {
  const { profiles } = target;
  const name = nameOfTarget(target);
  return profiles.length === 0 ? name : `${name} (${profiles.join(', ')})`;
}

function toColumns(reports: readonly NamedReport[]): MatrixColumn[] {
  const versions = new Set(reports.map(({ report }) => report.suite.version));
  const names = reports.map(({ report }) =>
    versions.size > 1
      ? `${describeTarget(report)}, suite ${report.suite.version}`
      : describeTarget(report),
  );
  return reports.map(({ file, report }, index) => {
    const name = names[index] ?? file;
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return { label: isUnique ? name : `${name}, ${file}`, file, report };
  });
}

function isJudged({ verdict }: MatrixCell): boolean {
  return verdict !== 'left out';
}

/** A row of a table, with the kind of difference between its cells. */
export function toRow(
  { id, section, statement }: Pick<MatrixRow, 'id' | 'section' | 'statement'>,
  cells: readonly MatrixCell[],
): MatrixRow {
  return { id, section, statement, cells, difference: differenceOf(cells) };
}

/** Reasons and mismatches are ignored: they may contain host names and values. */
function differenceOf(cells: readonly MatrixCell[]): Difference {
  const judged = cells.filter(isJudged);
  const countOfDifferent = (keyOf: (cell: MatrixCell) => string) => new Set(judged.map(keyOf)).size;
  if (countOfDifferent(({ verdict }) => verdict) > 1) return 'verdict';
  const observed = countOfDifferent(({ observations }) => JSON.stringify(observations));
  return observed > 1 ? 'observation' : null;
}

/**
 * Compares results of one suite and one version of the specification.
 *
 * @throws UsageError when no requirement was judged in two of them
 */
export function buildMatrix(reports: readonly NamedReport[]): Matrix {
  const found = new Map<string, RequirementResult>();
  for (const row of reports.flatMap(({ report }) => report.requirements)) {
    if (!found.has(row.id)) found.set(row.id, row);
  }
  const results = reports.map(({ report }) => new Map(report.requirements.map((r) => [r.id, r])));
  const rows = [...found.values()].map(({ id, section, statement }): MatrixRow => {
    const cells = results.map((result) => toCell(result.get(id)));
    return toRow({ id, section, statement }, cells);
  });
  if (!rows.some(isShared)) {
    throw new UsageError(
      `${reports.map(({ file }) => file).join(' and ')} have no requirement in common: there is nothing to compare.`,
    );
  }
  return { columns: toColumns(reports), rows };
}

/** Whether several results judged the requirement. */
function isShared({ cells }: MatrixRow): boolean {
  return cells.filter(isJudged).length > 1;
}

/**
 * Different verdicts first, then different observations, then the rest; empty parts are left out.
 */
export function listParts({ rows }: Matrix): MatrixPart[] {
  const titles: readonly [title: string, difference: Difference][] = [
    ['Different verdicts', 'verdict'],
    ['Observed differently where the specification is silent', 'observation'],
    ['Without a difference', null],
  ];
  return titles
    .map(([title, difference]) => {
      const own = rows.filter((row) => row.difference === difference);
      return { title, difference, sections: sectionsOf(own) };
    })
    .filter(({ sections }) => sections.length > 0);
}

function sectionsOf(rows: readonly MatrixRow[]): MatrixSection[] {
  return groupBySection(rows).map(([number, own]) => {
    return { number, rows: [...own].sort((a, b) => rankOf(a) - rankOf(b)) };
  });
}

/** Root failures come before the requirements that they block. */
function rankOf({ cells }: MatrixRow): number {
  return cells.some(({ verdict }) => rootVerdicts.has(verdict)) ? 0 : 1;
}

/** The number of requirements with differences, among those that several results judged. */
export function matrixSummary({ columns, rows }: Matrix): string {
  const shared = rows.filter(isShared).length;
  const differing = rows.filter(({ difference }) => difference !== null).length;
  const which = shared === rows.length ? '' : ' that they share';
  if (differing === 0) {
    return `${columns.length} results agree in ${shared === 1 ? 'the one requirement' : `all ${shared} requirements`}${which}.`;
  }
  return `${columns.length} results differ in ${differing} of ${countOf(shared, 'requirement')}${which}.`;
}

/** The verdicts that occur in at least one of the results. */
export function occurringVerdicts({ columns }: Matrix): readonly Verdict[] {
  return verdictOrder.filter((verdict) => columns.some(({ report }) => report.counts[verdict] > 0));
}
