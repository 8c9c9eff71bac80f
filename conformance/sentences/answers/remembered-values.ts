/** Sentences that compare a remembered value with another value. */
import { condition, type Expected, type Mismatch, mismatch } from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';
import { demand } from '../../verdict/compare.js';

import { holdsComparison } from '../values/order.js';
import { isSame, readPattern } from '../values/pattern.js';
import type { RegExpTemplate } from '../values/regular-expressions.js';
import {
  fillTemplate,
  type JsonTemplate,
  Placeholder,
  pathOf,
  placeOfValue,
} from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';

/** Names the value on the other side, when it is remembered too. */
function withName(expected: Expected, template: JsonTemplate): Expected {
  const isNamed = template instanceof Placeholder;
  return isNamed ? { ...expected, note: `(${pathOf(template.name)})` } : expected;
}

function judgePattern(
  world: ScenarioWorld,
  name: string,
  template: JsonTemplate,
  isOpen: boolean,
): Mismatch[] {
  const place = placeOfValue(name);
  const observed = world.lookUp(name);
  const found = readPattern(template)({ place, observed, sent: undefined }, { world, isOpen });
  return found.map((one) =>
    one.place.location.length === 0 ? { ...one, expected: withName(one.expected, template) } : one,
  );
}

export const rememberedValues: readonly Sentence[] = [
  sentence(
    '{remembered} is {json}',
    (world, name: string, template: JsonTemplate) => {
      demand(judgePattern(world, name, template, false));
    },
    'a pattern',
  ),
  sentence(
    '{remembered} matches {json}',
    (world, name: string, template: JsonTemplate) => {
      demand(judgePattern(world, name, template, true));
    },
    'a pattern',
  ),
  sentence('{remembered} matches {regexp}', (world, name: string, given: RegExpTemplate) => {
    const [value, expression] = [world.lookUp(name), given.fill(world)];
    const holds = typeof value === 'string' && expression.test(value);
    const expected = `a string that matches ${expression}`;
    demand(holds ? [] : [mismatch(placeOfValue(name), expected, value)]);
  }),
  sentence('{remembered} is not {json}', (world, name: string, template: JsonTemplate) => {
    const [value, unwanted] = [world.lookUp(name), fillTemplate(template, world)];
    const expected = withName(condition(`not ${render(unwanted)}`), template);
    demand(isSame(value, unwanted) ? [mismatch(placeOfValue(name), expected, value)] : []);
  }),
  sentence(
    '{remembered} is {comparison} {json}',
    (world, name: string, comparison: string, template: JsonTemplate) => {
      const [value, bound] = [world.lookUp(name), fillTemplate(template, world)];
      const expected = withName(condition(`${comparison} ${render(bound)}`), template);
      const holds = holdsComparison(value, comparison, bound);
      demand(holds ? [] : [mismatch(placeOfValue(name), expected, value)]);
    },
  ),
];
