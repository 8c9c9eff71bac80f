import type { ClassScope } from './class-scope.js';

/** `MAX_CONSTANTS` in `wren_compiler.c`. */
const maxConstants = 65_536;

/** The method around some code. */
export interface MethodContext {
  readonly class: ClassScope;
  /** The name without parameters. */
  readonly name: string;
  readonly type: 'instance' | 'static' | 'constructor';
}

/** State and results of resolving a method, a block argument or the module's body. */
export class FunctionScope {
  /** The function around this one; undefined for the module's body. */
  readonly parent: FunctionScope | undefined;
  /** Number of functions around this one. */
  readonly depth: number;
  /** True for a method, false for a block in one. */
  readonly isMethod: boolean;
  readonly method: MethodContext | undefined;
  /** Number of open loops. */
  loops = 0;
  /** Whether it contains a block argument or a class. */
  hasNested = false;
  /** The signatures of the calls, with repetitions. */
  readonly calls: string[] = [];
  /** Numbers and strings among the constants. */
  readonly #literals = new Set<number | string>();
  #constants = 0;

  constructor(
    parent: FunctionScope | undefined,
    method: MethodContext | undefined,
    isMethod: boolean,
  ) {
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.method = method;
    this.isMethod = isMethod;
  }

  /**
   * The function around the current class. Its local variables include the class's static fields.
   * Undefined outside of methods.
   */
  get classOwner(): FunctionScope | undefined {
    let scope: FunctionScope | undefined = this;
    while (scope !== undefined && !scope.isMethod) scope = scope.parent;
    return scope?.parent;
  }

  /** Records a call. */
  noteCall(signature: string): void {
    this.calls.push(signature);
  }

  /** Adds a number or string; equal constants count once. False for the first beyond the limit. */
  addLiteral(value: number | string): boolean {
    if (this.#literals.has(value)) return true;
    this.#literals.add(value);
    return this.addFunction();
  }

  /** Adds a function, which is a constant too. False for the first beyond the limit. */
  addFunction(): boolean {
    this.#constants++;
    return this.#constants !== maxConstants + 1;
  }
}
