/** Several results side by side: a row for each requirement, a column for each target. */

import { UsageError } from '../../kit/usage-error.js';
import { countOf } from '../../kit/words.js';
import type { Verdict } from '../outcomes.js';
import { rootVerdicts } from '../report/failures.js';
import type { Report, RequirementResult } from '../report/model.js';

/** A result with the name of the file it was read from. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/** One of the results. */
export interface MatrixColumn {
  /** Different for each column: the target, and the file where that would not tell them apart. */
  readonly label: string;
  readonly file: string;
  readonly report: Report;
}

/** What a result says of a requirement. */
export interface MatrixCell {
  /** `left out` when that run was not asked to look at the requirement. */
  readonly verdict: Verdict | 'left out';
  readonly reason: string | null;
  readonly observations: readonly string[];
}

/** One requirement in all results. */
export interface MatrixRow {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** One for each column. */
  readonly cells: readonly MatrixCell[];
  /** Whether targets differ in verdict or in what was observed; left out, neither is known. */
  readonly differs: boolean;
}

/** All requirements in all results. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  /**
   * Differing rows first, and of these the ones at which somebody's trouble starts; else in the
   * catalogue's order.
   */
  readonly rows: readonly MatrixRow[];
}

function describeTarget({ target }: Report): string {
  const { title, profiles } = target;
  return profiles.length === 0 ? title : `${title} (${profiles.join(', ')})`;
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

function toCell(row: RequirementResult | undefined): MatrixCell {
  if (row === undefined || !row.selected) {
    return { verdict: 'left out', reason: null, observations: [] };
  }
  return { verdict: row.verdict, reason: row.reason, observations: row.observations };
}

function isJudged({ verdict }: MatrixCell): boolean {
  return verdict !== 'left out';
}

/** What two cells must share to count as the same; reasons may name hosts and values. */
function fingerprint({ verdict, observations }: MatrixCell): string {
  return JSON.stringify([verdict, observations]);
}

function checkComparable([first, ...others]: readonly NamedReport[]): void {
  for (const other of others) {
    if (first === undefined) return;
    const [one, two] = [first.report.suite, other.report.suite];
    if (one.name !== two.name) {
      throw new UsageError(
        `${first.file} and ${other.file} cannot be compared: they are results of different suites, ${one.name} and ${two.name}.`,
      );
    }
    if (one.specification.hash !== two.specification.hash) {
      throw new UsageError(
        `${first.file} and ${other.file} cannot be compared: they judge different versions of the specification.`,
      );
    }
  }
}

/**
 * Lays results side by side.
 *
 * @throws UsageError when they were made from different versions of the specification.
 */
export function buildMatrix(reports: readonly NamedReport[]): Matrix {
  checkComparable(reports);
  const found = new Map<string, RequirementResult>();
  for (const row of reports.flatMap(({ report }) => report.requirements)) {
    if (!found.has(row.id)) found.set(row.id, row);
  }
  const results = reports.map(({ report }) => new Map(report.requirements.map((r) => [r.id, r])));
  const rows = [...found.values()].map(({ id, section, statement }): MatrixRow => {
    const cells = results.map((result) => toCell(result.get(id)));
    const judged = cells.filter(isJudged);
    const differs = new Set(judged.map(fingerprint)).size > 1;
    return { id, section, statement, cells, differs };
  });
  return { columns: toColumns(reports), rows: rows.sort((a, b) => rankOf(a) - rankOf(b)) };
}

function rankOf({ differs, cells }: MatrixRow): number {
  if (!differs) return 2;
  return cells.some(({ verdict }) => rootVerdicts.has(verdict)) ? 0 : 1;
}

/** In how many requirements the results differ, of those that several of them judged. */
export function matrixSummary({ columns, rows }: Matrix): string {
  const shared = rows.filter(({ cells }) => cells.filter(isJudged).length > 1).length;
  const differing = rows.filter(({ differs }) => differs).length;
  const which = shared === rows.length ? '' : ' that they share';
  if (shared === 0) return `${columns.length} results have no requirement in common.`;
  if (differing === 0) {
    return `${columns.length} results agree in ${shared === 1 ? 'the one requirement' : `all ${shared} requirements`}${which}.`;
  }
  return `${columns.length} results differ in ${differing} of ${countOf(shared, 'requirement')}${which}.`;
}
