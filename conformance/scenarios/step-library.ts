/**
 * The definitions of a suite's steps, and how one of them is found for a text and called. Each text is
 * matched once in a thread, since sessions have most of them in common.
 */
import { join } from 'node:path';
import {
  type Argument,
  CucumberExpression,
  type Expression,
  RegularExpression,
} from '@cucumber/cucumber-expressions';
import { isOutcome, SuiteMistake } from '../outcomes.js';
import { nameOf } from '../suite/checked-document.js';
import type { Step, StepTable, World } from './scenario.js';
import { placeOfError, type StepDefinition } from './step-definitions.js';

/** The definition that a text stands for, and what it found in the text. */
export interface StepMatch {
  readonly definition: StepDefinition;
  readonly values: readonly Argument[];
}

/** All that step files define. */
export class StepLibrary {
  readonly #definitions: readonly (readonly [RegExp | undefined, StepDefinition])[];
  readonly #World: new () => World;
  readonly #folder: string | undefined;
  readonly #matches = new Map<string, StepMatch>();

  /** @param folder of step files that are somebody else's, not ours */
  constructor(definitions: readonly StepDefinition[], OwnWorld: new () => World, folder?: string) {
    this.#definitions = definitions.map((one) => [regexpOf(one.expression), one]);
    this.#World = OwnWorld;
    this.#folder = folder;
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

  /**
   * What a step has thrown, as it is judged. An error that says nothing of the target is a mistake of
   * the suite where one of its step files threw it; otherwise somebody else may be at fault.
   *
   * @param explained the same, with all that the scenario's world can say of it
   */
  judgeError(thrown: Error, explained: Error): Error {
    const place = placeOfError(thrown);
    const isOwn = this.#folder !== undefined && place?.file.startsWith(join(this.#folder, '/'));
    if (place === undefined || !isOwn || isOutcome(explained)) return explained;
    const [message = ''] = explained.message.split('\n');
    const where = `${nameOf(place.file)}:${place.line}`;
    return new SuiteMistake(`${where}: ${thrown.name}: ${message.replace(/[.:]?\s*$/, '.')}`);
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

/** The table below a step, with the methods that step files know from Cucumber. */
export class DataTable {
  readonly #cells: readonly (readonly string[])[];

  constructor({ rows }: StepTable) {
    this.#cells = rows.map(({ cells }) => cells.map(({ value }) => value));
  }

  /** All rows, the first one included. */
  raw(): string[][] {
    return this.#cells.map((row) => [...row]);
  }

  /** All rows but the first, which has the names of the columns. */
  rows(): string[][] {
    return this.raw().slice(1);
  }

  /** For each row after the first, its cells by the names in the first. */
  hashes(): Record<string, string>[] {
    const [names = []] = this.#cells;
    return this.rows().map((row) => Object.fromEntries(row.map((cell, i) => [names[i], cell])));
  }

  /**
   * Of a table with two columns, the second cells by the first ones.
   *
   * @throws Error when a row has another number of cells
   */
  rowsHash(): Record<string, string> {
    if (this.#cells.some((row) => row.length !== 2)) {
      throw new Error('The table below the step must have two columns.');
    }
    return Object.fromEntries(this.#cells);
  }
}
