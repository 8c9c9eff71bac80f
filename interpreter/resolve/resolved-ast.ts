/**
 * The resolved tree: what the resolver makes of the syntax tree and the emitter turns into
 * JavaScript. Every name is bound to its declaration, every use of a method is a call with a
 * full signature, operators, getters, setters and subscripts included, and a block that is a
 * single expression returns it explicitly. The emitter never looks a name up and never fails.
 *
 * Lines are the ones that Wren reports for a failure of the construct, counted from 1.
 */
import type { SourceFile } from '../source/source-file.js';

/** A module without errors, every name of it bound. */
export interface ResolvedModule {
  readonly source: SourceFile;
  /** The module's variables in the order of their first mention; the implicit ones are apart. */
  readonly variables: readonly ModuleVariable[];
  /** Core and host classes that the module mentions; they are there before its first line runs. */
  readonly implicitVariables: readonly ModuleVariable[];
  /** The literal names of all import statements, in source order, without repetitions. */
  readonly imports: readonly string[];
  /** The names of the variables that it imports from other modules. */
  readonly importedNames: readonly string[];
  /** All functions of the module, inner ones before those around them; `body` is the last. */
  readonly functions: readonly FunctionNode[];
  readonly body: FunctionNode;
}

/** A variable at the top level of a module, which other modules may import. */
export interface ModuleVariable {
  readonly kind: 'module-variable';
  readonly name: string;
  /** True for a variable that some code changes after its definition. */
  assigned: boolean;
  /** True when a method or block uses it. */
  captured: boolean;
  /** True when the module's body uses it within a loop. */
  looped: boolean;
}

/** A variable of a function or block, a parameter, or a class's static field. */
export interface LocalVariable {
  readonly kind: 'local-variable';
  readonly name: string;
  /** Unique within the module, so that shadowing needs no thought in later stages. */
  readonly id: number;
  /** True when some code changes it after its definition. */
  assigned: boolean;
  /** True when a closure or a method of a class uses it from outside its own function. */
  captured: boolean;
  /**
   * All values that it is ever given, besides the numbers of the range that its loop is over;
   * undefined when others come from elsewhere, as to a parameter.
   */
  given: Expression[] | undefined;
}

export type Variable = ModuleVariable | LocalVariable;

/** Code with parameters: the module's body, a method's or a block's. */
export interface FunctionNode {
  readonly kind: 'function';
  readonly role: 'module' | 'method' | 'initializer' | 'closure';
  readonly parameters: readonly LocalVariable[];
  readonly body: readonly Statement[];
  /**
   * The signatures that its own code may call, nested functions left out, each as often as there
   * are places in the text.
   */
  readonly calls: readonly string[];
  /**
   * As in a stack trace: `(script)`, `foo(_)`, `init new(_)` for a constructor, and for a block
   * the method that it is given to: `map(_) block argument`.
   */
  readonly label: string;
  readonly line: number;
}

/* Statements */

export type Statement =
  | ExpressionStatement
  | VariableStatement
  | BlockStatement
  | IfStatement
  | WhileStatement
  | ForStatement
  | BreakStatement
  | ContinueStatement
  | ReturnStatement
  | ClassStatement
  | ImportStatement;

export interface ExpressionStatement {
  readonly kind: 'expression-statement';
  readonly expression: Expression;
  readonly line: number;
}

/** `var name = value`; without a value the variable holds null. */
export interface VariableStatement {
  readonly kind: 'variable';
  readonly variable: Variable;
  readonly value: Expression;
  readonly line: number;
}

export interface BlockStatement {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}

/** `if`, all the `else if` that follow it, and the last `else`. */
export interface IfStatement {
  readonly kind: 'if';
  /** Of these at most one runs. */
  readonly branches: readonly IfBranch[];
  readonly otherwise: Statement | undefined;
}

/** A condition of an `if` with what it leads to. */
export interface IfBranch {
  readonly kind: 'branch';
  readonly condition: Expression;
  readonly then: Statement;
  readonly line: number;
}

export interface WhileStatement {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Statement;
  readonly line: number;
}

/** `for (variable in sequence) body`; the variable is a new one in every round. */
export interface ForStatement {
  readonly kind: 'for';
  readonly variable: LocalVariable;
  readonly sequence: Expression;
  readonly body: Statement;
  readonly line: number;
}

export interface BreakStatement {
  readonly kind: 'break';
}

export interface ContinueStatement {
  readonly kind: 'continue';
}

/** Without a value: null in a function, the object in an initializer. */
export interface ReturnStatement {
  readonly kind: 'return';
  readonly value: Expression | undefined;
  readonly line: number;
}

