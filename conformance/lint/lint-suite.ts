/** Reads all files of a suite, without sending requests, and collects the findings. */

import { existsSync } from 'node:fs';
import { UsageError } from '../../kit/errors.js';
import { isFile } from '../../kit/files.js';
import { mustExist } from '../../kit/invariant.js';
import { packageFile } from '../../kit/package-root.js';
import { readScenarios } from '../scenarios/run-scenarios.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { StepLibrary } from '../scenarios/step-library.js';
import { loadSteps } from '../step-files/load-steps.js';
import { nameOf } from '../suite/checked-document.js';
import {
  checkOptionNames,
  findSuiteFile,
  loadShippedSuite,
  loadSuite,
} from '../suite/load-suite.js';
import {
  type CatalogueFiles,
  findBrokenReferences,
  readCatalogueFiles,
} from '../suite/requirements.js';
import { type Suite, sectionNumber } from '../suite/suite.js';
import { checkCleanUp } from './check-clean-up.js';
import { checkCoverage, checkDescription, checkKeywords } from './check-coverage.js';
import { checkLogins } from './check-logins.js';
import { checkNeeds } from './check-needs.js';
import { checkNeedsOfResources, checkResources } from './check-resources.js';
import { checkJudgements, checkPreparations, checkSteps, checkTags } from './check-scenarios.js';
import { checkUnsent } from './check-unsent.js';
import { checkValues } from './check-values.js';
import { findingAt, findingsOf, type LintFinding, renderText, sortFindings } from './finding.js';
import { checkQuotations } from './normative-sentences.js';

/** The readable parts of a suite, and the errors of the others. */
interface Parts {
  readonly catalogue: CatalogueFiles | undefined;
  readonly scenarios: readonly Scenario[] | undefined;
  readonly library: StepLibrary | undefined;
  readonly errors: readonly LintFinding[];
}

/**
 * All findings in the suite of a folder.
 *
 * @param folder undefined for the shipped suite
 * @param takenOptions options of the harness, which no option of a suite may be named after
 * @param complete adds what the suite derives from its description
 * @throws UsageError when there is no suite
 */
export async function lint(
  folder: string | undefined,
  takenOptions: readonly string[],
  complete: (suite: Suite) => Suite,
): Promise<readonly LintFinding[]> {
  if (folder === undefined || folder === shippedSources()) return await lintSuite(shippedSuite());
  findSuiteFile(folder);
  const errors: LintFinding[] = [];
  const suite = collect(errors, () => {
    const own = loadSuite(folder);
    checkOptionNames(own, takenOptions);
    return complete(own);
  });
  return suite === undefined ? sortFindings(errors) : await lintSuite(suite);
}

/** The folder of the source files of the shipped suite. */
export function shippedSources(): string {
  return packageFile('spec');
}

/** The shipped suite from its source files, which have lines, with its compiled steps. */
function shippedSuite(): Suite {
  const compiled = loadShippedSuite();
  const written = loadSuite(shippedSources());
  const hasFeatures = existsSync(mustExist(written.features, 'folder of features'));
  return hasFeatures ? { ...written, steps: compiled.steps } : compiled;
}

async function lintSuite(suite: Suite): Promise<readonly LintFinding[]> {
  const parts = await readParts(suite);
  return sortFindings([...findErrors(parts, suite), ...findNotes(parts, suite)]);
}

/**
 * Checks that a suite can run. Notes do not prevent that.
 *
 * @throws UsageError that names file and line of each error
 */
export async function demandSound(suite: Suite): Promise<void> {
  const findings = findErrors(await readParts(suite), suite);
  const errors = sortFindings(findings).filter(({ kind }) => kind === 'error');
  if (errors.length > 0) throw new UsageError(errors.map(renderText).join('\n'));
}

async function readParts(suite: Suite): Promise<Parts> {
  const errors: LintFinding[] = [];
  const catalogue = collect(errors, () => readCatalogueFiles(suite));
  if (catalogue !== undefined) {
    const broken = findBrokenReferences(catalogue.requirements, suite);
    if (broken.length > 0) errors.push(...findingsOf(new UsageError(broken.join('\n'))));
  }
  const scenarios = collect(errors, () => readScenarios(suite));
  let library: StepLibrary | undefined;
  try {
    library = await loadSteps(suite);
  } catch (error) {
    errors.push(...describe(error));
  }
  return { catalogue, scenarios, library, errors };
}

