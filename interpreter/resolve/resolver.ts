/** The resolver's state: the functions around the code at hand, and the variables declared so far. */
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
  /** Says what is wrong with the text of a query literal. */
  readonly checkQuery: (sql: string) => string | undefined;
  /** Names of imported modules in source order. */
  readonly imports = new Set<string>();
  /** Names of variables that are imported. */
  readonly importedNames = new Set<string>();
  /** The functions that have been resolved. */
  readonly functions: FunctionNode[] = [];
  function: FunctionScope;
  /** By the numbers that the parser has given to them: the variables, and their functions' depths. */
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

  /** A number that nothing else in the module has. */
  nextId(): number {
    return ++this.#lastId;
  }

  enterBlock(): void {
    this.function = new FunctionScope(this.function, this.function.method, false);
  }

  enterMethod(method: MethodContext): void {
    this.function = new FunctionScope(this.function, method, true);
  }

  /** Notes what the function at hand is, all of which has been resolved. */
  finishFunction(node: FunctionNode): FunctionNode {
    this.functions.push(node);
    return node;
  }

  leaveFunction(): void {
    this.function = this.function.parent ?? this.function;
  }

  /** Declares a variable; `place` is where an error is reported. */
  declare(declaration: Declaration, place: Place = declaration): Variable {
    return declaration.local === undefined
      ? this.module.define(declaration, place)
      : this.declareLocal(declaration);
  }

  /** Declares a variable of the function at hand. */
  declareLocal(declaration: Declaration): LocalVariable {
    return this.#addLocal(declaration, this.function);
  }

  /** The variable that a name stands for here. */
  lookUp(name: Name): Variable {
    const { local } = name;
    const variable = local === undefined ? undefined : this.#findLocal(local);
    return variable ?? this.#referToModule(name);
  }

  /** The variable that a static field is, in a method; its first mention declares it. */
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

  /** A variable in sight: one of the function at hand, or of a function around it. */
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

  /** Notes that the function at hand uses a number or string. */
  addLiteral(value: number | string, place: Place): void {
    if (!this.function.addLiteral(value)) this.sink.report('tooManyConstants', place);
  }

  /** Notes that the function at hand makes a function or method. */
  addFunction(place: Place): void {
    if (!this.function.addFunction()) this.sink.report('tooManyConstants', place);
  }
}
