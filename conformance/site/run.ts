/** A result, condensed to what the pages of many results need. */
import { createHash } from 'node:crypto';
import { countOf, shorten } from '../../kit/words.js';
import { type CellVerdict, verdictOf } from '../comparison/cell.js';
import { countVerdicts } from '../report/build.js';
import type { Report, SuiteResult } from '../report/model.js';
import type { Level } from '../suite/requirements.js';
import type { ConformanceAnswer } from '../verdict/conclusion.js';
import type { ResultFile } from './read-results.js';

/** A requirement as a suite states it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
}

/** A suite and its requirements, as results state them. Results that state the same share it. */
export interface Catalogue {
  readonly suite: SuiteResult;
  readonly entries: readonly CatalogueEntry[];
  /** The index of each entry, by id. */
  readonly places: ReadonlyMap<string, number>;
}

/** The verdicts on the requirements of level `must` that a run was about and that apply to the target. */
export interface Tally {
  readonly total: number;
  readonly held: number;
  readonly failed: number;
}

/** One result. */
export interface Run {
  readonly file: ResultFile;
  /** In UTC, ISO 8601. */
  readonly startedAt: string;
  /** Differs in every run. */
  readonly marker: string;
  readonly catalogue: Catalogue;
  /** In the order of the catalogue. */
  readonly verdicts: readonly CellVerdict[];
  readonly tally: Tally;
  /** The name of the target. */
  readonly name: string;
  /** A version or commit of the implementation; `null` when it is not known. */
  readonly version: string | null;
  /** The address of the implementation for readers; `null` when it is not known. */
  readonly url: string | null;
  /** The checked classes and profiles, in words. */
  readonly scope: string;
}

/** In characters. Longer texts come from no suite. */
const longest = { name: 100, title: 200, statement: 2000 } as const;

/** Condenses results; equal catalogues become one object. */
export class RunReader {
  readonly #catalogues = new Map<string, Catalogue>();

  /** @throws UsageError when the file is not a result */
  read(file: ResultFile): Run {
    const report = file.read();
    const { target, startedAt, marker, scope } = report;
    const { name, version = null, url = null } = target.implementation ?? {};
    const catalogue = this.#catalogueOf(report);
    const verdicts = report.requirements.map(verdictOf);
    return {
      ...{ file, startedAt, marker, catalogue, verdicts, url },
      tally: tallyOf(catalogue.entries, verdicts),
      name: shorten(name || target.title || 'unnamed', longest.name),
      version: version && shorten(version, longest.name),
      scope: shorten(scope, longest.title),
    };
  }

  #catalogueOf(report: Report): Catalogue {
    const catalogue = toCatalogue(report.suite, report.requirements);
    const stated = JSON.stringify([catalogue.suite, catalogue.entries]);
    const key = createHash('sha256').update(stated).digest('hex');
    const known = this.#catalogues.get(key) ?? catalogue;
    this.#catalogues.set(key, known);
    return known;
  }
}

/** A suite and its requirements, without overlong texts. */
export function toCatalogue(
  suite: SuiteResult,
  requirements: readonly CatalogueEntry[],
): Catalogue {
  const entries = requirements.map(({ id, section, level, statement }) => ({
    ...{ id, level },
    section: shorten(section, longest.name),
    statement: shorten(statement, longest.statement),
  }));
  const places = new Map(entries.map(({ id }, index) => [id, index]));
  return { suite: shortenSuite(suite), entries, places };
}

function shortenSuite({ name, title, version, specification, sections }: SuiteResult): SuiteResult {
  const titles = Object.entries(sections).map(([number, text]) => [
    shorten(number, longest.name),
    shorten(text, longest.title),
  ]);
  return {
    name: shorten(name, longest.name),
    title: shorten(title || name, longest.title),
    version: shorten(version, longest.name),
    specification: { ...specification, title: shorten(specification.title, longest.title) },
    sections: Object.fromEntries(titles),
  };
}

/** Verdicts that show a requirement to be broken; others than these and `pass` show nothing. */
export const brokenVerdicts: ReadonlySet<CellVerdict> = new Set(['fail', 'unstable']);

/** Verdicts on requirements that a run was not about: of other classes and profiles. */
export const unconcerned: ReadonlySet<CellVerdict> = new Set(['not applicable', 'left out']);

/** Counts the verdicts on requirements of level `must`. */
export function tallyOf(
  entries: readonly Pick<CatalogueEntry, 'level'>[],
  verdicts: readonly CellVerdict[],
): Tally {
  let [total, held, failed] = [0, 0, 0];
  entries.forEach(({ level }, index) => {
    const verdict = verdicts[index];
    if (level !== 'must' || verdict === undefined || unconcerned.has(verdict)) return;
    total += 1;
    if (verdict === 'pass') held += 1;
    if (brokenVerdicts.has(verdict)) failed += 1;
  });
  return { total, held, failed };
}

/** The conclusion that follows from the verdicts, whatever the result itself says. */
export function answerOf({ total, held, failed }: Tally): ConformanceAnswer {
  if (failed > 0) return 'does not conform';
  return held === total && total > 0 ? 'conforms' : 'cannot say';
}

/**
 * A result with the counts and the conclusion that follow from its verdicts: what a stranger's result
 * concludes may be anything.
 */
export function restate(report: Report, tally: Tally): Report {
  const answer = answerOf(tally);
  const { total, held, failed } = tally;
  const checked = countOf(total, 'requirement');
  const sentences = {
    conforms: `The server conforms: all of ${checked} hold.`,
    'does not conform': `The server does not conform: ${failed} of ${checked} failed.`,
    'cannot say': `Touchstone cannot say whether the server conforms: ${total - held} of ${checked} were not judged.`,
  };
  const { exitCode } = report.conclusion;
  return {
    ...report,
    counts: countVerdicts(report.requirements),
    conclusion: { answer, sentence: sentences[answer], exitCode },
  };
}
