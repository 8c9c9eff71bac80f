/**
 * Definitions in step files: steps, by cucumber expressions or regular expressions, and parameter
 * types. A step file adds its definitions to the collection that is open while the file is loaded.
 */
import { ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import { type CodePlace, messageOf, placesOfError, UsageError } from '../../kit/errors.js';
import { nameOf } from '../suite/checked-document.js';
import type { World } from './scenario.js';
import { StepExpression } from './step-expression.js';
import type { ParametersOf } from './step-parameters.js';

/**
 * The code of a step; `this` is the world of the scenario. Code may state narrower types for its
 * parameters than the pattern does, which methods allow.
 */
export type StepCode<W = World, Parameters extends readonly unknown[] = unknown[]> = {
  code(this: W, ...parameters: Parameters): unknown;
}['code'];

/**
 * Defines a step. The keyword is not part of the pattern: a step matches after any keyword.
 *
 * @typeParam Usual the world of code that does not state another
 */
export type DefineStep<Usual = World> = <W = Usual, const Pattern extends string | RegExp = string>(
  pattern: Pattern,
  code: StepCode<W, ParametersOf<Pattern>>,
) => void;

/** A parameter type, for patterns such as `{color}`. */
export interface ParameterTypeOptions {
  readonly name: string;
  readonly regexp: RegExp | string | readonly (RegExp | string)[];
  /** Makes the value from the text of each group; default: the text itself. */
  readonly transformer?: (...groups: string[]) => unknown;
}

/** The definition of a step. */
export interface StepDefinition {
  readonly pattern: string | RegExp;
  readonly expression: StepExpression;
  readonly code: (this: World, ...parameters: unknown[]) => unknown;
  /**
   * An error that was created at the place of the definition, for its stack; it is never thrown.
   */
  readonly origin: Error;
}

/** The definitions of all step files, as written. */
export class StepCollection {
  readonly types: ParameterTypeOptions[] = [];
  readonly steps: Omit<StepDefinition, 'expression'>[] = [];
  /** The class of worlds; a step file can replace it. */
  World: new () => World;

  /** @param DefaultWorld the class of worlds of a suite that sets none */
  constructor(DefaultWorld: new () => World) {
    this.World = DefaultWorld;
  }

  /**
   * Reads the patterns, when all parameter types are defined.
   *
   * @throws UsageError that names the place of each pattern that cannot be read
   */
  finish(): readonly StepDefinition[] {
    const registry = this.#readTypes();
    const definitions: StepDefinition[] = [];
    const problems: string[] = [];
    for (const step of this.steps) {
      try {
        definitions.push({ ...step, expression: new StepExpression(step.pattern, registry) });
      } catch (error) {
        problems.push(describeUnreadablePattern(step.origin, messageOf(error)));
      }
    }
    if (problems.length > 0) throw new UsageError(problems.join('\n'));
    return definitions;
  }

  #readTypes(): ParameterTypeRegistry {
    const registry = new ParameterTypeRegistry();
    for (const { name, regexp, transformer } of this.types) {
      const type = new ParameterType(name, regexp, null, transformer, false, false);
      registry.defineParameterType(type);
    }
    return registry;
  }
}

/** The place that defined a step: the first one in the stack outside this file. */
export function placeOfDefinition(origin: Error): CodePlace | undefined {
  return placesOfError(origin).find(({ file }) => !/[\\/]step-definitions\.[jt]s$/.test(file));
}

function describeUnreadablePattern(origin: Error, message: string): string {
  const place = placeOfDefinition(origin);
  const where = place === undefined ? '' : `${nameOf(place.file)}:${place.line}: `;
  const reason = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  return `${where}the step cannot be defined: ${reason.join(' ').replace(/\.?$/, '.')}`;
}

let open: StepCollection | undefined;

/** Collects the definitions that are made until `load` ends. */
export async function collectInto(
  collection: StepCollection,
  load: () => Promise<void>,
): Promise<void> {
  open = collection;
  try {
    await load();
  } finally {
    open = undefined;
  }
}

function demandOpen(): StepCollection {
  if (open !== undefined) return open;
  throw new Error(
    'Steps can only be defined in step files: put this one into the folder that "steps" in suite.yaml names.',
  );
}

const defineStep: DefineStep = (pattern, code) => {
  const origin = new Error('defined here');
  const steps = demandOpen().steps;
  if (typeof code !== 'function') {
    throw new TypeError(`the step "${pattern}" has no function as its second argument`);
  }
  steps.push({ pattern, code: code as StepDefinition['code'], origin });
};

/** Defines a step that prepares. It throws `Blocked` when the preparation fails. */
export const Given = defineStep;

/** Defines a step with the action that the scenario judges. */
export const When = defineStep;

/**
 * Defines a step that judges. It throws `Violation` when the target contradicts the requirement.
 */
export const Then = defineStep;

/**
 * Defines a parameter type.
 *
 * @example
 * defineParameterType({ name: 'color', regexp: /red|green/, transformer: (word) => word });
 */
export function defineParameterType(options: ParameterTypeOptions): void {
  demandOpen().types.push(options);
}

/**
 * Sets the class of worlds, in place of the one that comes with the harness.
 *
 * @example
 * class ShopWorld extends ScenarioWorld {
 *   basket: string[] = [];
 * }
 * setWorldConstructor(ShopWorld);
 */
export function setWorldConstructor(OwnWorld: new () => World): void {
  demandOpen().World = OwnWorld;
}
