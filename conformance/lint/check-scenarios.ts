/** Compares features with the catalogue and with the defined steps. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { featureFile } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, tagPrefix, unfinishedTag } from '../scenarios/scenario.js';
import { placeOfDefinition, type StepDefinition } from '../scenarios/step-definitions.js';
import type { StepLibrary } from '../scenarios/step-library.js';
import { nameOf } from '../suite/checked-document.js';
import type { CatalogueFiles, PlacedRequirement } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import { findingAt, type LintFinding } from './finding.js';
import { requestIn } from './requests.js';
import { explainUndefined } from './suggest-sentences.js';

/** Tags that name no requirement or several, and requirements without a scenario. */
export function checkTags(
  scenarios: readonly Scenario[],
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const known = new Set(requirements.map(({ requirement }) => requirement.id));
  const checked = new Set<string>();
  const findings: LintFinding[] = [];
  for (const scenario of scenarios) {
    const ids = scenario.tags
      .filter((tag) => tag.startsWith(tagPrefix))
      .map((tag) => tag.slice(tagPrefix.length));
    const fail = (sentence: string) => {
      const place = `${featureFile(scenario, suite)}:${scenario.heading.line}`;
      findings.push(findingAt(place, sentence));
    };
    for (const id of ids) {
      checked.add(id);
      if (!known.has(id)) fail(`${tagPrefix}${id}: there is no such requirement.`);
    }
    if (ids.length === 0) fail(`the scenario has no tag ${tagPrefix}<id>, so nothing runs it.`);
    if (ids.length > 1)
      fail(
        `the scenario judges ${ids.length} requirements (${ids.join(', ')}); one scenario judges one.`,
      );
  }
  return [
    ...findings,
    ...requirements.filter((one) => !checked.has(one.requirement.id)).map(describeIdle),
  ];
}

function describeIdle({ requirement: { id }, place }: PlacedRequirement): LintFinding {
  const sentence = `${id}: no scenario checks it; the tag of its scenarios is ${tagPrefix}${id}.`;
  return findingAt(place('id'), sentence, 'note');
}

/** Steps with no definition, or with several; unfinished scenarios are skipped. */
export function checkSteps(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  suite: Suite,
): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  for (const scenario of scenarios) {
    if (scenario.tags.includes(unfinishedTag)) continue;
    for (const { text, line } of scenario.steps) {
      const found = library.findAll(text);
      if (found.length === 1) continue;
      const sentence =
        found.length === 0
          ? `no sentence matches "${text}"${suggest(text, library)}.`
          : `several sentences match "${text}": ${found.map(({ definition }) => describeDefinition(definition)).join('; ')}.`;
      findings.push(findingAt(`${featureFile(scenario, suite)}:${line}`, sentence));
    }
  }
  return findings;
}

function suggest(text: string, { definitions }: StepLibrary): string {
  return explainUndefined(
    text,
    definitions.map(({ pattern }) => String(pattern)),
  );
}

/** Sentences that send, prepare or clean up, and judge nothing themselves. */
const withoutJudgement =
  /^(?:I send (?!.* until \{text\}$|.* and (?:follow|read) )|I (?:set|drop|use|wait|clean up) |what |no other |other scen|the requirement applies )/;

const judgesNothing = 'the scenario judges nothing: it passes whatever the server answers.';
const onlyRecords =
  'the scenario only records: it passes whatever the server answers, unless its requirement has "level: open".';

/** Finds finished scenarios in ready-made sentences that pass whatever the target answers. */
export function checkJudgements(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const levels = new Map(requirements.map(({ requirement: { id, level } }) => [id, level]));
  const sentences = new Map<string, string>();
  for (const scenario of scenarios.filter(({ tags }) => !tags.includes(unfinishedTag))) {
    const purposes = scenario.steps.map((step) => purposeOf(step, library));
    const isRecorded = purposes.includes('to record');
    const isObserved = isRecorded && levels.get(scenario.requirement) === 'open';
    if (purposes.includes('to judge') || isObserved) continue;
    const place = `${featureFile(scenario, suite)}:${scenario.heading.line}`;
    sentences.set(place, isRecorded ? onlyRecords : judgesNothing);
  }
  return [...sentences].map(([place, sentence]) => findingAt(place, sentence, 'note'));
}

/** An undefined step has a finding of its own, and a step file may judge. */
export function purposeOf(
  { kind, text }: Step,
  library: StepLibrary,
): 'to judge' | 'to record' | 'neither' {
  const [match] = library.findAll(text);
  if (match === undefined || !isReadyMade(match.definition)) return 'to judge';
  const pattern = String(match.definition.pattern);
  if (kind === 'preparation' || withoutJudgement.test(pattern)) return 'neither';
  return pattern.endsWith(' is recorded') ? 'to record' : 'to judge';
}

function describeDefinition(definition: StepDefinition): string {
  const place = placeOfDefinition(definition.origin);
  const where =
    place === undefined || isReadyMade(definition)
      ? 'ready-made'
      : `${nameOf(place.file)}:${place.line}`;
  return `"${definition.pattern}" (${where})`;
}

const sentencesFolder = fileURLToPath(new URL('../sentences', import.meta.url));

/** Whether the harness defines a step. */
export function isReadyMade({ origin }: StepDefinition): boolean {
  const file = placeOfDefinition(origin)?.file;
  return file !== undefined && !relative(sentencesFolder, file).startsWith('..');
}

/**
 * Scenarios with a preparing request whose requirement has no needs: nothing would explain a
 * failure of the request.
 */
export function checkPreparations(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const byId = new Map(requirements.map(({ requirement }) => [requirement.id, requirement]));
  return scenarios.flatMap((scenario) => {
    const requirement = byId.get(scenario.requirement);
    if (requirement === undefined || requirement.needs.length > 0) return [];
    const step = scenario.steps.find(
      (one) => one.kind === 'preparation' && sendsReadyMade(one, library),
    );
    if (step === undefined) return [];
    const sentence = `the step sends a request that prepares: the needs of ${requirement.id} must name the requirement that it relies on.`;
    return [findingAt(`${featureFile(scenario, suite)}:${step.line}`, sentence)];
  });
}

/** Whether a ready-made sentence sends the request of a step. */
export function sendsReadyMade({ text }: Step, library: StepLibrary): boolean {
  if (!/^I send\b/.test(text) || requestIn(text) === undefined) return false;
  const [match] = library.findAll(text);
  return match !== undefined && isReadyMade(match.definition);
}
