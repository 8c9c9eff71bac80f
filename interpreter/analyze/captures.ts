/**
 * Captures: the variables, `this` and superclasses that functions use from the code around them.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  LocalVariable,
  Statement,
  Variable,
} from '../resolve/resolved-ast.js';
import { visitCode } from './walk.js';

/** Captures of a function or class. */
export interface Captures {
  readonly variables: ReadonlySet<LocalVariable>;
  readonly usesThis: boolean;
  /** Ids of classes around the function whose superclass's methods it calls. */
  readonly superClasses: ReadonlySet<number>;
}

class Collector implements Captures {
  readonly used = new Set<LocalVariable>();
  readonly declared = new Set<LocalVariable>();
  readonly superClasses = new Set<number>();
  readonly ownClasses = new Set<number>();
  usesThis = false;

  get variables(): ReadonlySet<LocalVariable> {
    return new Set([...this.used].filter((variable) => !this.declared.has(variable)));
  }

  use(variable: Variable): void {
    if (variable.kind === 'local-variable') this.used.add(variable);
  }

  declare(variable: Variable): void {
    if (variable.kind === 'local-variable') this.declared.add(variable);
  }

  /** Adds the captures of a nested function. A method has its own `this`. */
  add(nested: Captures, isMethod: boolean): void {
    for (const variable of nested.variables) this.used.add(variable);
    for (const id of nested.superClasses) this.superClasses.add(id);
    if (!isMethod && nested.usesThis) this.usesThis = true;
  }

  finish(): Captures {
    for (const id of this.ownClasses) this.superClasses.delete(id);
    return {
      variables: this.variables,
      usesThis: this.usesThis,
      superClasses: this.superClasses,
    };
  }
}

/** Finds captures, and caches them by function. */
export class CaptureFinder {
  readonly #known = new Map<FunctionNode, Captures>();

  /** The captures of a function. */
  ofFunction(node: FunctionNode): Captures {
    let captures = this.#known.get(node);
    if (captures === undefined) {
      captures = this.#collect(node);
      this.#known.set(node, captures);
    }
    return captures;
  }

  /** The captures of a class's methods from around the class statement. */
  ofClass({ methods, id }: ClassStatement): Captures {
    const collector = new Collector();
    for (const { function: node } of methods) {
      if (node !== undefined) collector.add(this.ofFunction(node), true);
    }
    collector.ownClasses.add(id);
    return collector.finish();
  }

  #collect(node: FunctionNode): Captures {
    const collector = new Collector();
    // An initializer returns the object even if it does not use it.
    collector.usesThis = node.role === 'initializer';
    for (const parameter of node.parameters) collector.declare(parameter);
    visitCode(node, {
      expression: (expression) => this.#addExpression(collector, expression),
      statement: (statement) => this.#addStatement(collector, statement),
    });
    return collector.finish();
  }

  #addExpression(collector: Collector, expression: Expression): void {
    switch (expression.kind) {
      case 'variable-value':
        collector.use(expression.variable);
        break;
      case 'super-call':
        collector.usesThis = true;
        if (!expression.isStatic) collector.superClasses.add(expression.classId);
        break;
      case 'this':
      case 'field':
        collector.usesThis = true;
        break;
      case 'closure':
        collector.add(this.ofFunction(expression.function), false);
        break;
    }
  }

  #addStatement(collector: Collector, statement: Statement): void {
    switch (statement.kind) {
      case 'variable':
      case 'for':
        collector.declare(statement.variable);
        break;
      case 'import':
        for (const { variable } of statement.bindings) collector.declare(variable);
        break;
      case 'class':
        collector.declare(statement.variable);
        for (const field of statement.staticFields) collector.declare(field);
        collector.add(this.ofClass(statement), true);
        collector.ownClasses.add(statement.id);
        break;
    }
  }
}