/** @returns undefined when `read` throws; the error is added to the findings */
function collect<T>(findings: LintFinding[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    findings.push(...describe(error));
    return undefined;
  }
}

function describe(error: unknown): readonly LintFinding[] {
  if (error instanceof UsageError) return findingsOf(error);
  throw error;
}

/** Checks that compare two parts are left out when one of them cannot be read. */
function findErrors({ catalogue, scenarios, library, errors }: Parts, suite: Suite): LintFinding[] {
  const findings = [
    ...[...errors, ...checkLogins(suite)],
    ...[...checkDescription(suite), ...checkDecisions(suite)],
  ];
  if (catalogue !== undefined) {
    findings.push(...checkSections(catalogue, suite), ...checkNeedsOfResources(catalogue, suite));
  }
  if (scenarios !== undefined && library !== undefined) {
    findings.push(...checkSteps(scenarios, library, suite));
    findings.push(...checkValues(scenarios, library, suite));
  }
  if (scenarios !== undefined && catalogue !== undefined) {
    findings.push(...checkTags(scenarios, catalogue, suite));
    if (library !== undefined) {
      findings.push(...checkPreparations(scenarios, library, catalogue, suite));
    }
  }
  return findings;
}

function findNotes({ catalogue, scenarios, library }: Parts, suite: Suite): readonly LintFinding[] {
  if (catalogue === undefined || checkDescription(suite).length > 0) return [];
  const findings: LintFinding[] = [];
  const quotations = collect(findings, () => checkQuotations(suite.specification, catalogue));
  findings.push(...(quotations ?? []), ...checkKeywords(suite), ...checkResources(suite));
  if (scenarios !== undefined) findings.push(...checkCoverage(suite, catalogue, scenarios));
  if (scenarios !== undefined && library !== undefined) {
    findings.push(...checkCleanUp(scenarios, library, catalogue, suite));
    findings.push(...checkUnsent(scenarios, library, suite));
    findings.push(...checkNeeds(scenarios, library, catalogue, suite));
    findings.push(...checkJudgements(scenarios, library, catalogue, suite));
  }
  return findings;
}

/** Checks write a catalogue, which shows the decisions. */
function checkDecisions({ decisions }: Suite): readonly LintFinding[] {
  if (decisions === undefined || isFile(decisions)) return [];
  const sentence = 'there is no such file; docs.decisions in suite.yaml names it.';
  return [findingAt(nameOf(decisions), sentence)];
}

/** Sections that are missing in the suite's table of contents, if it has one. */
function checkSections(
  { requirements, exclusions }: CatalogueFiles,
  { sections }: Suite,
): readonly LintFinding[] {
  if (Object.keys(sections).length === 0) return [];
  const isMissing = (section: string) =>
    section !== '' && !Object.hasOwn(sections, sectionNumber({ section }));
  const describeMissing = (place: string, owner: string, section: string) => {
    const number = sectionNumber({ section });
    // The words of numbers mean nothing.
    const nearest = /\p{L}/u.test(number) ? findNearest(number, Object.keys(sections)) : undefined;
    const hint = nearest === undefined ? '' : `; the nearest is ${nearest}`;
    return findingAt(place, `${owner}: there is no section ${number}${hint}.`);
  };
  return [
    ...requirements.flatMap(({ requirement: { id, section, also }, place }) => [
      ...(isMissing(section) ? [describeMissing(place('section'), id, section)] : []),
      ...also.flatMap((one, index) =>
        isMissing(one) ? [describeMissing(place('also', index), id, one)] : [],
      ),
    ]),
    ...exclusions.flatMap(({ entry, place }) => {
      const section = String(entry.section ?? '');
      return isMissing(section) ? [describeMissing(place('section'), 'exclusion', section)] : [];
    }),
  ];
}

/** The candidate with the most words in common; undefined when it has few of them. */
function findNearest(text: string, candidates: readonly string[]): string | undefined {
  const words = wordsOf(text);
  const scored = candidates
    .map((candidate) => ({ candidate, score: likeness(words, wordsOf(candidate)) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best === undefined || best.score < 0.5 ? undefined : best.candidate;
}

/** The words of a text, without quoted texts and parameters. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(/"[^"]*"|\{[^}]*\}|\S*[/$]\S*/g, ' ');
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** From 0, no common words, to 1, the same words. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
