/**
 * The definitions of steps, as cucumber-js keeps them, and how one of them is found for a text and
 * called. Each text is matched once in a thread, since sessions have most of them in common.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DataTable, stepCollector } from './cucumber.js';
import type { Step } from './scenario.js';
import type { World } from './scenario-run.js';

/** What cucumber-js makes of the text of a step definition. */
interface StepExpression {
  match(text: string): readonly StepArgument[] | null;
  readonly treeRegexp?: TreePattern;
}

interface StepArgument {
  getValue(world: World): unknown;
}

/** A pattern with the tree of its groups. */
interface TreePattern {
  readonly regexp: RegExp;
  readonly groupBuilder: {
    build(match: RegExpExecArray, nextGroupIndex: () => number): unknown;
  };
  match(text: string): unknown;
}

interface StepDefinition {
  readonly expression: StepExpression;
  readonly code: (this: World, ...parameters: unknown[]) => unknown;
}

/** What cucumber-js has collected, as far as it is used here. */
export interface Definitions {
  readonly stepDefinitions: readonly StepDefinition[];
  readonly World: new () => World;
}

/** The definition that a text stands for, and what it found in the text. */
interface Match {
  readonly code: StepDefinition['code'];
  readonly values: readonly StepArgument[];
}

/** All that step files define. */
export class StepLibrary {
  readonly #definitions: Definitions;
  readonly #matches = new Map<string, Match>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    for (const { expression } of definitions.stepDefinitions) {
      if (expression.treeRegexp !== undefined) useNativeIndices(expression.treeRegexp);
    }
  }

  /** What the steps of one scenario share. */
  createWorld(): World {
    return new this.#definitions.World();
  }

  /**
   * Does what a step says.
   *
   * @throws what its definition throws, or Error unless there is exactly one.
   */
  async runStep({ text, argument }: Step, world: World): Promise<void> {
    const { code, values } = this.#matches.get(text) ?? this.#find(text);
    const parameters = values.map((value) => value.getValue(world));
    if (argument?.dataTable !== undefined) parameters.push(new DataTable(argument.dataTable));
    if (argument?.docString !== undefined) parameters.push(argument.docString.content);
    await code.apply(world, parameters);
  }

  #find(text: string): Match {
    const found = this.#definitions.stepDefinitions.flatMap(({ expression, code }) => {
      const values = expression.match(text);
      return values === null ? [] : [{ code, values }];
    });
    const [match] = found;
    if (match === undefined || found.length > 1) {
      throw new Error(`The step "${text}" has ${found.length} definitions and shall have one.`);
    }
    this.#matches.set(text, match);
    return match;
  }
}

/**
 * The places of groups are part of a match when the pattern has the flag `d`; cucumber-js finds
 * them out with a parser for patterns, in ten times as long.
 */
function useNativeIndices(pattern: TreePattern): void {
  const { regexp, groupBuilder } = pattern;
  const withIndices = new RegExp(regexp.source, `${regexp.flags}d`);
  pattern.match = (text) => {
    const found = withIndices.exec(text);
    let group = 0;
    return found === null ? null : groupBuilder.build(found, () => group++);
  };
}

const libraries = new Map<string, Promise<StepLibrary>>();

/** Imports the modules in a folder and below it, which define their steps in a thread just once. */
export function loadSteps(folder: string): Promise<StepLibrary> {
  const loading = libraries.get(folder) ?? importSteps(folder);
  libraries.set(folder, loading);
  return loading;
}

async function importSteps(folder: string): Promise<StepLibrary> {
  let number = 0;
  stepCollector.reset(folder, () => String(++number));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => /\.m?js$/.test(one)).sort()) {
    await import(pathToFileURL(join(folder, name)).href);
  }
  return new StepLibrary(stepCollector.finalize() as unknown as Definitions);
}
