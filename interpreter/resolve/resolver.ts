/**
 * The resolver's state: the functions around the current code, and the variables declared so far.
 */
import type { DiagnosticSink } from '../source/diagnostic.js';
import type { Place } from '../source/source-file.js';
import type { Declaration, Name, StaticField } from '../syntax/ast.js';
import { FunctionScope, type MethodContext } from './function-scope.js';
import { ModuleScope } from './module-scope.js';
import type { FunctionNode, LocalVariable, ModuleVariable, Variable } from './resolved-ast.js';

/** The state of one module's resolution. */
export class Resolver {
  readonly module: ModuleScope;
  readonly sink: DiagnosticSink;
  /** Finds the error in the text of a query literal; undefined for none. */
  readonly checkQuery: (sql: string) => string | undefined;
  /** Names of imported modules in source order. */
  readonly imports = new Set<string>();
  /** Names of imported variables. */
  readonly importedNames = new Set<string>();
  /** The functions resolved so far. */
  readonly functions: FunctionNode[] = [];
  /** The current function. */
  function: FunctionScope;
  /** Local variables and the depths of their functions, by the parser's numbers. */
  readonly #locals: LocalVariable[] = [];
  readonly #depths: number[] = [];
  #lastId = 0;

  constructor(
    isImplicit: (name: string) => boolean,
    sink: DiagnosticSink,
    checkQuery: (sql: string) => string | undefined = () => undefined,
  ) {
    this.sink = sink;
    this.checkQuery = checkQuery;
    this.module = new ModuleScope(isImplicit, sink);
    this.function = new FunctionScope(undefined, undefined, false);
  }

  /** A number that is unique within the module. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Enters the function of a block argument. */
  enterBlock(): void {
    this.function.hasNested = true;
    this.function = new FunctionScope(this.function, this.function.method, false);
  }

  /** Enters a method. */
  enterMethod(method: MethodContext): void {
    this.function = new FunctionScope(this.function, method, true);
  }

  /** Records the current function when it is completely resolved. */
  finishFunction(node: FunctionNode): FunctionNode {
    this.functions.push(node);
    return node;
  }

  /** Leaves the current function. */
  leaveFunction(): void {
    this.function = this.function.parent ?? this.function;
  }

  /** Declares a variable. Errors are reported at `place`. */
  declare(declaration: Declaration, place: Place = declaration): Variable {
    return declaration.local === undefined
      ? this.module.define(declaration, place)
      : this.declareLocal(declaration);
  }

  /** Declares a variable of the current function. */
  declareLocal(declaration: Declaration): LocalVariable {
    return this.#addLocal(declaration, this.function);
  }

  /** The variable of a name in the current scope. */
  lookUp(name: Name): Variable {
    const { local } = name;
    const variable = local === undefined ? undefined : this.#findLocal(local);
    return variable ?? this.#referToModule(name);
  }

  /** The variable of a static field, in a method; its first use declares it. */
  lookUpStaticField(field: StaticField): LocalVariable {
    return this.#findLocal(field.local) ?? this.#addStaticField(field);
  }

  #addStaticField(field: StaticField): LocalVariable {
    const { classOwner = this.function, method } = this.function;
    const variable = this.#addLocal(field, classOwner);
    variable.captured = true;
    method?.class.staticFields.push(variable);
    return variable;
  }

  #addLocal({ name, local }: Declaration, owner: FunctionScope): LocalVariable {
    const variable: LocalVariable = {
      kind: 'local-variable',
      name,
      id: this.nextId(),
      assigned: false,
      captured: false,
      given: undefined,
    };
    if (local !== undefined) {
      this.#locals[local] = variable;
      this.#depths[local] = owner.depth;
    }
    return variable;
  }

  /** A visible local variable; marked as captured if it belongs to an enclosing function. */
  #findLocal(local: number): LocalVariable | undefined {
    const variable = this.#locals[local];
    if (variable !== undefined && this.#depths[local] !== this.function.depth) {
      variable.captured = true;
    }
    return variable;
  }

  #referToModule(name: Name): ModuleVariable {
    const variable = this.module.refer(name);
    if (this.function.parent !== undefined) variable.captured = true;
    else if (this.function.loops > 0) variable.looped = true;
    return variable;
  }

  /** Records a number or string that the current function uses. */
  addLiteral(value: number | string, place: Place): void {
    if (!this.function.addLiteral(value)) this.sink.report('tooManyConstants', place);
  }

  /** Records a function or method that the current function makes. */
  addFunction(place: Place): void {
    if (!this.function.addFunction()) this.sink.report('tooManyConstants', place);
  }
}
