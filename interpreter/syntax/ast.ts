/**
 * Syntax trees. A module is a list of statements. Operators, subscripts and setters are calls with
 * a signature; names are not bound yet. Every node is a `Place`: its range of the text, and the
 * line that Wren reports for it, which is the line of the last token read when Wren emits the
 * instruction.
 */
import type { Place } from '../source/source-file.js';

/** A name where it is declared or used. */
export interface Identifier extends Place {
  readonly name: string;
}

/** The declaration of a variable. */
export interface Declaration extends Identifier {
  /** Number of the local variable, from 0 within the module; undefined at the top level. */
  readonly local: number | undefined;
}

/** Form of a call by name: `foo`, `foo(…)` or `foo=(…)`. */
export type CallForm = 'getter' | 'method' | 'setter';

/* Statements */

/** Any statement of a module or a block. */
export type Statement =
  | ExpressionStatement
  | VariableStatement
  | BlockStatement
  | IfStatement
  | WhileStatement
  | ForStatement
  | JumpStatement
  | ReturnStatement
  | ClassStatement
  | ImportStatement;

/** `System.print(1)`: an expression whose value is dropped. */
export interface ExpressionStatement extends Place {
  readonly kind: 'expression-statement';
  readonly expression: Expression;
}

/** `var name = value`, or `var name`. */
export interface VariableStatement extends Place {
  readonly kind: 'variable';
  readonly declaration: Declaration;
  readonly value: Expression | undefined;
  /** The last token of the statement, at which Wren reports a duplicate name. */
  readonly last: Place;
}

/** `{ … }` in place of a statement. */
export interface BlockStatement extends Place {
  readonly kind: 'block';
  readonly block: Block;
}

/** A block in braces: statements, or a single expression on one line. */
export interface Block extends Place {
  readonly statements: readonly Statement[];
  readonly expression: Expression | undefined;
}

/** `if (condition) then else otherwise`. */
export interface IfStatement extends Place {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: Statement;
  readonly otherwise: Statement | undefined;
}

/** `while (condition) body`. */
export interface WhileStatement extends Place {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Statement;
}

/** `for (name in sequence) body`. */
export interface ForStatement extends Place {
  readonly kind: 'for';
  readonly declaration: Declaration;
  readonly sequence: Expression;
  readonly body: Statement;
}

/** `break` or `continue`. */
export interface JumpStatement extends Place {
  readonly kind: 'break' | 'continue';
}

/** `return value`, or `return`. */
export interface ReturnStatement extends Place {
  readonly kind: 'return';
  /** The keyword `return`. */
  readonly keyword: Place;
  readonly value: Expression | undefined;
}

/** `import "module"`; its place is that of the module's name. */
export interface ImportStatement extends Place {
  readonly kind: 'import';
  readonly module: string;
  readonly bindings: readonly ImportBinding[];
}

/** `for identifier as variable`; without `as` both are the same. */
export interface ImportBinding {
  readonly identifier: Identifier;
  readonly variable: Declaration;
}

/* Classes */

/** `class Name is Superclass { … }`, with `foreign` before it for a foreign class. */
export interface ClassStatement extends Place {
  readonly kind: 'class';
  readonly declaration: Declaration;
  readonly superclass: Expression | undefined;
  readonly isForeign: boolean;
  readonly attributes: readonly Attribute[];
  readonly methods: readonly MethodDefinition[];
}

/** `foo(a, b) { … }`, `construct new() { … }`, `static foo { … }` or `foreign foo`. */
export interface MethodDefinition extends Place {
  readonly kind: 'method';
  readonly type: 'instance' | 'static' | 'constructor';
  /** The name without parameters, by which an unnamed `super` calls. */
  readonly name: string;
  readonly signature: string;
  readonly parameters: readonly Declaration[];
  /** The last token of the signature, at which Wren reports a duplicate method. */
  readonly signatureEnd: Place;
  /** Undefined for a foreign method. */
  readonly body: Block | undefined;
  readonly attributes: readonly Attribute[];
}

/** `#!key`, `#!key = value`, or a member of `#!group(…)`; attributes without `!` are dropped. */
export interface Attribute {
  readonly group: string | undefined;
  readonly key: string;
  readonly value: string | number | boolean | null;
}

/* Expressions */

/** Any expression. Operators, subscripts and setters are calls. */
export type Expression =
  | Literal
  | Query
  | Interpolation
  | List
  | MapLiteral
  | Name
  | Field
  | StaticField
  | This
  | Assignment
  | Call
  | SuperCall
  | Logical
  | Conditional
  | Invalid;

/** `null`, `true`, `0x1f`, `1.5` or `"text"`, as its value. */
export interface Literal extends Place {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

/** `` `SELECT …` ``: the text between backticks, as a byte string. */
export interface Query extends Place {
  readonly kind: 'query';
  readonly sql: string;
}

/** `"a %(b) c"`. */
export interface Interpolation extends Place {
  readonly kind: 'interpolation';
  /** Alternating strings and expressions; the first and the last are strings. */
  readonly parts: readonly Expression[];
}

/** `[a, b]`. */
export interface List extends Place {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

/** `{a: 1, b: 2}`. */
export interface MapLiteral extends Place {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

/** `a: 1` in a map. */
export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  /** The line of the entry's last token. */
  readonly line: number;
}

/** A variable. A method called on an implied `this` is a `Call`. */
export interface Name extends Identifier {
  readonly kind: 'name';
  /** Number of the local variable; undefined for a module variable. */
  readonly local: number | undefined;
}

/** `_field`, the name with its underscore. */
export interface Field extends Identifier {
  readonly kind: 'field';
}

/** An assignable expression; assignments to properties and subscripts are calls. */
export type AssignmentTarget = Name | Field | StaticField;

/** `__field`, the name with its underscores: a variable in the scope around its class. */
export interface StaticField extends Identifier {
  readonly kind: 'static-field';
  /** Number of the variable. */
  readonly local: number;
}

/** `this`. */
export interface This extends Place {
  readonly kind: 'this';
}

/** `name = value`, `_field = value` or `__field = value`. */
export interface Assignment extends Place {
  readonly kind: 'assignment';
  readonly target: AssignmentTarget;
  readonly value: Expression;
}

/** `a.foo(b)`, `a + b`, `-a`, `a[b]`, `a.foo = b`, or `foo` with an implied `this`. */
export interface Call extends Place {
  readonly kind: 'call';
  readonly receiver: Expression;
  readonly signature: string;
  readonly arguments: readonly Argument[];
}

/** `super.name…`, or `super(…)`, which calls the enclosing method's name. */
export interface SuperCall extends Place {
  readonly kind: 'super-call';
  readonly name: string | undefined;
  readonly form: CallForm;
  readonly arguments: readonly Argument[];
}

/** An argument of a call. Only the last may be a block, which occurs nowhere else. */
export type Argument = Expression | BlockArgument;

/** `{|a, b| … }` after the arguments of a call. */
export interface BlockArgument extends Place {
  readonly kind: 'block-argument';
  readonly parameters: readonly Declaration[];
  readonly body: Block;
}

/** `a && b` or `a || b`. */
export interface Logical extends Place {
  readonly kind: 'logical';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}

/** `condition ? then : otherwise`. */
export interface Conditional extends Place {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** Placeholder for a missing expression, after an error. */
export interface Invalid extends Place {
  readonly kind: 'invalid';
}
