/** Finds requests that are sent only to disposable servers, because they may change others' data. */
import { isSafe } from '../http/exchange.js';
import { destructiveTag, featureFile } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from '../scenarios/scenario.js';
import type { StepLibrary } from '../scenarios/step-library.js';
import { isOptionOfRun, namesOfPlaceholders } from '../sentences/values/templates.js';
import { isGiven } from '../sentences/world/own-requests.js';
import type { Suite } from '../suite/suite.js';
import { isReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';
import { requestIn, statusesIn } from './requests.js';

/**
 * Notes each changing request if neither its path nor a token names data of the run: the run does
 * not send it. Exception: a request that must find nothing is sent if GET finds nothing.
 */
export function checkUnsent(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  suite: Suite,
): readonly LintFinding[] {
  const places = new Map<string, string>();
  for (const scenario of scenarios) {
    if ([unfinishedTag, destructiveTag].some((tag) => scenario.tags.includes(tag))) continue;
    if (!scenario.steps.every((step) => isKnown(step, library))) continue;
    for (const { step, request } of findUnsent(scenario.steps, suite)) {
      places.set(`${featureFile(scenario, suite)}:${step.line}`, request);
    }
  }
  return [...places].map(([place, request]) =>
    findingAt(
      place,
      `${request} is sent to disposable servers only, since nothing in it shows whose data it changes: use a path with \${unique} or a value from an answer, or a token from an answer, or tag the scenario ${destructiveTag}.`,
      'note',
    ),
  );
}

function isKnown({ text }: Step, library: StepLibrary): boolean {
  return library.findAll(text).every(({ definition }) => isReadyMade(definition));
}

function findUnsent(
  steps: readonly Step[],
  suite: Suite,
): readonly { readonly step: Step; readonly request: string }[] {
  let hasToken = false;
  return steps.flatMap((step, index) => {
    const { text } = step;
    if (/^I (?:use no credential$|drop )/.test(text)) hasToken = false;
    else if (/^I (?:use|set) /.test(text)) hasToken ||= carriesToken(step, suite);
    const request = text.startsWith('I send ') ? requestIn(text) : undefined;
    if (request === undefined || hasToken) return [];
    const { method, target } = request;
    if (isSafe(method) || method === 'POST' || namesData(target)) return [];
    const later = steps.slice(index + 1);
    const next = later.findIndex((one) => one.text.startsWith('I send '));
    const statuses = later
      .slice(0, next < 0 ? undefined : next)
      .flatMap((one) => statusesIn(one.text));
    const findsNothing = statuses.some((one) => ['201', '404', '410'].includes(one));
    return findsNothing ? [] : [{ step, request: `${method} ${target}` }];
  });
}

/** Whether a path contains a value of the scenario, rather than constants and options. */
function namesData(target: string): boolean {
  return namesOfPlaceholders(target).some((name) => !isOptionOfRun(name));
}

/** Whether a step sets a header to a value that an answer may have given. */
function carriesToken({ text, argument }: Step, suite: Suite): boolean {
  const [, credential] = /^I use the credential (\S+)$/.exec(text) ?? [];
  if (credential !== undefined) return !isGiven(`credential:${credential}`, suite);
  const cells = argument?.dataTable?.rows.flatMap((row) => row.cells.map(({ value }) => value));
  const names = namesOfPlaceholders([text, ...(cells ?? [])].join(' '));
  return names.some((name) => !isGiven(name, suite));
}
