/**
 * The resolver's state: the scopes around the code at hand. Like Wren's compiler, it goes through
 * a module once, in source order, so that a local variable is in sight from its declaration on.
 */
import type { DiagnosticSink } from '../diagnostics/diagnostic.js';
import type { Place } from '../source/source-file.js';
import type { Identifier } from '../syntax/ast.js';
import { FunctionScope, type MethodContext } from './function-scope.js';
import { ModuleScope } from './module-scope.js';
import type { FunctionNode, LocalVariable, ModuleVariable, Variable } from './resolved-ast.js';

const maxVariableNameLength = 64;

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

  /** Declares a variable in the innermost scope; `place` is where an error is reported. */
  declare(identifier: Identifier, place: Place = identifier): Variable {
    if (!this.function.isModuleLevel) return this.declareLocal(identifier, this.function, place);
    this.#checkNameLength(identifier, place);
    return this.module.define(identifier, place);
  }

  /** Declares a variable of a function, which may be one around the code at hand. */
  declareLocal(
    identifier: Identifier,
    owner: FunctionScope = this.function,
    place: Place = identifier,
  ): LocalVariable {
    this.#checkNameLength(identifier, place);
    const { name } = identifier;
    const existing = owner.findInScope(name);
    if (existing !== undefined) {
      this.sink.report('variableDeclared', place);
      return existing;
    }
    if (!owner.hasRoom(1)) this.sink.report('tooManyVariables', place);
    return this.addLocal(name, owner);
  }

  /** Adds a variable without any check. */
  addLocal(name: string, owner: FunctionScope): LocalVariable {
    const id = this.nextId();
    const variable: LocalVariable = {
      kind: 'local-variable',
      name,
      id,
      assigned: false,
      captured: false,
    };
    owner.add(variable);
    return variable;
  }

  /** The variable that a name stands for here. */
  lookUp(identifier: Identifier): Variable {
    return this.findLocal(identifier.name) ?? this.#referToModule(identifier);
  }

  #referToModule(identifier: Identifier): ModuleVariable {
    const variable = this.module.refer(identifier);
    if (this.function.parent !== undefined) variable.captured = true;
    else if (this.function.loops > 0) variable.looped = true;
    return variable;
  }

  /** A local variable of this function or those around it, as far as they are in sight. */
  findLocal(name: string): LocalVariable | undefined {
    const isStaticField = name.startsWith('_');
    for (let scope = this.function; ; ) {
      const variable = scope.find(name);
      if (variable !== undefined) {
        if (scope !== this.function) variable.captured = true;
        return variable;
      }
      if (scope.parent === undefined || (scope.isMethod && !isStaticField)) return undefined;
      scope = scope.parent;
    }
  }

  /** Notes that the function at hand uses a number or string. */
  addLiteral(value: number | string, place: Place): void {
    if (!this.function.addLiteral(value)) this.sink.report('tooManyConstants', place);
  }

  /** Notes that the function at hand makes a function or method. */
  addFunction(place: Place): void {
    if (!this.function.addFunction()) this.sink.report('tooManyConstants', place);
  }

  #checkNameLength({ name }: Identifier, place: Place): void {
    if (name.length > maxVariableNameLength) this.sink.report('variableNameTooLong', place);
  }
}
