/**
 * Which functions and classes are emitted apart from the code around them, at the top of the
 * module. A function with two forms would otherwise hold each of its blocks twice, those their
 * own blocks twice again, and so on.
 *
 * What is emitted apart gets the variables around it as parameters. A variable that changes is
 * therefore kept in a box, an object `{v}`, which all who use the variable share.
 */
import type {
  ClassStatement,
  FunctionNode,
  LocalVariable,
  ResolvedModule,
} from '../resolve/resolved-ast.js';
import { CaptureFinder, type Captures } from './captures.js';
import { noSuspension, type Suspension } from './suspension.js';
import { visitCode } from './walk.js';

/** Says of the functions, classes and variables of a module where they go. */
export class HoistPlan {
  readonly captures = new CaptureFinder();
  readonly #suspension: Suspension;
  readonly #functions = new Set<FunctionNode>();
  readonly #classes = new Set<ClassStatement>();
  readonly #boxed = new Set<LocalVariable>();
  /** What the module's top level holds: it is in everybody's reach. */
  readonly #global = new Set<LocalVariable>();
  readonly #globalClasses = new Set<number>();

  constructor(module: ResolvedModule, suspension: Suspension) {
    this.#suspension = suspension;
    for (const statement of module.body.body) {
      if (statement.kind !== 'class' || statement.variable.kind !== 'module-variable') continue;
      this.#globalClasses.add(statement.id);
      for (const field of statement.staticFields) this.#global.add(field);
    }
    if (suspension !== noSuspension) this.#plan(module.body);
  }

  isHoisted(node: FunctionNode | ClassStatement): boolean {
    return node.kind === 'function' ? this.#functions.has(node) : this.#classes.has(node);
  }

  isBoxed(variable: LocalVariable): boolean {
    return this.#boxed.has(variable);
  }

  /** Whether a variable can be reached from anywhere in the module's text. */
  isGlobal(variable: LocalVariable): boolean {
    return this.#global.has(variable);
  }

  isGlobalClass(id: number): boolean {
    return this.#globalClasses.has(id);
  }

  #plan(node: FunctionNode): void {
    const isDouble = this.#suspension.needsResumable(node);
    if (isDouble) this.#box(this.captures.ofFunction(node));
    visitCode(node, {
      expression: (expression) => {
        if (expression.kind === 'closure') this.#planClosure(expression.function, isDouble);
      },
      statement: (statement) => {
        if (statement.kind === 'class') this.#planClass(statement, isDouble);
      },
    });
  }

  #planClosure(node: FunctionNode, isInDouble: boolean): void {
    if (isInDouble || this.#suspension.needsResumable(node)) {
      this.#functions.add(node);
      this.#box(this.captures.ofFunction(node));
    }
    this.#plan(node);
  }

  #planClass(statement: ClassStatement, isInDouble: boolean): void {
    if (isInDouble) {
      this.#classes.add(statement);
      const captures = this.captures.ofClass(statement);
      this.#box(captures);
      // The class's own methods are made before the variable holds the class.
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
