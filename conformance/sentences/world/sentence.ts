/** Ready-made sentences as data: a pattern and an action. */
import type { DataTable } from '../../scenarios/step-parameters.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import type { ScenarioWorld } from './scenario-world.js';

/** The argument below a sentence in the feature. */
export type Below = 'nothing' | 'a table' | 'a text';

/** The cells of a table below a sentence: names with values, parts of a form, or sentences. */
export type TableForm = 'pairs' | 'parts' | 'sentences';

/** A sentence that comes with the harness. */
export interface Sentence {
  /** A cucumber expression. */
  readonly pattern: string;
  readonly below: Below;
  /** The cells of the table below it; undefined without a table. */
  readonly table?: TableForm;
  /** The form of its JSON, in the sentence or below it. */
  readonly json: JsonForm;
  /** @param parameters the parameters of the pattern, and the argument below it */
  act(world: ScenarioWorld, parameters: readonly unknown[]): Promise<void>;
}

/** The form of the JSON in a sentence; `no JSON` below it is any text. */
export type JsonForm = 'a pattern' | 'a value' | 'no JSON';

type Act<P extends readonly unknown[]> = (world: ScenarioWorld, ...parameters: P) => unknown;

/** A sentence without an argument below it. */
export function sentence<P extends readonly unknown[]>(
  pattern: string,
  act: Act<P>,
  json: JsonForm = 'a value',
): Sentence {
  return makeSentence(pattern, 'nothing', act, json);
}

/** A sentence with a text in triple quotes below it, which is its last parameter. */
export function sentenceWithText<P extends readonly unknown[]>(
  pattern: string,
  act: Act<P>,
  json: JsonForm = 'a value',
): Sentence {
  return makeSentence(pattern, 'a text', act, json);
}

/** A sentence with a table below it, which is its last parameter. */
export function sentenceWithTable<P extends readonly unknown[]>(
  pattern: string,
  act: Act<P>,
  table: TableForm = 'pairs',
): Sentence {
  return { ...makeSentence(pattern, 'a table', act, 'a value'), table };
}

function makeSentence<P extends readonly unknown[]>(
  pattern: string,
  below: Below,
  act: Act<P>,
  json: JsonForm,
): Sentence {
  const count = act.length - 1;
  return {
    ...{ pattern, below, json },
    async act(world, parameters) {
      const last = parameters.length < count || below === 'nothing' ? undefined : parameters.at(-1);
      const isComplete = below === 'nothing' ? true : isFitting(below, last);
      if (parameters.length !== count || !isComplete) throw wrongBelow(below);
      await act(world, ...(parameters as unknown as P));
    },
  };
}

/** The mistake of a sentence with another argument below it. */
export function wrongBelow(below: Below): SuiteMistake {
  return new SuiteMistake(`The sentence must have ${below} below it.`);
}

function isFitting(below: Below, value: unknown): boolean {
  return below === 'a text' ? typeof value === 'string' : typeof value === 'object';
}

/**
 * The rows of a table with two columns.
 *
 * @throws SuiteMistake when a row has another number of cells
 */
export function pairsOf(table: DataTable): (readonly [name: string, value: string])[] {
  return table.raw().map(([name, value, ...more]) => {
    if (name !== undefined && value !== undefined && more.length === 0) return [name, value];
    throw new SuiteMistake('The table must have two columns: a name and its value.');
  });
}

/** The sentences in the rows of a table, without empty cells. */
export function sentencesIn(table: DataTable): readonly (readonly string[])[] {
  return table.raw().map((row) => row.filter((text) => text !== ''));
}
