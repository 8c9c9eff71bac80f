import { BudgetedExecution, type RunOptions } from '../runtime/budget.js';
import type { Execution } from '../runtime/execution.js';
import { send } from '../runtime/operators.js';
import type { FindTables, TraceTables } from '../runtime/trace.js';
import type { Value } from '../runtime/values.js';
import { ProgramInstance, type ProgramParts } from './program-instance.js';
import { runWith } from './run.js';

/** A module and all it imports, compiled once, to be run any number of times. */
export class Program {
  readonly #parts: ProgramParts;
  readonly #idle: ProgramInstance[] = [];
  readonly #findTables: FindTables;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    const tables = new Map<string, TraceTables>();
    for (const module of parts.modules.values()) {
      if (module.kind === 'compiled') tables.set(module.compiled.file, module.compiled);
    }
    this.#findTables = (file) => tables.get(file);
  }

  /**
   * Runs the entry module from its first line, all module variables being new.
   *
   * @returns the value of the top-level `return`, Wren's null without one
   * @throws WrenRuntimeError
   */
  run(options: RunOptions = {}): Value {
    const instance = this.#idle.pop() ?? new ProgramInstance(this.#parts);
    try {
      return runWith(new BudgetedExecution(options), this.#findTables, () => instance.run());
    } finally {
      instance.reset();
      this.#idle.push(instance);
    }
  }

  /**
   * Runs the program and keeps its variables, for a host that goes on to use its objects.
   *
   * @throws WrenRuntimeError
   */
  instantiate(options: RunOptions = {}): Instance {
    const execution = new BudgetedExecution(options);
    const instance = new ProgramInstance(this.#parts);
    const result = runWith(execution, this.#findTables, () => instance.run());
    return new Instance(instance, execution, this.#findTables, result);
  }
}

/** A program that has run, with its module variables. */
export class Instance {
  /** What the entry module returned. */
  readonly result: Value;
  readonly #instance: ProgramInstance;
  readonly #execution: Execution;
  readonly #findTables: FindTables;

  constructor(
    instance: ProgramInstance,
    execution: Execution,
    findTables: FindTables,
    result: Value,
  ) {
    this.result = result;
    this.#instance = instance;
    this.#execution = execution;
    this.#findTables = findTables;
  }

  /** A variable of the entry module; undefined if it has none of that name. */
  variable(name: string): Value | undefined {
    return this.#instance.variable(name);
  }

  /**
   * Calls a method by its signature (`add(_)`, `count`, `[_]`) with the instance's execution.
   *
   * @throws WrenRuntimeError
   */
  call(receiver: Value, signature: string, ...values: Value[]): Value {
    return runWith(this.#execution, this.#findTables, () => send(receiver, signature, ...values));
  }
}
