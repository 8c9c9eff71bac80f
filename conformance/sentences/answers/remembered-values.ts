/** Sentences that compare a remembered value with another value. */
import type { Mismatch } from '../../outcomes.js';
import { demand, mismatch, render } from '../../verdict/compare.js';
import { isSame, readPattern } from '../patterns/pattern.js';
import type { ScenarioWorld } from '../scenario-world.js';
import { type Sentence, sentence } from '../sentence.js';
import { fillTemplate, type JsonTemplate, Placeholder } from '../values/templates.js';
import { holdsComparison } from './json-values.js';

/** The name of a remembered value in mismatches; a JSONPath reads as in other sentences. */
function pathOf(name: string): string {
  return name.startsWith('$') ? name.replace('$', 'body') : name;
}

/** Names the value on the other side, when it is remembered too. */
function withName(expected: string, template: JsonTemplate): string {
  return template instanceof Placeholder ? `${expected} (${pathOf(template.name)})` : expected;
}

function judgeEquality(world: ScenarioWorld, name: string, template: JsonTemplate): Mismatch[] {
  const path = pathOf(name);
  const observed = world.lookUp(name);
  const found = readPattern(template)(
    { path, observed, sent: undefined },
    { world, isOpen: false },
  );
  return found.map((one) =>
    one.path === path ? { ...one, expected: withName(one.expected, template) } : one,
  );
}

export const rememberedValues: readonly Sentence[] = [
  sentence(
    '{remembered} is {json}',
    (world, name: string, template: JsonTemplate) => {
      demand(judgeEquality(world, name, template));
    },
    'a pattern',
  ),
  sentence('{remembered} is not {json}', (world, name: string, template: JsonTemplate) => {
    const [value, unwanted] = [world.lookUp(name), fillTemplate(template, world)];
    const expected = withName(`not ${render(unwanted)}`, template);
    demand(isSame(value, unwanted) ? [mismatch(pathOf(name), expected, value)] : []);
  }),
  sentence(
    '{remembered} is {comparison} {json}',
    (world, name: string, comparison: string, template: JsonTemplate) => {
      const [value, bound] = [world.lookUp(name), fillTemplate(template, world)];
      const expected = withName(`${comparison} ${render(bound)}`, template);
      const holds = holdsComparison(value, comparison, bound);
      demand(holds ? [] : [mismatch(pathOf(name), expected, value)]);
    },
  ),
];
