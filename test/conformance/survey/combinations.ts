/** Random faults, and combinations of faults in one server. */
import type { Fault } from '../../faulty/faults/fault.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { Random } from '../../random.js';

/** Names of two or three compatible faults that violate different requirements. */
export type Combination = readonly string[];

/**
 * Draws combinations, which start with faults of all sections in turn.
 *
 * @param seed determines the combinations
 */
export function drawCombinations(seed: number, count: number): Combination[] {
  const random = new Random(seed);
  const sections = [...groupBySection().values()];
  return Array.from({ length: count }, (_place, index) => {
    const first = random.pick(sections[index % sections.length] ?? []);
    return extend([first], index % 3 === 2 ? 3 : 2, random);
  });
}

/** Draws faults, which the seed determines. */
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

/** A server has a single profile and a single initial number of rows. */
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
