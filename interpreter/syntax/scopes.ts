/**
 * Names in scope. The parser binds local variables itself, because Wren's grammar is not
 * context-free: in a method, `foo { … }` calls a method on `this` unless `foo` is a variable, in
 * which case the `{` is not part of the expression. As in Wren's compiler, a local variable is
 * visible from its declaration on.
 */
import type { DiagnosticSink } from '../source/diagnostic.js';
import type { Place } from '../source/source-file.js';
import type { Declaration, Identifier } from './ast.js';

const longestName = 64;

/** The receiver takes one of 256 slots (`MAX_LOCALS` in `wren_compiler.c`). */
const mostLocals = 256 - 1;

/** Slots of a loop besides its variable: the sequence and the iterator. */
const hiddenLoopVariables = 2;

/** A method, a block argument or the module's body, with its visible local variables. */
class FunctionLocals {
  readonly around: FunctionLocals | undefined;
  /** True for a method, not for a block in one. Variables around a method are not visible. */
  readonly isMethod: boolean;
  readonly isInMethod: boolean;
  /** Whether attributes came before something in a class that is no method. */
  hasStrayAttributes = false;
  /** Names of the variables, undefined for hidden ones, and their numbers in parallel. */
  readonly #names: (string | undefined)[] = [];
  readonly #numbers: number[] = [];
  readonly #scopeStarts: number[] = [];

  constructor(around: FunctionLocals | undefined, isMethod: boolean) {
    this.around = around;
    this.isMethod = isMethod;
    this.isInMethod = isMethod || around?.isInMethod === true;
    if (around !== undefined) this.openScope();
  }

  /** True in the module's body outside of all blocks, where declarations are module variables. */
  get isTopLevel(): boolean {
    return this.#scopeStarts.length === 0;
  }

  openScope(): void {
    this.#scopeStarts.push(this.#names.length);
  }

  closeScope(): void {
    const count = this.#scopeStarts.pop() as number;
    this.#names.length = count;
    this.#numbers.length = count;
  }

  hasRoom(count: number): boolean {
    return this.#names.length + count <= mostLocals;
  }

  add(name: string | undefined, number: number): void {
    this.#names.push(name);
    this.#numbers.push(number);
  }

  /** The number of the visible variable of a name. */
  find(name: string): number | undefined {
    const index = this.#indexOf(name);
    return index === -1 ? undefined : this.#numbers[index];
  }

  findInScope(name: string): number | undefined {
    const index = this.#indexOf(name);
    return index < (this.#scopeStarts.at(-1) ?? 0) ? undefined : this.#numbers[index];
  }

  #indexOf(name: string): number {
    const names = this.#names;
    let index = names.length - 1;
    while (index >= 0 && names[index] !== name) index--;
    return index;
  }
}

/** The scopes around the code being parsed. */
export class Scopes {
  readonly #sink: DiagnosticSink;
  #function = new FunctionLocals(undefined, false);
  #count = 0;

  constructor(sink: DiagnosticSink) {
    this.#sink = sink;
  }

  get isInMethod(): boolean {
    return this.#function.isInMethod;
  }

  /** Keeps attributes for the next definition in this function, which reports them like its own. */
  leaveAttributes(): void {
    this.#function.hasStrayAttributes = true;
  }

  takeStrayAttributes(): boolean {
    const { hasStrayAttributes } = this.#function;
    this.#function.hasStrayAttributes = false;
    return hasStrayAttributes;
  }

  /** Begins the scope of a block, or of a class, which holds the static fields. */
  openScope(): void {
    this.#function.openScope();
  }

  closeScope(): void {
    this.#function.closeScope();
  }

  /** Begins the function of a block argument. */
  openBlock(): void {
    this.#function = new FunctionLocals(this.#function, false);
  }

  openMethod(): void {
    this.#function = new FunctionLocals(this.#function, true);
  }

  closeFunction(): void {
    this.#function = this.#function.around ?? this.#function;
  }

  /** Declares a variable in the innermost scope. Errors are reported at `place`. */
  declare(identifier: Identifier, place: Place = identifier): Declaration {
    if (!this.#function.isTopLevel) return this.#declareLocal(identifier, this.#function, place);
    this.#checkLength(identifier, place);
    return makeDeclaration(identifier, undefined);
  }

  /** Declares the variable of a `for` loop in its scope. */
  declareLoopVariable(identifier: Identifier, place: Place): Declaration {
    const owner = this.#function;
    if (!owner.hasRoom(hiddenLoopVariables)) {
      this.#sink.report('tooManyVariablesForLoop', place);
      return this.#addLocal(identifier, owner);
    }
    for (let count = 0; count < hiddenLoopVariables; count++) owner.add(undefined, -1);
    return this.#declareLocal(identifier, owner, identifier);
  }

  /** The number of a visible local variable; undefined if there is none of that name. */
  find(name: string): number | undefined {
    let scope: FunctionLocals | undefined = this.#function;
    while (scope !== undefined) {
      const found = scope.find(name);
      if (found !== undefined || scope.isMethod) return found;
      scope = scope.around;
    }
    return undefined;
  }

  /**
   * The number of a static field: a variable of the function around the class, which its first use
   * declares.
   */
  findStaticField(identifier: Identifier): number {
    let method = this.#function;
    while (!method.isMethod && method.around !== undefined) method = method.around;
    const owner = method.around ?? method;
    const known = owner.find(identifier.name);
    if (known !== undefined) return known;
    this.#declareLocal(identifier, owner, identifier);
    return this.#count - 1;
  }

  #declareLocal(identifier: Identifier, owner: FunctionLocals, place: Place): Declaration {
    this.#checkLength(identifier, place);
    const existing = owner.findInScope(identifier.name);
    if (existing !== undefined) {
      this.#sink.report('variableDeclared', place);
      return makeDeclaration(identifier, existing);
    }
    if (!owner.hasRoom(1)) this.#sink.report('tooManyVariables', place);
    return this.#addLocal(identifier, owner);
  }

  #addLocal(identifier: Identifier, owner: FunctionLocals): Declaration {
    const number = this.#count++;
    owner.add(identifier.name, number);
    return makeDeclaration(identifier, number);
  }

  #checkLength({ name }: Identifier, place: Place): void {
    if (name.length > longestName) this.#sink.report('variableNameTooLong', place);
  }
}

function makeDeclaration(
  { name, start, end, line }: Identifier,
  local: number | undefined,
): Declaration {
  return { name, start, end, line, local };
}
