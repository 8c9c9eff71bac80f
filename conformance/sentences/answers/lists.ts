/** Sentences about the elements of arrays: their number, values and order. */

import { countOf } from '../../../kit/words.js';
import {
  condition,
  differing,
  exactly,
  inWords,
  type Mismatch,
  mismatch,
  type Observed,
} from '../../mismatches/mismatch.js';
import { describePlace, render } from '../../mismatches/mismatch-text.js';
import { aNumber, demand } from '../../verdict/compare.js';

import { demandJson, type FoundElements, type FoundValue, type Path } from '../values/json-path.js';
import { holdsComparison } from '../values/order.js';
import type { Amount } from '../values/parameter-types.js';
import { isSame, readPattern } from '../values/pattern.js';
import { fillTemplate, type JsonTemplate, placeOfValue } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';
import { matchAgainst } from './json-values.js';

const seen = (value: unknown): Observed => ({ is: 'value', value });

function elementsOf(path: Path, world: ScenarioWorld) {
  return path.elements(demandJson(world.answer.response), world);
}

/** The elements that match a pattern, and the mismatches of the others. */
function divideByPattern(
  items: readonly FoundValue[],
  template: JsonTemplate,
  world: ScenarioWorld,
) {
  const pattern = readPattern(template);
  const judged = items.map((item) => ({
    item,
    mismatches: matchAgainst(pattern, item, { world, isOpen: true }),
  }));
  return {
    matching: judged.filter(({ mismatches }) => mismatches.length === 0).map(({ item }) => item),
    mismatches: judged.flatMap(({ mismatches }) => mismatches),
  };
}

function judgeQuantifier(
  world: ScenarioWorld,
  quantifier: string,
  path: Path,
  template: JsonTemplate,
): void {
  const { place, items } = elementsOf(path, world);
  const { matching, mismatches } = divideByPattern(items, template, world);
  const described = `element that matches ${render(fillTemplate(template, world))}`;
  if (quantifier === 'every') demand(mismatches);
  else if (quantifier === 'no') {
    demand(
      matching.map((one) =>
        differing(one.place, condition(`no ${described}`), seen(one.value), 'extra'),
      ),
    );
  } else if (matching.length === 0) {
    const observed = inWords(`${countOf(items.length, 'element')}, none of which matches`);
    demand([differing(place, condition(`an ${described}`), observed, 'absent')]);
  }
}

/** Neighbours in the wrong order, or that cannot be compared. */
function findDisorder(items: readonly FoundValue[], order: string): Mismatch[] {
  return items.slice(1).flatMap(({ place, value }, index) => {
    const before = items[index]?.value;
    const comparison = order === 'ascending' ? 'at least' : 'at most';
    if (holdsComparison(value, comparison, before)) return [];
    const expected = condition(`${comparison} ${render(before)}, in ${order} order`);
    return [differing(place, expected, seen(value), 'order')];
  });
}

function findRepetitions(items: readonly FoundValue[]): Mismatch[] {
  return items.flatMap(({ place, value }, index) => {
    const first = items.slice(0, index).find((one) => isSame(one.value, value));
    if (first === undefined) return [];
    const expected = condition(`another value than ${describePlace(first.place)}`);
    return [differing(place, expected, seen(value), 'extra')];
  });
}

/** Expected elements that are missing, and unexpected ones. */
function comparePresence(
  expected: readonly unknown[],
  { place, items }: FoundElements,
): Mismatch[] {
  const others = [...items];
  const missing = expected.filter((value) => {
    const index = others.findIndex((one) => isSame(one.value, value));
    if (index >= 0) others.splice(index, 1);
    return index < 0;
  });
  return [
    ...missing.map((value) => mismatch(place, `an element ${render(value)}`, undefined)),
    ...others.map((one) => mismatch(one.place, exactly(undefined), one.value)),
  ];
}

/** Elements that differ from the expected ones at their places, missing and unexpected ones. */
function compareSequence(
  expected: readonly unknown[],
  { place, items }: FoundElements,
): Mismatch[] {
  const differing = items.flatMap((one, index) => {
    if (index >= expected.length) return [mismatch(one.place, exactly(undefined), one.value)];
    const value = expected[index];
    return isSame(one.value, value) ? [] : [mismatch(one.place, exactly(value), one.value)];
  });
  const missing = expected.slice(items.length);
  return [
    ...differing,
    ...missing.map((value) => mismatch(place, `an element ${render(value)}`, undefined)),
  ];
}

export const lists: readonly Sentence[] = [
  sentence('{jsonpath} has {amount} element(s)', (world, path: Path, amount: Amount) => {
    const { place, items } = elementsOf(path, world);
    const observed = inWords(countOf(items.length, 'element'));
    const expected = condition(amount.of('element', 'elements'));
    demand(amount.holds(items.length) ? [] : [differing(place, expected, observed, 'count')]);
  }),
  sentence('{jsonpath} has {remembered} element(s)', (world, path: Path, name: string) => {
    const { place, items } = elementsOf(path, world);
    const count = world.lookUp(name);
    if (typeof count !== 'number' && typeof count !== 'bigint') {
      demand([mismatch(placeOfValue(name), aNumber.expected, count)]);
      return;
    }
    if (Number(count) === items.length) return;
    const expected = condition(`${countOf(Number(count), 'element')}, as ${name} states`);
    const observed = inWords(countOf(items.length, 'element'));
    demand([differing(place, expected, observed, 'count')]);
  }),
  sentence(
    '{jsonpath} has {amount} element(s) that match(es) {json}',
    (world, path: Path, amount: Amount, template: JsonTemplate) => {
      const { place, items } = elementsOf(path, world);
      const count = divideByPattern(items, template, world).matching.length;
      const noun = amount.of('element that matches', 'elements that match');
      const expected = condition(`${noun} ${render(fillTemplate(template, world))}`);
      const observed = inWords(`${count} of ${countOf(items.length, 'element')}`);
      demand(amount.holds(count) ? [] : [differing(place, expected, observed, 'count')]);
    },
    'a pattern',
  ),
  sentence(
    '{quantifier} element of {jsonpath} matches {json}',
    (world, quantifier: string, path: Path, template: JsonTemplate) => {
      judgeQuantifier(world, quantifier, path, template);
    },
    'a pattern',
  ),
  sentence('the elements of {jsonpath} are unique', (world, path: Path) => {
    demand(findRepetitions(elementsOf(path, world).items));
  }),
  sentence(
    'the elements of {jsonpath} are in {order} order',
    (world, path: Path, order: string) => {
      demand(findDisorder(elementsOf(path, world).items, order));
    },
  ),
  sentence(
    'the elements of {jsonpath} are {json} in this order',
    (world, path: Path, template: JsonTemplate) => {
      const expected = fillTemplate(template, world);
      demand(
        compareSequence(Array.isArray(expected) ? expected : [expected], elementsOf(path, world)),
      );
    },
  ),
  sentence(
    'the elements of {jsonpath} are {json} in any order',
    (world, path: Path, template: JsonTemplate) => {
      const expected = fillTemplate(template, world);
      demand(
        comparePresence(Array.isArray(expected) ? expected : [expected], elementsOf(path, world)),
      );
    },
  ),
];
