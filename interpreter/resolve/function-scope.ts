import type { ClassScope } from './class-scope.js';

const maxConstants = 65_536;

/** The method that code belongs to, be it in a block inside. */
export interface MethodContext {
  readonly class: ClassScope;
  /** The name alone, without parameters. */
  readonly name: string;
  readonly type: 'instance' | 'static' | 'constructor';
}

/** What is gathered about a method, a block argument or the module's body while it is resolved. */
export class FunctionScope {
  /** The function around this one; undefined for the module's body. */
  readonly parent: FunctionScope | undefined;
  /** How many functions there are around this one. */
  readonly depth: number;
  /** True for a method itself, false for a block in one. */
  readonly isMethod: boolean;
  readonly method: MethodContext | undefined;
  /** How many loops are open here. */
  loops = 0;
  /** The signatures that are called here, each as often as there are places. */
  readonly calls: string[] = [];
  /** The numbers and strings among the constants. */
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
   * The function that the class at hand stands in, whose local variables are the class's static
   * fields; undefined outside of methods.
   */
  get classOwner(): FunctionScope | undefined {
    let scope: FunctionScope | undefined = this;
    while (scope !== undefined && !scope.isMethod) scope = scope.parent;
    return scope?.parent;
  }

  noteCall(signature: string): void {
    this.calls.push(signature);
  }

  /** Notes a number or string; equal ones count once. False for the first that is one too many. */
  addLiteral(value: number | string): boolean {
    if (this.#literals.has(value)) return true;
    this.#literals.add(value);
    return this.addFunction();
  }

  /** Notes a function, which is a constant as well. False for the first that is one too many. */
  addFunction(): boolean {
    this.#constants++;
    return this.#constants !== maxConstants + 1;
  }
}
