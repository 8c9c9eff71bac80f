/**
 * Chooses the functions and classes that are hoisted: emitted at the top of the module. Otherwise a
 * function with two forms would contain each of its blocks twice, and blocks in blocks four times.
 *
 * Blocks that functions keep as values by `Fn.new` are hoisted, too: a hoisted block is one object
 * instead of three, and the engine can often elide it. A block that is only passed to a method is
 * not hoisted: methods such as `list.each` call blocks of all modules, and find the code faster if
 * all these objects have the same shape.
 *
 * Hoisted code gets the variables around it as parameters. Therefore a captured variable that is
 * assigned to lives in a box, an object `{v}`, which all users of the variable share.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  LocalVariable,
  ModuleVariable,
  ResolvedModule,
} from '../resolve/resolved-ast.js';
import { CaptureFinder, type Captures } from './captures.js';
import { noSuspension, type Suspension } from './suspension.js';
import { visitCode } from './walk.js';

/** Placement of the functions, classes and variables of a module. */
export class HoistPlan {
  readonly captures = new CaptureFinder();
  readonly #suspension: Suspension;
  readonly #functions = new Set<FunctionNode>();
  readonly #classes = new Set<ClassStatement>();
  readonly #boxed = new Set<LocalVariable>();
  /** Variables and classes of the module's top level, which all code can access. */
  readonly #global = new Set<LocalVariable>();
  readonly #globalClasses = new Set<number>();
  /** The variable of the class Fn, if the module uses it. */
  readonly #fn: ModuleVariable | undefined;

  constructor(module: ResolvedModule, suspension: Suspension) {
    this.#suspension = suspension;
    for (const statement of module.body.body) {
      if (statement.kind !== 'class' || statement.variable.kind !== 'module-variable') continue;
      this.#globalClasses.add(statement.id);
      for (const field of statement.staticFields) this.#global.add(field);
    }
    this.#fn = module.implicitVariables.find(({ name }) => name === 'Fn');
    if (suspension !== noSuspension || this.#fn !== undefined) this.#plan(module.body);
  }

  /** Whether a function or class is emitted at the top of the module. */
  isHoisted(node: FunctionNode | ClassStatement): boolean {
    return node.kind === 'function' ? this.#functions.has(node) : this.#classes.has(node);
  }

  /** Whether a variable lives in a box. */
  isBoxed(variable: LocalVariable): boolean {
    return this.#boxed.has(variable);
  }

  /** Whether all code of the module can access a variable. */
  isGlobal(variable: LocalVariable): boolean {
    return this.#global.has(variable);
  }

  /** Whether a class belongs to the top level. */
  isGlobalClass(id: number): boolean {
    return this.#globalClasses.has(id);
  }

  #plan(node: FunctionNode): void {
    const isDouble = this.#suspension.needsResumable(node);
    if (isDouble) this.#box(this.captures.ofFunction(node));
    if (!node.hasNested) return;
    visitCode(node, {
      expression: (expression) => {
        if (expression.kind === 'closure') this.#planClosure(expression.function, isDouble);
        else if (node.role !== 'module') this.#planValue(expression);
      },
      statement: (statement) => {
        if (statement.kind === 'class') this.#planClass(statement, isDouble);
      },
    });
  }

  #planClosure(node: FunctionNode, isInDouble: boolean): void {
    if (isInDouble || this.#suspension.needsResumable(node)) {
      this.#hoist(node);
    }
    this.#plan(node);
  }

  /** Hoists the block of `Fn.new {…}`. */
  #planValue(expression: Expression): void {
    if (expression.kind !== 'call' || expression.signature !== 'new(_)') return;
    const { receiver, arguments: values } = expression;
    const [block] = values;
    if (this.#fn === undefined || block?.kind !== 'closure') return;
    if (receiver.kind === 'variable-value' && receiver.variable === this.#fn) {
      this.#hoist(block.function);
    }
  }

  #hoist(node: FunctionNode): void {
    this.#functions.add(node);
    this.#box(this.captures.ofFunction(node));
  }

  #planClass(statement: ClassStatement, isInDouble: boolean): void {
    if (isInDouble) {
      this.#classes.add(statement);
      const captures = this.captures.ofClass(statement);
      this.#box(captures);
      // The methods are made before the variable is assigned the class.
      const { variable } = statement;
      if (variable.kind === 'local-variable' && captures.variables.has(variable)) {
        this.#boxed.add(variable);
      }
    }
    for (const { function: node } of statement.methods) {
      if (node !== undefined) this.#plan(node);
    }
  }

  #box({ variables }: Captures): void {
    for (const variable of variables) {
      if (variable.assigned && !this.#global.has(variable)) this.#boxed.add(variable);
    }
  }
}
