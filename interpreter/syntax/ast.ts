/**
 * The syntax trees of statements, of which a module is a list. Operators, subscripts and setters are
 * calls by signature from the start; names are not yet bound. Every node is a `Place`: the text it
 * stands for, and the line that Wren reports for it, which is the line of the last token read when
 * Wren emits its instruction.
 */
import type { Place } from '../source/source-file.js';

/** A name where it is declared or used. */
export interface Identifier extends Place {
  readonly name: string;
}

/** What makes a name a variable. */
export interface Declaration extends Identifier {
  /** The number of a local variable, counted from 0 within the module; undefined at its top level. */
  readonly local: number | undefined;
}

/** How a method is called by name: `foo`, `foo(…)` or `foo=(…)`. */
export type CallForm = 'getter' | 'method' | 'setter';

/* Statements */

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

export interface ExpressionStatement extends Place {
  readonly kind: 'expression-statement';
  readonly expression: Expression;
}

export interface VariableStatement extends Place {
  readonly kind: 'variable';
  readonly declaration: Declaration;
  readonly value: Expression | undefined;
  /** The last token of the statement, where Wren reports that the name is taken. */
  readonly last: Place;
}

export interface BlockStatement extends Place {
  readonly kind: 'block';
  readonly block: Block;
}

/** What stands between braces: statements, or on one line a single expression. */
export interface Block extends Place {
  readonly statements: readonly Statement[];
  readonly expression: Expression | undefined;
}

export interface IfStatement extends Place {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: Statement;
  readonly otherwise: Statement | undefined;
}

export interface WhileStatement extends Place {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Statement;
}

export interface ForStatement extends Place {
  readonly kind: 'for';
  readonly declaration: Declaration;
  readonly sequence: Expression;
  readonly body: Statement;
}

export interface JumpStatement extends Place {
  readonly kind: 'break' | 'continue';
}

export interface ReturnStatement extends Place {
  readonly kind: 'return';
  /** The keyword itself. */
  readonly keyword: Place;
  readonly value: Expression | undefined;
}

/** Its place is that of the module's name. */
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

export interface ClassStatement extends Place {
  readonly kind: 'class';
  readonly declaration: Declaration;
  readonly superclass: Expression | undefined;
  readonly isForeign: boolean;
  readonly attributes: readonly Attribute[];
  readonly methods: readonly Method[];
}

export interface Method extends Place {
  readonly kind: 'method';
  readonly type: 'instance' | 'static' | 'constructor';
  /** The name alone, by which an unnamed `super` calls. */
  readonly name: string;
  readonly signature: string;
  readonly parameters: readonly Declaration[];
  /** The last token of the signature, where Wren reports a second method of the same. */
  readonly signatureEnd: Place;
  /** Undefined for a foreign method. */
  readonly body: Block | undefined;
  readonly attributes: readonly Attribute[];
}

/** `#!key`, `#!key = value`, or a member of `#!group(…)`; those without `!` are not kept. */
export interface Attribute {
  readonly group: string | undefined;
  readonly key: string;
  readonly value: string | number | boolean | null;
}

/* Expressions */

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

export interface Literal extends Place {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface Query extends Place {
  readonly kind: 'query';
  readonly sql: string;
}

export interface Interpolation extends Place {
  readonly kind: 'interpolation';
  /** Strings and expressions in turn, a string first and last. */
  readonly parts: readonly Expression[];
}

export interface List extends Place {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

export interface MapLiteral extends Place {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  /** The line of the entry's last token. */
  readonly line: number;
}

/** A variable; never a method called on an implied `this`, which is a `Call`. */
export interface Name extends Identifier {
  readonly kind: 'name';
  /** The number of the local variable that is meant; undefined for one of the top level. */
  readonly local: number | undefined;
}

/** `_field`, the name with its underscore. */
export interface Field extends Identifier {
  readonly kind: 'field';
}

/** What can be assigned to, besides what is a call. */
export type Target = Name | Field | StaticField;

/** `__field`, the name with its underscores: a variable in the scope around its class. */
export interface StaticField extends Identifier {
  readonly kind: 'static-field';
  /** The number of the variable. */
  readonly local: number;
}

export interface This extends Place {
  readonly kind: 'this';
}

export interface Assignment extends Place {
  readonly kind: 'assignment';
  readonly target: Target;
  readonly value: Expression;
}

export interface Call extends Place {
  readonly kind: 'call';
  readonly receiver: Expression;
  readonly signature: string;
  readonly arguments: readonly Argument[];
}

/** `super.name…`, or without a name a call of the enclosing method's. */
export interface SuperCall extends Place {
  readonly kind: 'super-call';
  readonly name: string | undefined;
  readonly form: CallForm;
  readonly arguments: readonly Argument[];
}

/** An argument; the last may be a block, and a block can be nothing else. */
export type Argument = Expression | BlockArgument;

export interface BlockArgument extends Place {
  readonly kind: 'block-argument';
  readonly parameters: readonly Declaration[];
  readonly body: Block;
}

export interface Logical extends Place {
  readonly kind: 'logical';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}

export interface Conditional extends Place {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** Stands where an expression is missing, after an error. */
export interface Invalid extends Place {
  readonly kind: 'invalid';
}
