/**
 * Estimates how many classes of objects the calls of a method meet. Where they are few, the engine
 * tests an object's hidden class before a call, and then knows which properties the object has: a test
 * for a property costs nothing more, unlike a test of the type. Where they are many, the type is
 * faster.
 */
import type { ClassStatement, ResolvedModule } from '../resolve/resolved-ast.js';
import { selectorOf } from '../runtime/selector.js';
import { WrenBool, WrenNum, WrenString } from '../runtime/values.js';

/** Tells whether the calls of a method meet objects of few classes, and hardly any primitives. */
export interface Receivers {
  areFew(selector: string): boolean;
}

/** For code whose users are unknown. */
export const unknownReceivers: Receivers = { areFew: () => false };

/** More hidden classes at one place are faster to tell apart by the type. */
const mostClasses = 2;

const primitives: readonly object[] = [WrenString.prototype, WrenNum.prototype, WrenBool.prototype];

/** Whether numbers, strings or booleans have a method, like all objects if it is one of Object. */
function isOfPrimitives(selector: string): boolean {
  return primitives.some((methods) => selector in methods);
}

function listClasses({ body }: ResolvedModule): ClassStatement[] {
  return body.body.filter((statement) => statement.kind === 'class');
}

/** The number of direct subclasses by the name of the superclass. */
function countSubclasses(classes: readonly ClassStatement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { superclass } of classes) {
    if (superclass?.kind !== 'variable-value') continue;
    const { name } = superclass.variable;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Estimates the receivers of a program's methods from the classes of its top level. */
export function estimateReceivers(modules: readonly ResolvedModule[]): Receivers {
  const classes = modules.flatMap(listClasses);
  const subclasses = countSubclasses(classes);
  const counts = new Map<string, number>();
  for (const { name, methods } of classes) {
    for (const { type, signature } of methods) {
      const heirs = type === 'instance' ? (subclasses.get(name) ?? 0) : 0;
      const selector = selectorOf(signature);
      counts.set(selector, (counts.get(selector) ?? 0) + 1 + heirs);
    }
  }
  return {
    areFew: (selector) => (counts.get(selector) ?? 0) <= mostClasses && !isOfPrimitives(selector),
  };
}
