/** Sentences about single values in a JSON answer. */
import { exactly, inBody, mismatch } from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';
import { demand, type Expectation, present } from '../../verdict/compare.js';
import { demandJson, type FoundValue, type Path } from '../values/json-path.js';
import { holdsComparison } from '../values/order.js';
import { isSame, type Pattern, readPattern } from '../values/pattern.js';
import type { RegExpTemplate } from '../values/regular-expressions.js';
import { fillTemplate, type JsonTemplate, parseTemplate } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence, sentenceWithText } from '../world/sentence.js';

/** The value that a path finds in the latest answer. */
function find(path: Path, world: ScenarioWorld): FoundValue {
  return path.findOne(demandJson(world.answer.response), world);
}

/** The value at the same location of the latest request. */
function sentAt(location: readonly (string | number)[] | undefined, world: ScenarioWorld): unknown {
  return location?.reduce<unknown>(
    (value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step],
    world.sent,
  );
}

/** The mismatches between a value and a pattern. */
export function matchAgainst(
  pattern: Pattern,
  { place, value, location }: FoundValue,
  { world, isOpen }: { readonly world: ScenarioWorld; readonly isOpen: boolean },
) {
  return pattern({ place, observed: value, sent: sentAt(location, world) }, { world, isOpen });
}

function judgePattern(world: ScenarioWorld, path: Path, template: JsonTemplate, isOpen: boolean) {
  const pattern = readPattern(template);
  demand(matchAgainst(pattern, find(path, world), { world, isOpen }));
}

/** Whether a string contains a part, or an array contains a matching element. */
function contains(value: unknown, template: JsonTemplate, world: ScenarioWorld): boolean {
  if (typeof value === 'string') {
    const part = fillTemplate(template, world);
    return typeof part === 'string' && value.includes(part);
  }
  if (!Array.isArray(value)) return false;
  const pattern = readPattern(template);
  return value.some(
    (item: unknown) =>
      pattern({ place: inBody(), observed: item, sent: undefined }, { world, isOpen: true })
        .length === 0,
  );
}

function describePart(value: unknown, template: JsonTemplate, world: ScenarioWorld): string {
  const part = render(fillTemplate(template, world));
  return Array.isArray(value)
    ? `an element that matches ${part}`
    : `a string that contains ${part}`;
}

export const jsonValues: readonly Sentence[] = [
  sentence(
    '{jsonpath} is {json}',
    (world, path: Path, template: JsonTemplate) => {
      judgePattern(world, path, template, false);
    },
    'a pattern',
  ),
  sentence('{jsonpath} is not {json}', (world, path: Path, template: JsonTemplate) => {
    const { place, value } = find(path, world);
    const unwanted = fillTemplate(template, world);
    demand(isSame(value, unwanted) ? [mismatch(place, `not ${render(unwanted)}`, value)] : []);
  }),
  sentence('{jsonpath} is {type}', (world, path: Path, { expected, holds }: Expectation) => {
    const { place, value } = find(path, world);
    demand(holds(value) ? [] : [mismatch(place, expected, value)]);
  }),
  sentence('{jsonpath} is present', (world, path: Path) => {
    const [first] = path.findAll(demandJson(world.answer.response), world);
    if (first === undefined) {
      demand([mismatch(find(path, world).place, present.expected, undefined)]);
    }
  }),
  sentence('{jsonpath} is absent', (world, path: Path) => {
    const found = path.findAll(demandJson(world.answer.response), world);
    demand(found.map(({ place, value }) => mismatch(place, exactly(undefined), value)));
  }),
  sentence(
    '{jsonpath} matches {json}',
    (world, path: Path, template: JsonTemplate) => {
      judgePattern(world, path, template, true);
    },
    'a pattern',
  ),
  sentenceWithText(
    '{jsonpath} matches(:)',
    (world, path: Path, text: string) => {
      judgePattern(world, path, parseTemplate(text), true);
    },
    'a pattern',
  ),
  sentence('{jsonpath} matches {regexp}', (world, path: Path, given: RegExpTemplate) => {
    const { place, value } = find(path, world);
    const expression = given.fill(world);
    const isMatch = typeof value === 'string' && expression.test(value);
    demand(isMatch ? [] : [mismatch(place, `a string that matches ${expression}`, value)]);
  }),
  sentence('{jsonpath} contains {json}', (world, path: Path, template: JsonTemplate) => {
    const { place, value } = find(path, world);
    if (contains(value, template, world)) return;
    demand([mismatch(place, describePart(value, template, world), value)]);
  }),
  sentence('{jsonpath} does not contain {json}', (world, path: Path, template: JsonTemplate) => {
    const { place, value } = find(path, world);
    if (!contains(value, template, world)) return;
    demand([mismatch(place, `not ${describePart(value, template, world)}`, value)]);
  }),
  sentence(
    '{jsonpath} is {comparison} {json}',
    (world, path: Path, comparison: string, template: JsonTemplate) => {
      const { place, value } = find(path, world);
      const bound = fillTemplate(template, world);
      const holds = holdsComparison(value, comparison, bound);
      demand(holds ? [] : [mismatch(place, `${comparison} ${render(bound)}`, value)]);
    },
  ),
];
