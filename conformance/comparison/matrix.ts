/** Several results side by side: a row for each requirement, a column for each target. */

import { UsageError } from '../../kit/errors.js';
import { countOf } from '../../kit/words.js';
import type { Mismatch, Verdict } from '../outcomes.js';
import type { Report, RequirementResult } from '../report/model.js';
import { decisiveCase, describeLastRequest, rootVerdicts } from '../report/queries.js';
import { sectionNumber } from '../suite/suite.js';

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
  /** For `blocked`: the failure that explains it. */
  readonly blockedBy: string | null;
  /** What was sent where something went wrong, and what became of it: `GET /todos/7 → 500`. */
  readonly request: string | null;
  readonly mismatches: readonly Mismatch[];
  readonly observations: readonly string[];
}

/** In what targets differ; `null` where they agree, or only one of them was judged. */
export type Difference = 'verdict' | 'observation' | null;

/** One requirement in all results. */
export interface MatrixRow {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  /** One for each column. */
  readonly cells: readonly MatrixCell[];
  readonly difference: Difference;
}

/** All requirements in all results. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  /** In the catalogue's order. */
  readonly rows: readonly MatrixRow[];
}

/** The rows of one kind. */
export interface MatrixPart {
  readonly title: string;
  readonly difference: Difference;
  readonly sections: readonly MatrixSection[];
}

/** The rows of a part that come from one section of the specification, failures first. */
export interface MatrixSection {
  readonly number: string;
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
  if (row === undefined || !row.selected) return leftOut;
  const { verdict, reason, blockedBy, observations } = row;
  const decisive = decisiveCase(row);
  const wentWrong = decisive !== undefined && decisive.verdict !== 'pass';
  return {
    ...{ verdict, reason, blockedBy, observations },
    request: (wentWrong ? describeLastRequest(decisive) : undefined) ?? null,
    mismatches: decisive?.mismatches ?? [],
  };
}

const leftOut: MatrixCell = {
  ...{ verdict: 'left out', reason: null, blockedBy: null },
  ...{ request: null, mismatches: [], observations: [] },
};

function isJudged({ verdict }: MatrixCell): boolean {
  return verdict !== 'left out';
}

/** Reasons and mismatches count for nothing here: they may name hosts and values. */
function differenceOf(cells: readonly MatrixCell[]): Difference {
  const judged = cells.filter(isJudged);
  const countOfDifferent = (keyOf: (cell: MatrixCell) => string) => new Set(judged.map(keyOf)).size;
  if (countOfDifferent(({ verdict }) => verdict) > 1) return 'verdict';
  const observed = countOfDifferent(({ observations }) => JSON.stringify(observations));
  return observed > 1 ? 'observation' : null;
}

/**
 * Lays results of one suite and one version of the specification side by side.
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
    return { id, section, statement, cells, difference: differenceOf(cells) };
  });
  if (!rows.some(isShared)) {
    throw new UsageError(
      `${reports.map(({ file }) => file).join(' and ')} have no requirement in common: there is nothing to compare.`,
    );
  }
  return { columns: toColumns(reports), rows };
}

/** Whether several results say something of the requirement. */
function isShared({ cells }: MatrixRow): boolean {
  return cells.filter(isJudged).length > 1;
}

/** Different verdicts, then what was observed differently, then all others; none without a row. */
export function listParts({ rows }: Matrix): MatrixPart[] {
  const titles: readonly [title: string, difference: Difference][] = [
    ['Different verdicts', 'verdict'],
    ['Observed differently where the specification is silent', 'observation'],
    ['Without a difference', null],
  ];
  return titles
    .map(([title, difference]) => {
      const own = rows.filter((row) => row.difference === difference);
      return { title, difference, sections: groupBySection(own) };
    })
    .filter(({ sections }) => sections.length > 0);
}

function groupBySection(rows: readonly MatrixRow[]): MatrixSection[] {
  const numbers = [...new Set(rows.map(sectionNumber))].sort();
  return numbers.map((number) => {
    const own = rows.filter((row) => sectionNumber(row) === number);
    return { number, rows: own.sort((a, b) => rankOf(a) - rankOf(b)) };
  });
}

/** Where somebody's trouble starts comes before what it blocks. */
function rankOf({ cells }: MatrixRow): number {
  return cells.some(({ verdict }) => rootVerdicts.has(verdict)) ? 0 : 1;
}

/** In how many requirements the results differ, of those that several of them judged. */
export function matrixSummary({ columns, rows }: Matrix): string {
  const shared = rows.filter(isShared).length;
  const differing = rows.filter(({ difference }) => difference !== null).length;
  const which = shared === rows.length ? '' : ' that they share';
  if (differing === 0) {
    return `${columns.length} results agree in ${shared === 1 ? 'the one requirement' : `all ${shared} requirements`}${which}.`;
  }
  return `${columns.length} results differ in ${differing} of ${countOf(shared, 'requirement')}${which}.`;
}