export interface ImportStatement {
  readonly kind: 'import';
  readonly module: string;
  readonly bindings: readonly ImportBinding[];
  readonly line: number;
}

/** `for name as variable`: the variable gets a copy of the other module's value. */
export interface ImportBinding {
  readonly name: string;
  readonly variable: Variable;
  readonly line: number;
}

/* Classes */

export interface ClassStatement {
  readonly kind: 'class';
  readonly name: string;
  readonly variable: Variable;
  /** Unique within the module. */
  readonly id: number;
  /** Undefined stands for Object. */
  readonly superclass: Expression | undefined;
  readonly foreign: boolean;
  /** Names of the instance fields (`_x`), without the underscore; a field's index is its place. */
  readonly fields: readonly string[];
  /** Static fields (`__x`): variables of the scope around the class, null at first. */
  readonly staticFields: readonly LocalVariable[];
  readonly methods: readonly MethodNode[];
  /** Attributes kept for run time (`#!key`); undefined when there are none. */
  readonly attributes: readonly Attribute[] | undefined;
  readonly line: number;
}

export interface MethodNode {
  readonly kind: 'method';
  /** `foo`, `foo=(_)`, `foo(_,_)`, `[_]`, `[_]=(_)`, `+(_)`, `-`, `!`; a constructor's `new(_)`. */
  readonly signature: string;
  readonly type: 'instance' | 'static' | 'constructor';
  readonly foreign: boolean;
  /** Undefined for a foreign method; role `initializer` for a constructor. */
  readonly function: FunctionNode | undefined;
  readonly attributes: readonly Attribute[] | undefined;
  readonly line: number;
}

/** `#key`, `#key = value`, or one of `#group(key = value)`. */
export interface Attribute {
  readonly group: string | undefined;
  readonly key: string;
  readonly value: string | number | boolean | null;
}

/* Expressions */

export type Expression =
  | LiteralExpression
  | QueryExpression
  | InterpolationExpression
  | ListExpression
  | MapExpression
  | ThisExpression
  | VariableExpression
  | FieldExpression
  | AssignmentExpression
  | CallExpression
  | SuperCallExpression
  | LogicalExpression
  | ConditionalExpression
  | ClosureExpression;

export interface LiteralExpression {
  readonly kind: 'literal';
  /** A string is a byte string: one character, 0 to 255, for each byte. */
  readonly value: null | boolean | number | string;
}

/** A backtick string: SQL text as a byte string, exactly as written. */
export interface QueryExpression {
  readonly kind: 'query';
  readonly sql: string;
  readonly line: number;
}

/** Strings and expressions in turn; each part's `toString` is taken, then all are joined. */
export interface InterpolationExpression {
  readonly kind: 'interpolation';
  readonly parts: readonly Expression[];
  readonly line: number;
}

export interface ListExpression {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

export interface MapExpression {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly line: number;
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  /** The line where a key fails that is not a value type. */
  readonly line: number;
}

export interface ThisExpression {
  readonly kind: 'this';
}

/** The value of a variable; a static field is read and set as the local variable that it is. */
export interface VariableExpression {
  readonly kind: 'variable-value';
  readonly variable: Variable;
}

/** An instance field of the class whose method this is. */
export interface FieldExpression {
  readonly kind: 'field';
  readonly classId: number;
  readonly name: string;
}

export interface AssignmentExpression {
  readonly kind: 'assignment';
  readonly target: VariableExpression | FieldExpression;
  readonly value: Expression;
}

/** Every call: methods, getters, setters, subscripts, prefix and infix operators, `is`, `..`. */
export interface CallExpression {
  readonly kind: 'call';
  readonly receiver: Expression;
  readonly signature: string;
  readonly arguments: readonly Expression[];
  readonly line: number;
}

/** `super.foo(x)` or `super(x)`: starts the search at the superclass; the receiver is `this`. */
export interface SuperCallExpression {
  readonly kind: 'super-call';
  readonly classId: number;
  /** In a static method the search starts at Class, since statics are not inherited. */
  readonly isStatic: boolean;
  /**
   * True for `super(x)` in a constructor, which runs the superclass's initializer of that
   * signature (`new(_)`); `super.foo(x)` is an ordinary call there as well.
   */
  readonly isInitializer: boolean;
  readonly signature: string;
  readonly arguments: readonly Expression[];
  readonly line: number;
}

/** `&&` and `||`: the value of the operand that decided. */
export interface LogicalExpression {
  readonly kind: 'logical';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}

export interface ConditionalExpression {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

export interface ClosureExpression {
  readonly kind: 'closure';
  readonly function: FunctionNode;
}
