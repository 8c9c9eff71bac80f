/** The contents of a site: suites, each with its versions and implementations. */

import { dirname } from 'node:path';
import { UsageError } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { nameFirst } from '../../kit/words.js';
import type { SuiteResult } from '../report/model.js';
import { groupBySection } from '../suite/suite.js';
import { findForeign, findOthers } from './foreign-results.js';
import {
  compareTexts,
  groupRuns,
  type Implementation,
  listImplementations,
} from './implementations.js';
import { nameFiles, rootNames } from './paths.js';
import type { ResultFile } from './read-results.js';
import { type Catalogue, type CatalogueEntry, type Run, RunReader } from './run.js';

/** All that results tell. */
export interface Results {
  /** By title; not empty. */
  readonly suites: readonly SuiteHistory[];
  /** Sentences about files that are no usable results. */
  readonly leftOut: readonly string[];
}

/** The results of one suite. */
export interface SuiteHistory {
  /** As the shown version states it. */
  readonly suite: SuiteResult;
  /** The folder of its pages. */
  readonly folder: string;
  /** The requirements of the shown version, in their order. */
  readonly entries: readonly CatalogueEntry[];
  readonly sections: readonly SuiteSection[];
  /** Oldest first. */
  readonly versions: readonly SuiteVersion[];
  readonly implementations: readonly Implementation[];
  /** The start of the latest run. */
  readonly updatedAt: string;
  /** File names of requirements, sections and versions. */
  readonly names: {
    readonly requirements: ReadonlyMap<string, string>;
    readonly sections: ReadonlyMap<string, string>;
    readonly versions: ReadonlyMap<string, string>;
  };
}

/** The requirements of one section. */
export interface SuiteSection {
  readonly number: string;
  readonly entries: readonly CatalogueEntry[];
}

/** A version of a suite. */
export interface SuiteVersion {
  readonly version: string;
  /** As most implementations that were checked with it have it. */
  readonly catalogue: Catalogue;
  /** The implementations that were checked with it. */
  readonly implementations: readonly Implementation[];
}

/**
 * @param shown the folder's name in messages
 * @param known the suite as its author has it; without it, results decide which requirements it has
 * @throws UsageError when no file is a usable result
 */
export function collectResults(
  files: readonly ResultFile[],
  shown: string,
  known?: Catalogue,
): Results {
  const { runs, leftOut } = readRuns(files);
  const foreign = known === undefined ? findForeign(groupRuns(runs)) : findOthers(runs, known);
  const problems = [...leftOut, ...foreign.values()];
  const accepted = runs.filter((run) => !foreign.has(run));
  if (accepted.length === 0) {
    throw new UsageError(`${shown} contains no usable result. ${nameFirst(problems, 3)}`);
  }
  const names = [...new Set(accepted.map(({ catalogue }) => catalogue.suite.name))].sort();
  const folders = nameFiles(names, rootNames);
  const suites = names.map((name) => {
    const own = accepted.filter(({ catalogue }) => catalogue.suite.name === name);
    return describeSuite(own, folders.get(name) ?? name, known);
  });
  return { suites, leftOut: problems };
}

function readRuns(files: readonly ResultFile[]): {
  readonly runs: readonly Run[];
  readonly leftOut: readonly string[];
} {
  const reader = new RunReader();
  const runs = new Map<string, Run>();
  const leftOut: string[] = [];
  for (const file of files) {
    try {
      const run = reader.read(file);
      const key = `${run.marker} ${run.startedAt}`;
      const known = runs.get(key);
      if (known === undefined) runs.set(key, run);
      // Beside each other, they are the latest result and its copy in the history.
      else if (dirname(file.name) !== dirname(known.file.name)) {
        leftOut.push(`${file.name} is of the same run as ${known.file.name}.`);
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      leftOut.push(error.message);
    }
  }
  return { runs: [...runs.values()], leftOut };
}

function describeSuite(
  runs: readonly Run[],
  folder: string,
  known: Catalogue | undefined,
): SuiteHistory {
  const implementations = listImplementations(groupRuns(runs));
  const versions = listVersions(implementations, known);
  const { suite, entries } = known ?? chooseVersion(versions).catalogue;
  const sections = groupBySection(entries).map(([number, own]) => ({ number, entries: own }));
  const starts = implementations.map(({ latest }) => latest.startedAt);
  return {
    ...{ suite, folder, entries, sections, versions, implementations },
    updatedAt: mustExist(starts.sort().at(-1), 'run'),
    names: {
      requirements: nameFiles(entries.map(({ id }) => id)),
      sections: nameFiles(sections.map(({ number }) => number)),
      versions: nameFiles(versions.map(({ version }) => version)),
    },
  };
}

function listVersions(
  implementations: readonly Implementation[],
  known: Catalogue | undefined,
): readonly SuiteVersion[] {
  const stated = implementations.flatMap((one) =>
    one.runs.map((run) => run.catalogue.suite.version),
  );
  const versions = new Set([...stated, ...(known === undefined ? [] : [known.suite.version])]);
  const byNumber = new Intl.Collator('en', { numeric: true }).compare;
  return [...versions].sort(byNumber).map((version) => {
    const isOf = (run: Run) => run.catalogue.suite.version === version;
    const checked = implementations.filter((one) => one.runs.some(isOf));
    const latest = checked.flatMap((one) => one.runs.findLast(isOf) ?? []);
    const catalogue = version === known?.suite.version ? known : mostCommon(latest);
    return { version, catalogue, implementations: checked };
  });
}

/** The catalogue of most runs, so that no single result decides; of several, that of the latest run. */
function mostCommon(runs: readonly Run[]): Catalogue {
  const counts = new Map<Catalogue, number>();
  const sorted = [...runs].sort((a, b) => compareTexts(b.startedAt, a.startedAt));
  for (const { catalogue } of sorted) counts.set(catalogue, (counts.get(catalogue) ?? 0) + 1);
  const [[most] = []] = [...counts].sort(([, a], [, b]) => b - a);
  if (most === undefined) throw new Error('A version has at least one run.');
  return most;
}

/** The newest version with which two implementations were checked, so that no single result decides. */
function chooseVersion(versions: readonly SuiteVersion[]): SuiteVersion {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('A suite has at least one version.');
  return versions.findLast(({ implementations }) => implementations.length > 1) ?? last;
}

/** The requirements that a version has and an earlier one does not, and what else is different. */
export interface VersionChanges {
  readonly added: readonly CatalogueEntry[];
  readonly removed: readonly CatalogueEntry[];
  /** Entries with another statement, section or level, as they are now. */
  readonly changed: readonly { readonly before: CatalogueEntry; readonly now: CatalogueEntry }[];
}

/** @param before undefined for the first version, in which everything is new */
export function compareVersions(now: Catalogue, before: Catalogue | undefined): VersionChanges {
  const entryIn = (catalogue: Catalogue | undefined, id: string) =>
    catalogue?.entries[catalogue.places.get(id) ?? -1];
  const changed = now.entries.flatMap((entry) => {
    const earlier = entryIn(before, entry.id);
    const isSame = earlier === undefined || JSON.stringify(earlier) === JSON.stringify(entry);
    return isSame ? [] : [{ before: earlier, now: entry }];
  });
  return {
    added: now.entries.filter(({ id }) => entryIn(before, id) === undefined),
    removed: (before?.entries ?? []).filter(({ id }) => entryIn(now, id) === undefined),
    changed,
  };
}
