/**
 * What step files define: steps, by cucumber expressions or regular expressions, and types of their
 * parameters. A file defines into the collection that is open while it is loaded.
 */
import { fileURLToPath } from 'node:url';
import {
  type Expression,
  ExpressionFactory,
  ParameterType,
  ParameterTypeRegistry,
} from '@cucumber/cucumber-expressions';
import { UsageError } from '../../kit/errors.js';
import { nameOf } from '../suite/checked-document.js';
import type { World } from './scenario.js';

/** What a step does; `this` is the world of the scenario. */
export type StepCode<W = World> = (this: W, ...parameters: never[]) => unknown;

/** Defines a step; its keyword is not part of its text, and the three can stand for each other. */
export type DefineStep = <W = World>(pattern: string | RegExp, code: StepCode<W>) => void;

/** A type of parameter, for patterns such as `{color}`. */
export interface ParameterTypeOptions {
  readonly name: string;
  readonly regexp: RegExp | string | readonly (RegExp | string)[];
  /** Makes the value from the text of each group; default: the text itself. */
  readonly transformer?: (...groups: string[]) => unknown;
}

/** A step as it was defined. */
export interface StepDefinition {
  readonly pattern: string | RegExp;
  readonly expression: Expression;
  readonly code: (this: World, ...parameters: unknown[]) => unknown;
  /** Where: an error that was made there and never thrown. */
  readonly origin: Error;
}

/** All that step files define, as they said it. */
export class StepCollection {
  readonly types: ParameterTypeOptions[] = [];
  readonly steps: Omit<StepDefinition, 'expression'>[] = [];
  /** What the steps of a scenario share, unless a step file says otherwise. */
  World: new () => World;

  /** @param DefaultWorld makes the worlds of suites that have none of their own */
  constructor(DefaultWorld: new () => World) {
    this.World = DefaultWorld;
  }

  /**
   * Reads the patterns, now that all types are known.
   *
   * @throws UsageError that names the place of each pattern that cannot be read
   */
  finish(): readonly StepDefinition[] {
    const factory = new ExpressionFactory(this.#readTypes());
    const definitions: StepDefinition[] = [];
    const problems: string[] = [];
    for (const step of this.steps) {
      try {
        definitions.push({ ...step, expression: factory.createExpression(step.pattern) });
      } catch (error) {
        problems.push(describeUnreadable(step.origin, error as Error));
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

/** Where some code stands. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** The place that defined a step: the first outside this file that the origin names. */
export function placeOfDefinition(origin: Error): CodePlace | undefined {
  return placesIn(origin).find(({ file }) => !/[\\/]step-definitions\.[jt]s$/.test(file));
}

/** The place that an error was thrown at, or that called what Node brings along and what threw it. */
export function placeOfError(error: Error): CodePlace | undefined {
  return placesIn(error)[0];
}

function placesIn({ stack = '' }: Error): CodePlace[] {
  const places = stack.matchAll(/(?:\(|at )((?:file:\/\/)?(?:\/|[A-Z]:)[^()\n]*?):(\d+):\d+\)?$/gm);
  return [...places].map(([, file = '', line]) => ({
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: Number(line),
  }));
}

function describeUnreadable(origin: Error, { message }: Error): string {
  const place = placeOfDefinition(origin);
  const where = place === undefined ? '' : `${nameOf(place.file)}:${place.line}: `;
  const reason = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  return `${where}the step cannot be defined: ${reason.join(' ').replace(/\.?$/, '.')}`;
}

let open: StepCollection | undefined;

/** Takes what is defined until `load` has come to its end. */
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
  throw new Error('Steps are defined by step files, which "touchstone check" loads.');
}

const defineStep: DefineStep = (pattern, code) => {
  const origin = new Error('defined here');
  demandOpen().steps.push({ pattern, code: code as StepDefinition['code'], origin });
};

/** Defines a step that prepares; what goes wrong in it should be thrown as `Blocked`. */
export const Given = defineStep;

/** Defines a step that does what the scenario is about. */
export const When = defineStep;

/** Defines a step that judges; a contradiction of the requirement is thrown as `Violation`. */
export const Then = defineStep;

/**
 * Defines a type of parameter.
 *
 * @example
 * defineParameterType({ name: 'color', regexp: /red|green/, transformer: (word) => word });
 */
export function defineParameterType(options: ParameterTypeOptions): void {
  demandOpen().types.push(options);
}

/**
 * Says what the steps of a scenario share, in place of the world that comes with the harness.
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
