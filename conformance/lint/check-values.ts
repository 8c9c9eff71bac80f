/** Finds values in ready-made sentences that would end a run: unreadable or unknown ones. */

import { messageOf } from '../../kit/errors.js';
import { cut } from '../../kit/words.js';
import { featureFile, isAlone } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from '../scenarios/scenario.js';
import type { StepLibrary, StepMatch } from '../scenarios/step-library.js';
import { readPages } from '../sentences/requests/pages.js';
import { breakOff, hold, release } from '../sentences/requests/requests.js';
import { isFromAnswer, isUnique, replacePlaceholders } from '../sentences/values/templates.js';
import type { Suite } from '../suite/suite.js';
import { isReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';
import { demandReadable } from './sentence-mistakes.js';

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
      const later = new Set(scenario.steps.flatMap(({ text }) => rememberedBy(text)));
      let mayKnowMore = false;
      let mayHaveAnswer = false;
      let breaksOff = false;
      let isHeld = false;
      return scenario.steps.flatMap((step) => {
        const matches = library.findAll(step.text);
        const [match] = matches;
        if (match === undefined || matches.length > 1) {
          // Later uses of the name are right as soon as this sentence is.
          for (const name of rememberedBy(step.text)) known.add(name);
          return [];
        }
        // A step file may remember any value.
        mayKnowMore ||= !isReadyMade(match.definition);
        mayHaveAnswer ||= mayKnowMore;
        isHeld ||= step.text === hold || (isAlone(scenario) && step.kind !== 'preparation');
        if (!isReadyMade(match.definition)) return [];
        const mistakes = [
          ...unreadable(match, step, suite),
          ...unanswered(match, step, mayHaveAnswer),
          ...unheld(step, isHeld || mayKnowMore),
          ...unfillable(step, suite, mayKnowMore ? undefined : isRule(step) ? later : known),
        ];
        if (step.text.startsWith('I send ')) {
          mayHaveAnswer = mayKnowMore || !breaksOff;
          breaksOff = false;
        }
        breaksOff ||= String(match.definition.pattern) === breakOff;
        isHeld &&= step.text !== release;
        for (const name of rememberedBy(step.text)) known.add(name);
        const place = `${featureFile(scenario, suite)}:${step.line}`;
        return mistakes.map((one) => findingAt(place, one));
      });
    });
}

function unreadable(
  { definition, values }: StepMatch,
  step: Step,
  suite: Suite,
): readonly string[] {
  try {
    demandReadable(step, String(definition.pattern), values, suite);
    return [];
  } catch (error) {
    return [messageOf(error).replace(/\s+/g, ' ').replace(/\.?$/, '.')];
  }
}

/** Sentences that need no answer, unless a placeholder takes a value from it. */
const withoutAnswer =
  /^(?:I send |\{int\} generated |I wait |the next request |I set |I drop |I use |I remember (?:\{json\}|as|what|the (?:bytes \{json\}|file|text as|\{measure\}))|what |clean-ups |no other|other scen|all scenarios |\{remembered\})/;

function unanswered(
  { definition }: StepMatch,
  step: Step,
  mayHaveAnswer: boolean,
): readonly string[] {
  const pattern = String(definition.pattern);
  // The pages after the first one take values from the pages before them.
  const { text } = step;
  const first =
    pattern === readPages ? { ...step, text: text.replace(/ and follow .*/s, '') } : step;
  const needsAnswer = !isRule(step) && [...placeholdersIn(first)].some(isFromAnswer);
  const isOfValue = pattern.startsWith('the requirement ') && / only if \$\{/.test(step.text);
  if (mayHaveAnswer || ((isOfValue || withoutAnswer.test(pattern)) && !needsAnswer)) return [];
  return ['there is no answer yet: no step before this one receives one.'];
}

function unheld({ text }: Step, mayBeHeld: boolean): readonly string[] {
  return text === release && !mayBeHeld ? ['no step before this one holds the target.'] : [];
}

/** Whether a step states how to clean up after later requests, and needs its values only then. */
function isRule({ text }: Pick<Step, 'text'>): boolean {
  return /^(?:what|clean-ups) /.test(text);
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
  for (const name of placeholdersIn(step)) {
    const [kind, rest] = cut(name, ':');
    if (kind === 'credential' && rest !== '') demand('credential', rest, credentials);
    else if (kind === 'parameter' && rest !== '') demand('parameter', rest, parameters);
    else if (isUnique(name) || name === 'profile' || isFromAnswer(name)) continue;
    else if (known?.has(name) === false) {
      mistakes.push(`nothing is remembered as "${name}" before this step.`);
    }
  }
  return mistakes;
}

function placeholdersIn({ text, argument }: Step): ReadonlySet<string> {
  const names = new Set<string>();
  // A placeholder in the request of a rule stands for any segment.
  const sentence = isRule({ text }) ? text.replace(/^what .*? creates /, '') : text;
  const cells = argument?.dataTable?.rows.flatMap(({ cells }) => cells.map(({ value }) => value));
  for (const part of [sentence, argument?.docString?.content ?? '', ...(cells ?? [])]) {
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
