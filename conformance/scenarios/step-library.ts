/**
 * The definitions of steps, as cucumber-js keeps them, and how one of them is found for a text and
 * called. Each text is matched once in a thread, since sessions have most of them in common.
 */
import { DataTable } from '@cucumber/cucumber';
import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { findPackageRoot } from '../../cli/package-root.js';
import type { World } from '../run.js';
import type { Step } from './scenario.js';

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

/** What is used of a library, which is opaque by its type. */
interface OpenLibrary {
  readonly stepDefinitions: readonly StepDefinition[];
  readonly World: new () => World;
}

/** Another version may keep its definitions elsewhere. */
function isOpen(library: ISupportCodeLibrary): library is ISupportCodeLibrary & OpenLibrary {
  return 'stepDefinitions' in library && Array.isArray(library.stepDefinitions);
}

/** The definition that a text stands for, and what it found in the text. */
interface Match {
  readonly code: StepDefinition['code'];
  readonly values: readonly StepArgument[];
}

/** All that step files define. */
export class StepLibrary {
  /** As cucumber-js gave it. */
  readonly support: ISupportCodeLibrary;
  readonly #library: OpenLibrary;
  readonly #matches = new Map<string, Match>();

  constructor(support: ISupportCodeLibrary) {
    if (!isOpen(support))
      throw new Error('This version of cucumber-js hides its step definitions.');
    this.support = support;
    this.#library = support;
    for (const { expression } of this.#library.stepDefinitions) {
      if (expression.treeRegexp !== undefined) useNativeIndices(expression.treeRegexp);
    }
  }

  /** What the steps of one scenario share. */
  createWorld(): World {
    return new this.#library.World();
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
    const found = this.#library.stepDefinitions.flatMap(({ expression, code }) => {
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

/** Imports step files, which define their steps in the process just once. */
export function loadSteps(glob: string): Promise<StepLibrary> {
  const loading = libraries.get(glob) ?? importSteps(glob);
  libraries.set(glob, loading);
  return loading;
}

async function importSteps(glob: string): Promise<StepLibrary> {
  const { loadSupport } = await import('@cucumber/cucumber/api');
  const sources = { paths: [], defaultDialect: 'en', names: [], tagExpression: '' };
  const coordinates = { sources: { ...sources, order: 'defined' as const } };
  const support = { importPaths: [glob] };
  return new StepLibrary(
    await loadSupport({ ...coordinates, support }, { cwd: findPackageRoot() }),
  );
}
