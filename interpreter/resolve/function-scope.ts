import type { ClassScope } from './class-scope.js';
import type { LocalVariable } from './resolved-ast.js';

/** One place is taken by the receiver, as in Wren. */
const maxLocals = 256 - 1;

const maxConstants = 65_536;

/** The method that code belongs to, be it in a block inside. */
export interface MethodContext {
  readonly class: ClassScope;
  /** The name alone, without parameters. */
  readonly name: string;
  readonly type: 'instance' | 'static' | 'constructor';
}

/**
 * The local variables in sight within one function: a method, a block argument or the module's
 * body. Blocks open and close scopes within it. The module's body begins without any scope:
 * what is declared there is a module variable.
 */
export class FunctionScope {
  /** The function around this one; undefined for the module's body. */
  readonly parent: FunctionScope | undefined;
  /** True for a method itself, beyond which no local variables are seen. */
  readonly isMethod: boolean;
  readonly method: MethodContext | undefined;
  /** How many loops are open here. */
  loops = 0;
  /** The signatures that are called here, each as often as there are places. */
  readonly calls: string[] = [];
  readonly #locals: (LocalVariable | undefined)[] = [];
  readonly #scopeStarts: number[] = [];
  /** The numbers and strings among the constants. */
  readonly #literals = new Set<number | string>();
  #constants = 0;

  constructor(
    parent: FunctionScope | undefined,
    method: MethodContext | undefined,
    isMethod: boolean,
  ) {
    this.parent = parent;
    this.method = method;
    this.isMethod = isMethod;
    if (parent !== undefined) this.openScope();
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

  /** True where declarations make module variables. */
  get isModuleLevel(): boolean {
    return this.#scopeStarts.length === 0;
  }

  openScope(): void {
    this.#scopeStarts.push(this.#locals.length);
  }

  closeScope(): void {
    this.#locals.length = this.#scopeStarts.pop() ?? 0;
  }

  /** Whether that many more variables may be declared. */
  hasRoom(count: number): boolean {
    return this.#locals.length + count <= maxLocals;
  }

  add(variable: LocalVariable): void {
    this.#locals.push(variable);
  }

  /** Takes up room for variables without a name. */
  reserve(count: number): void {
    for (let index = 0; index < count; index++) this.#locals.push(undefined);
  }

  find(name: string): LocalVariable | undefined {
    const index = this.#indexOf(name);
    return index === -1 ? undefined : this.#locals[index];
  }

  /** The variable of that name in the innermost scope. */
  findInScope(name: string): LocalVariable | undefined {
    const index = this.#indexOf(name);
    return index < (this.#scopeStarts.at(-1) ?? 0) ? undefined : this.#locals[index];
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

  #indexOf(name: string): number {
    let index = this.#locals.length - 1;
    while (index >= 0 && this.#locals[index]?.name !== name) index--;
    return index;
  }
}
