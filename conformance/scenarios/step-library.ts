/**
 * The definitions of a suite's steps, and how one of them is found for a text and called. Each text is
 * matched once in a thread, since sessions have most of them in common.
 */
import {
  type Argument,
  CucumberExpression,
  type Expression,
  RegularExpression,
} from '@cucumber/cucumber-expressions';
import { SuiteMistake } from '../outcomes.js';
import { DataTable } from './data-table.js';
import type { Step } from './scenario.js';
import type { World } from './scenario-run.js';
import type { StepDefinition } from './step-definitions.js';

/** The definition that a text stands for, and what it found in the text. */
export interface StepMatch {
  readonly definition: StepDefinition;
  readonly values: readonly Argument[];
}

/** All that step files define. */
export class StepLibrary {
  readonly #definitions: readonly (readonly [RegExp | undefined, StepDefinition])[];
  readonly #World: new () => World;
  readonly #matches = new Map<string, StepMatch>();

  constructor(definitions: readonly StepDefinition[], OwnWorld: new () => World) {
    this.#definitions = definitions.map((one) => [regexpOf(one.expression), one]);
    this.#World = OwnWorld;
  }

  /** In the order in which they were defined. */
  get definitions(): readonly StepDefinition[] {
    return this.#definitions.map(([, one]) => one);
  }

  /** What the steps of one scenario share. */
  createWorld(): World {
    return new this.#World();
  }

  /** Every definition that fits a text: one, if all is well. */
  findAll(text: string): readonly StepMatch[] {
    return this.#definitions.flatMap(([regexp, definition]) => {
      // Expressions look for the places of all groups, which takes ten times as long.
      if (regexp?.test(text) === false) return [];
      const values = definition.expression.match(text);
      return values === null ? [] : [{ definition, values }];
    });
  }

  /**
   * Does what a step says.
   *
   * @throws what its definition throws, or SuiteMistake unless there is exactly one.
   */
  async runStep({ text, argument }: Step, world: World): Promise<void> {
    const { definition, values } = this.#matches.get(text) ?? this.#find(text);
    const parameters = values.map((value) => value.getValue<unknown>(world));
    if (argument?.dataTable !== undefined) parameters.push(new DataTable(argument.dataTable));
    if (argument?.docString !== undefined) parameters.push(argument.docString.content);
    await definition.code.apply(world, parameters);
  }

  #find(text: string): StepMatch {
    const found = this.findAll(text);
    const [match] = found;
    if (match === undefined || found.length > 1) {
      throw new SuiteMistake(
        `The step "${text}" has ${found.length} definitions and shall have one.`,
      );
    }
    this.#matches.set(text, match);
    return match;
  }
}

function regexpOf(expression: Expression): RegExp | undefined {
  const isKnown =
    expression instanceof CucumberExpression || expression instanceof RegularExpression;
  return isKnown ? expression.regexp : undefined;
}
