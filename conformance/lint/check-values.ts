/** Finds values in ready-made sentences that would end a run: unreadable or unknown ones. */
import { messageOf } from '../../kit/errors.js';
import { featureFile } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from '../scenarios/scenario.js';
import type { StepLibrary, StepMatch } from '../scenarios/step-library.js';
import { parseTemplate, replacePlaceholders } from '../sentences/templates.js';
import type { Suite } from '../suite/suite.js';
import { isReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';

/** Paths, patterns and JSON that cannot be read, and placeholders without a value. */
export function checkValues(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  suite: Suite,
): readonly LintFinding[] {
  return scenarios
    .filter(({ tags }) => !tags.includes(unfinishedTag))
    .flatMap((scenario) => {
      const known = new Set<string>();
      let mayKnowMore = false;
      return scenario.steps.flatMap((step) => {
        const matches = library.findAll(step.text);
        const [match] = matches;
        if (match === undefined || matches.length > 1) return [];
        // A step file may remember any value.
        mayKnowMore ||= !isReadyMade(match.definition);
        if (!isReadyMade(match.definition)) return [];
        const mistakes = [
          ...unreadable(match, step),
          ...unfillable(step, suite, mayKnowMore ? undefined : known),
        ];
        for (const name of rememberedBy(step.text)) known.add(name);
        const place = `${featureFile(scenario, suite)}:${step.line}`;
        return mistakes.map((one) => findingAt(place, one));
      });
    });
}

function unreadable({ definition, values }: StepMatch, { argument }: Step): readonly string[] {
  try {
    for (const value of values) value.getValue(undefined);
    const text = argument?.docString?.content;
    if (text !== undefined && /\bwith\(:\)$/.test(String(definition.pattern))) parseTemplate(text);
    return [];
  } catch (error) {
    return [messageOf(error).replace(/\s+/g, ' ').replace(/\.?$/, '.')];
  }
}

/** @param known the remembered names; undefined when they cannot be known */
function unfillable(
  step: Step,
  { credentials, parameters }: Pick<Suite, 'credentials' | 'parameters'>,
  known: ReadonlySet<string> | undefined,
): readonly string[] {
  const mistakes: string[] = [];
  const demand = (kind: string, name: string, all: readonly { readonly name: string }[]): void => {
    if (!all.some((one) => one.name === name)) {
      mistakes.push(`suite.yaml has no ${kind} "${name}".`);
    }
  };
  const [, credential] = /^I use the credential (\S+)$/.exec(step.text) ?? [];
  if (credential !== undefined) demand('credential', credential, credentials);
  for (const name of placeholdersIn(step)) {
    const [kind = '', rest = ''] = name.split(/:(.*)/s);
    if (kind === 'credential' && rest !== '') demand('credential', rest, credentials);
    else if (kind === 'parameter' && rest !== '') demand('parameter', rest, parameters);
    else if (kind === 'unique' || name === 'profile' || name.startsWith('$')) continue;
    else if (known?.has(name) === false) {
      mistakes.push(`nothing is remembered as "${name}" before this step.`);
    }
  }
  return mistakes;
}

function placeholdersIn({ text, argument }: Step): ReadonlySet<string> {
  const names = new Set<string>();
  const cells = argument?.dataTable?.rows.flatMap(({ cells }) => cells.map(({ value }) => value));
  for (const part of [text, argument?.docString?.content ?? '', ...(cells ?? [])]) {
    replacePlaceholders(part, (name) => {
      names.add(name);
      return '';
    });
  }
  return names;
}

function rememberedBy(text: string): readonly string[] {
  const [, name] =
    /^I remember .*\bas "([^"]*)":?$/.exec(text) ?? /^I remember as "([^"]*)":?$/.exec(text) ?? [];
  return name === undefined ? [] : [name];
}
