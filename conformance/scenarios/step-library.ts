/**
 * The step definitions of a suite, found by the text of a step. Each thread matches a text once,
 * because its sessions share most texts.
 */

import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Argument } from '@cucumber/cucumber-expressions';
import { type CodePlace, placeOfError, placesOfError } from '../../kit/errors.js';
import { firstLineOf } from '../../kit/words.js';
import { nameOf } from '../suite/checked-document.js';
import { isOutcome, SuiteMistake } from '../verdict/outcomes.js';
import type { Step, World } from './scenario.js';
import { placeOfDefinition, type StepDefinition } from './step-definitions.js';
import { DataTable } from './step-parameters.js';

/** The definition that matches a text, and the arguments in the text. */
export interface StepMatch {
  readonly definition: StepDefinition;
  readonly values: readonly Argument[];
}

/** The length at which few beginnings of texts differ, and few definitions have the same one. */
const comparedLength = 12;

/** The definitions of all step files. */
export class StepLibrary {
  /** In the order of definition. */
  readonly definitions: readonly StepDefinition[];
  readonly #World: new () => World;
  readonly #folder: string | undefined;
  readonly #matches = new Map<string, StepMatch>();
  /** The definitions that may match texts with the same beginning. */
  readonly #candidates = new Map<string, readonly StepDefinition[]>();

  /** @param folder the folder of a suite's own step files; undefined for the shipped suite */
  constructor(definitions: readonly StepDefinition[], OwnWorld: new () => World, folder?: string) {
    this.definitions = definitions;
    this.#World = OwnWorld;
    this.#folder = folder;
  }

  /** Creates the world of one scenario. */
  createWorld(): World {
    return new this.#World();
  }

  /** Returns every definition that matches a text; there must be one. */
  findAll(text: string): readonly StepMatch[] {
    return this.#candidatesFor(text).flatMap((definition) => {
      const values = definition.expression.match(text);
      return values === null ? [] : [{ definition, values }];
    });
  }

  #candidatesFor(text: string): readonly StepDefinition[] {
    const beginning = text.slice(0, comparedLength);
    const known = this.#candidates.get(beginning);
    if (known !== undefined) return known;
    const found = this.definitions.filter(({ expression }) => expression.mayMatch(beginning));
    this.#candidates.set(beginning, found);
    return found;
  }

  /**
   * Runs a step.
   *
   * @throws the error of its code, or SuiteMistake when the text does not match exactly one
   *    definition, or its code ends before the work that it began
   */
  async runStep({ text, argument }: Step, world: World): Promise<void> {
    const { definition, values } = this.#matches.get(text) ?? this.#find(text);
    const parameters = values.map((value) => value.getValue<unknown>(world));
    if (argument?.dataTable !== undefined) parameters.push(new DataTable(argument.dataTable));
    if (argument?.docString !== undefined) parameters.push(argument.docString.content);
    try {
      await definition.code.apply(world, parameters);
    } catch (thrown) {
      // The scenario ends, so the errors of work that goes on follow from this one.
      void world.unfinished?.settle();
      throw thrown instanceof Error ? thrown : describeThrown(thrown, definition);
    }
    const unfinished = world.unfinished?.first;
    if (unfinished === undefined) return;
    // What a request creates is known, and deleted, only after its answer.
    await world.unfinished?.settle();
    throw new SuiteMistake(`${describePlace(definition)}${notAwaited(unfinished)}`);
  }

  /**
   * Returns the error of a step for judgement. An error that is not an outcome is a mistake of the
   * suite when one of the suite's own step files threw it.
   *
   * @param explained the error with what the world of the scenario knows
   */
  judgeError(thrown: Error, explained: Error, world?: World): Error {
    const isMistake = explained instanceof SuiteMistake;
    const place = isMistake
      ? placesOfError(thrown).find((one) => this.#isOwn(one))
      : placeOfError(thrown);
    if (place === undefined || !this.#isOwn(place)) return explained;
    if (isMistake) {
      return new SuiteMistake(`${nameOf(place.file)}:${place.line}: ${explained.message}`);
    }
    const message = firstLineOf(explained.message);
    if (isOutcome(explained)) return explained;
    const where = `${nameOf(place.file)}:${place.line}`;
    const unfinished = world?.unfinished?.first;
    const hint = unfinished === undefined ? '' : ` ${notAwaited(unfinished)}`;
    const sentence = message.replace(/[.:]?\s*$/, '.');
    return new SuiteMistake(`${where}: ${thrown.name}: ${sentence}${hint}`);
  }

  #isOwn({ file }: CodePlace): boolean {
    return this.#folder !== undefined && file.startsWith(join(this.#folder, '/'));
  }

  #find(text: string): StepMatch {
    const found = this.findAll(text);
    const [match] = found;
    if (match === undefined || found.length > 1) {
      throw new SuiteMistake(
        `The step "${text}" has ${found.length} definitions and must have one.`,
      );
    }
    this.#matches.set(text, match);
    return match;
  }
}

/** The sentence about work that went on when its step ended. */
function notAwaited(work: string): string {
  return `An "await" is missing: the step ended before ${work} did.`;
}

/** The place of a definition before a message: `steps/notes.ts:7: `; empty when it is unknown. */
function describePlace({ origin }: StepDefinition): string {
  const place = placeOfDefinition(origin);
  return place === undefined ? '' : `${nameOf(place.file)}:${place.line}: `;
}

/** The mistake of a step that throws, or rejects with, a value that is not an error. */
function describeThrown(thrown: unknown, definition: StepDefinition): SuiteMistake {
  const value = inspect(thrown, { breakLength: Number.POSITIVE_INFINITY });
  return new SuiteMistake(
    `${describePlace(definition)}The step threw ${value}, which is not an Error.`,
  );
}
