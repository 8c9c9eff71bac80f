/**
 * The resolved tree, which the resolver makes from the syntax tree and the emitter turns into
 * JavaScript. Every name is bound to its declaration. Every use of a method, including operators,
 * getters, setters and subscripts, is a call with a full signature. A block with a single
 * expression returns it explicitly. The emitter looks no names up and cannot fail.
 *
 * Lines are those that Wren reports for an error in the construct, counted from 1.
 */
import type { SourceFile } from '../source/source-file.js';

/** A module without errors, with all names bound. */
export interface ResolvedModule {
  readonly source: SourceFile;
  /** The module's own variables in the order of first use. */
  readonly variables: readonly ModuleVariable[];
  /** Core and host classes that the module uses; they have values before its first line runs. */
  readonly implicitVariables: readonly ModuleVariable[];
  /** Module names as written in import statements, in source order, without repetitions. */
  readonly imports: readonly string[];
  /** Names of the variables imported from other modules. */
  readonly importedNames: readonly string[];
  /** All functions of the module, inner functions first; `body` is the last. */
  readonly functions: readonly FunctionNode[];
  readonly body: FunctionNode;
}

/** A variable of a module's top level, which other modules may import. */
export interface ModuleVariable {
  readonly kind: 'module-variable';
  readonly name: string;
  /** Whether some code assigns to it after its definition. */
  assigned: boolean;
  /** Whether a method or block uses it. */
  captured: boolean;
  /** Whether the module's body uses it in a loop. */
  looped: boolean;
}

/** A variable of a function or block, a parameter, or a static field. */
export interface LocalVariable {
  readonly kind: 'local-variable';
  readonly name: string;
  /** Unique within the module, so that later stages can ignore shadowing. */
  readonly id: number;
  /** Whether some code assigns to it after its definition. */
  assigned: boolean;
  /** Whether a function other than its own uses it. */
  captured: boolean;
  /**
   * All expressions assigned to it, without the numbers of a loop over a range; undefined if it has
   * values from elsewhere, like a parameter.
   */
  given: Expression[] | undefined;
}

/** Any variable. */
export type Variable = ModuleVariable | LocalVariable;

/** Code with parameters: the module's body, a method or a block. */
export interface FunctionNode {
  readonly kind: 'function';
  readonly role: 'module' | 'method' | 'initializer' | 'closure';
  readonly parameters: readonly LocalVariable[];
  readonly body: readonly Statement[];
  /** The signatures that its code may call, without nested functions, with repetitions. */
  readonly calls: readonly string[];
  /** Whether its code contains block arguments or classes. */
  readonly hasNested: boolean;
  /**
   * Label in stack traces: `(script)`, `foo(_)`, `init new(_)` for a constructor, and for a block
   * the method that it is passed to: `map(_) block argument`.
   */
  readonly label: string;
  readonly line: number;
}

/* Statements */

/** Any statement of a function. */
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

/** `System.print(1)`: an expression whose value is dropped. */
export interface ExpressionStatement {
  readonly kind: 'expression-statement';
  readonly expression: Expression;
  readonly line: number;
}

/** `var name = value`. Default value: null. */
export interface VariableStatement {
  readonly kind: 'variable';
  readonly variable: Variable;
  readonly value: Expression;
  readonly line: number;
}

/** `{ … }` in place of a statement. */
export interface BlockStatement {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}

/** `if` with its `else if` branches and the last `else`. */
export interface IfStatement {
  readonly kind: 'if';
  /** At most one branch runs. */
  readonly branches: readonly IfBranch[];
  readonly otherwise: Statement | undefined;
}

/** A condition of an `if` with its statement. */
export interface IfBranch {
  readonly kind: 'branch';
  readonly condition: Expression;
  readonly then: Statement;
  readonly line: number;
}

/** `while (condition) body`. */
export interface WhileStatement {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Statement;
  readonly line: number;
}

/** `for (variable in sequence) body`, with a new variable in every iteration. */
export interface ForStatement {
  readonly kind: 'for';
  readonly variable: LocalVariable;
  readonly sequence: Expression;
  readonly body: Statement;
  readonly line: number;
}

/** `break`, of the innermost loop. */
export interface BreakStatement {
  readonly kind: 'break';
}

/** `continue`, of the innermost loop. */
export interface ContinueStatement {
  readonly kind: 'continue';
}

