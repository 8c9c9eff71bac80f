/** Several faults in one server: each has to be found in the same run. */
import type { Fault } from '../faulty/faults/fault.js';
import { faultNamed, faults } from '../faulty/faults.js';
import { Random } from '../random.js';

/** Names of two or three faults that violate different requirements and fit into one server. */
export type Combination = readonly string[];

/**
 * Draws combinations, each of which begins with a fault of the next section: so many are spread
 * over all of them.
 *
 * @param seed gives the same ones again
 */
export function drawCombinations(seed: number, count: number): Combination[] {
  const random = new Random(seed);
  const sections = [...groupBySection().values()];
  return Array.from({ length: count }, (_place, index) => {
    const first = random.pick(sections[index % sections.length] ?? []);
    return extend([first], index % 3 === 2 ? 3 : 2, random);
  });
}

/** Draws faults, the same ones for the same seed. */
export function drawFaults(seed: number, count: number): string[] {
  const random = new Random(seed);
  const left = Object.keys(faults);
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [name = ''] = left.splice(random.below(left.length), 1);
    return name;
  });
}

function extend(names: readonly string[], size: number, random: Random): Combination {
  const fitting = Object.keys(faults).filter((name) =>
    names.every((other) => fitTogether(faultNamed(name), faultNamed(other))),
  );
  if (names.length === size || fitting.length === 0) return names;
  return extend([...names, random.pick(fitting)], size, random);
}

/** A server has one profile, and begins with one number of rows. */
function fitTogether(one: Fault, other: Fault): boolean {
  const isApart = !one.violates.some((id) => other.violates.includes(id));
  const hasRows = one.rows === undefined || other.rows === undefined || one.rows === other.rows;
  const [ofOne, ofOther] = [one, other].map(({ profile = 'basic' }) => profile);
  return isApart && hasRows && ofOne === ofOther;
}

function groupBySection(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, { section }] of Object.entries(faults)) {
    groups.set(section, [...(groups.get(section) ?? []), name]);
  }
  return groups;
}