/** `return value`. Default value: null in a function, the object in an initializer. */
export interface ReturnStatement {
  readonly kind: 'return';
  readonly value: Expression | undefined;
  readonly line: number;
}

/** `import "module" for name as variable`. */
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

/** `class Name is Superclass { … }`, with `foreign` before it for a foreign class. */
export interface ClassStatement {
  readonly kind: 'class';
  readonly name: string;
  readonly variable: Variable;
  /** Unique within the module. */
  readonly id: number;
  /** Default: Object. */
  readonly superclass: Expression | undefined;
  readonly foreign: boolean;
  /** Names of the instance fields (`_x`) without the underscore. */
  readonly fields: readonly string[];
  /** Static fields (`__x`): variables of the scope around the class, initially null. */
  readonly staticFields: readonly LocalVariable[];
  readonly methods: readonly MethodNode[];
  /** Attributes kept at run time (`#!key`); undefined for none. */
  readonly attributes: readonly Attribute[] | undefined;
  readonly line: number;
}

/** `foo(a) { … }`, `construct new() { … }`, `static foo { … }` or `foreign foo`. */
export interface MethodNode {
  readonly kind: 'method';
  /**
   * `foo`, `foo=(_)`, `foo(_,_)`, `[_]`, `[_]=(_)`, `+(_)`, `-`, `!`; `new(_)` for a constructor.
   */
  readonly signature: string;
  readonly type: 'instance' | 'static' | 'constructor';
  readonly foreign: boolean;
  /** Undefined for a foreign method; has the role `initializer` for a constructor. */
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

/** Any expression, with its names bound. */
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

/** `null`, `true`, `0x1f`, `1.5` or `"text"`, as its value. */
export interface LiteralExpression {
  readonly kind: 'literal';
  /** Strings are byte strings: one character, 0 to 255, per byte. */
  readonly value: null | boolean | number | string;
}

/** A query literal between backticks: its text as a byte string, as written but for carriage returns. */
export interface QueryExpression {
  readonly kind: 'query';
  readonly sql: string;
  readonly line: number;
}

/** A string with interpolation: alternating strings and expressions. */
export interface InterpolationExpression {
  readonly kind: 'interpolation';
  readonly parts: readonly Expression[];
  readonly line: number;
}

/** `[a, b]`. */
export interface ListExpression {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

/** `{a: 1, b: 2}`. */
export interface MapExpression {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly line: number;
}

/** `a: 1` in a map. */
export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  /** The line reported for a key that is not a value type. */
  readonly line: number;
}

/** `this`, also where it is implied. */
export interface ThisExpression {
  readonly kind: 'this';
}

/** A variable, including static fields, which are local variables. */
export interface VariableExpression {
  readonly kind: 'variable-value';
  readonly variable: Variable;
}

/** An instance field of the class around the method. */
export interface FieldExpression {
  readonly kind: 'field';
  readonly classId: number;
  readonly name: string;
}

/** `name = value`, `_field = value` or `__field = value`. */
export interface AssignmentExpression {
  readonly kind: 'assignment';
  readonly target: VariableExpression | FieldExpression;
  readonly value: Expression;
}

/** A call of a method, getter, setter, subscript or operator (`is` and `..` included). */
export interface CallExpression {
  readonly kind: 'call';
  readonly receiver: Expression;
  readonly signature: string;
  readonly arguments: readonly Expression[];
  readonly line: number;
}

/** `super.foo(x)` or `super(x)`: looks the method up in the superclass; the receiver is `this`. */
export interface SuperCallExpression {
  readonly kind: 'super-call';
  readonly classId: number;
  /** In a static method the lookup starts at Class, since static methods are not inherited. */
  readonly isStatic: boolean;
  /**
   * Whether this is `super(x)` in a constructor, which runs the superclass's initializer of that
   * signature (`new(_)`). `super.foo(x)` is an ordinary call in constructors too.
   */
  readonly isInitializer: boolean;
  readonly signature: string;
  readonly arguments: readonly Expression[];
  readonly line: number;
}

/** `&&` or `||`, whose value is that of the deciding operand. */
export interface LogicalExpression {
  readonly kind: 'logical';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}

/** `condition ? then : otherwise`. */
export interface ConditionalExpression {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** `{|a| … }` after the arguments of a call: its function as a value. */
export interface ClosureExpression {
  readonly kind: 'closure';
  readonly function: FunctionNode;
}
