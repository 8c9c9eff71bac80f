/** State of the emitter: per module, and per function in direct form. */

import type { Captures } from '../analyze/captures.js';
import { HoistPlan } from '../analyze/hoist-plan.js';
import type { Receivers } from '../analyze/receivers.js';
import type { Recursion } from '../analyze/recursion.js';
import type { Suspension } from '../analyze/suspension.js';
import { findBodyVariables, NumberVariables, ObjectVariables } from '../analyze/variables.js';
import { readNumber } from '../resolve/node-facts.js';
import type {
  Attribute,
  Expression,
  FunctionNode,
  LocalVariable,
  ModuleVariable,
  ResolvedModule,
  Variable,
} from '../resolve/resolved-ast.js';
import type { Intrinsic } from '../runtime/intrinsics.js';
import { functionEndMark, markFunctionStart, markLine } from './layout.js';
import { nameBodyVariable, nameSuperMethods, nameVariable, selfParameter } from './names.js';

/** Options for emitting a module. */
export interface EmitOptions {
  /** Unique among the modules of the process. */
  readonly moduleId: number;
  /**
   * Whether this is library code that completes native classes, in which `this` may be a primitive.
   */
  readonly isCore: boolean;
  /** The functions of the program that may be suspended. */
  readonly suspension: Suspension;
  /** The functions of the program that must poll. */
  readonly recursion: Recursion;
  /** How many classes of objects the calls of methods meet. */
  readonly receivers: Receivers;
  /** Implicit variables that belong to the module in which the code is evaluated. */
  readonly outer: ReadonlySet<string>;
  /** Whether code that is compiled at run time may use the module's variables. */
  readonly isOpen: boolean;
  /** Names of all variables that modules import. */
  readonly imported: ReadonlySet<string>;
}

/** Data of a resumable form for stack traces: its label, and the line of each place. */
export interface ActivationTable {
  readonly label: string;
  readonly lines: readonly number[];
}

/** Attributes of a class and of its methods. */
export interface ClassAttributes {
  readonly self: readonly Attribute[];
  /** Attributes by method, such as `foo(_)` or `static foo(_)`. */
  readonly methods: ReadonlyMap<string, readonly Attribute[]>;
}

/** Variables of classes, including core and host classes, that no code assigns to. */
function findClassVariables({ implicitVariables, body }: ResolvedModule): ModuleVariable[] {
  const own = body.body.flatMap((statement) =>
    statement.kind === 'class' && statement.variable.kind === 'module-variable'
      ? [statement.variable]
      : [],
  );
  return [...implicitVariables, ...own].filter(({ assigned }) => !assigned);
}

/** State of emitting a module. */
export class ModuleContext {
  readonly options: EmitOptions;
  readonly plan: HoistPlan;
  /** Definitions emitted at the top of the module's text. */
  readonly hoisted: string[] = [];
  /** Resumable forms, by `place`. */
  readonly activations: ActivationTable[] = [];
  /** Labels of the functions in stack traces, by function index. */
  readonly labels: string[] = [];
  /** Attributes of classes, by the index that generated code passes to `$attributes`. */
  readonly attributes: ClassAttributes[] = [];
  /** Names of static fields of the top level, which are null at the start of a run. */
  readonly resetNames: string[] = [];
  /** Names at the top level whose values stay from run to run. */
  readonly keptNames: string[] = [];
  /** Module variables that are JavaScript variables of the body while it runs. */
  readonly bodyVariables: ReadonlySet<ModuleVariable>;
  /** Variables that hold a class, or null before the class is made. */
  readonly classVariables: ReadonlySet<Variable>;
  /** Emitted expressions and variables that are always numbers. */
  readonly #numbers = new Set<Expression | Variable>();
  readonly #numberVariables = new NumberVariables();
  readonly #objectVariables: ObjectVariables;
  readonly #intrinsics = new Set<Intrinsic>();
  readonly #hoistedNames = new Map<object | string, string>();

  constructor(module: ResolvedModule, options: EmitOptions) {
    this.options = options;
    this.plan = new HoistPlan(module, options.suspension);
    this.#objectVariables = new ObjectVariables(module);
    this.bodyVariables = new Set(findBodyVariables(module, options));
    this.classVariables = new Set(options.isOpen ? [] : findClassVariables(module));
  }

  /** Emits a definition at the top of the module, once per key; returns its name. */
  hoist(key: object | string, emit: () => string): string {
    let name = this.#hoistedNames.get(key);
    if (name === undefined) {
      name = `$h${this.#hoistedNames.size}`;
      this.#hoistedNames.set(key, name);
      this.hoisted.push(`const ${name}=${emit()};`);
    }
    return name;
  }

  /** The name of an intrinsic, which becomes a constant of the module. */
  use(intrinsic: Intrinsic): Intrinsic {
    this.#intrinsics.add(intrinsic);
    return intrinsic;
  }

  /** Records that a variable or an emitted expression is always a number. */
  addNumber(node: Expression | Variable): void {
    this.#numbers.add(node);
  }

  /** Whether an emitted expression is always a number. */
  isNumber(expression: Expression): boolean {
    if (readNumber(expression) !== undefined) return true;
    if (expression.kind !== 'variable-value') return this.#numbers.has(expression);
    const { variable } = expression;
    if (this.#numbers.has(variable)) return true;
    return variable.kind === 'local-variable' && this.#numberVariables.has(variable);
  }

  /** Whether an expression's value is always an object, so that calls on it need no type test. */
  isObject(expression: Expression): boolean {
    if (expression.kind === 'this') return !this.options.isCore;
    if (expression.kind !== 'variable-value') return this.#objectVariables.isMade(expression);
    const { variable } = expression;
    if (this.classVariables.has(variable)) return true;
    return variable.kind === 'local-variable' && this.#objectVariables.has(variable);
  }

  /** The intrinsics that the module uses. */
  get usedIntrinsics(): readonly Intrinsic[] {
    return [...this.#intrinsics];
  }

  /** Adds the label of a function; returns the function's index. */
  addLabel(label: string): number {
    return this.labels.push(label) - 1;
  }
}

/** Names of captured things in some code. */
interface Naming {
  readonly variable: (variable: LocalVariable) => string;
  readonly superMethods: (classId: number) => string;
  readonly self: string;
}

/** The names of captures in a fixed order, without what all code of the module can access. */
function listCaptures(plan: HoistPlan, captures: Captures, naming: Naming): string[] {
  const variables = [...captures.variables].filter((variable) => !plan.isGlobal(variable));
  const classes = [...captures.superClasses].filter((id) => !plan.isGlobalClass(id));
  return [
    ...variables.map(naming.variable),
    ...classes.map(naming.superMethods),
    ...(captures.usesThis ? [naming.self] : []),
  ];
}

/** The parameters of hoisted code for its captures. */
export function emitCaptureParameters(plan: HoistPlan, captures: Captures): string[] {
  return listCaptures(plan, captures, {
    variable: nameVariable,
    superMethods: nameSuperMethods,
    self: selfParameter,
  });
}

/** Depth of expressions up to which calls are emitted inline. */
const usualDepth = 30;

/** State of emitting a function in direct form. */
export class FunctionContext {
  readonly module: ModuleContext;
  readonly node: FunctionNode;
  /** The JavaScript text for Wren's `this`. */
  readonly self: string;
  #replacements: Map<Expression, string> | undefined;
  #depth = 0;
  #liveTemporaries = 0;
  #mostTemporaries = 0;
  #loops = 0;
  #loopDepth = 0;
  #hasTick = false;

  constructor(module: ModuleContext, node: FunctionNode, self: string) {
    this.module = module;
    this.node = node;
    this.self = self;
  }

  /** The result of the function without a `return`. */
  get implicitResult(): string {
    return this.node.role === 'initializer' ? this.self : this.module.use('$null');
  }

  /** Sets the text of an expression, which is then not emitted. */
  replace(expression: Expression, text: string): void {
    this.#replacements ??= new Map();
    this.#replacements.set(expression, text);
  }

  /** The text set for an expression; undefined for none. */
  replacementOf(expression: Expression): string | undefined {
    return this.#replacements?.get(expression);
  }

  /** Whether a text is set for an expression. */
  isReplaced(expression: Expression): boolean {
    return this.replacementOf(expression) !== undefined;
  }

  /** The assignable text of a variable. */
  nameVariable(variable: Variable): string {
    const holder = this.nameHolder(variable);
    return this.isBoxed(variable) ? `${holder}.v` : holder;
  }

  /** Whether only this function can assign to a variable, unless the variable is boxed. */
  isOwn(variable: Variable): boolean {
    return variable.kind === 'local-variable' || this.module.bodyVariables.has(variable);
  }

  /** The text of a variable, or of its box. */
  nameHolder(variable: Variable): string {
    if (variable.kind === 'module-variable' && this.isOwn(variable)) {
      return nameBodyVariable(variable);
    }
    const name = nameVariable(variable);
    const isOuter =
      variable.kind === 'module-variable' && this.module.options.outer.has(variable.name);
    return isOuter ? `${this.module.use('$outer')}.${name}` : name;
  }

  /** The text of the object with the methods of a class's superclass. */
  nameSuperMethods(classId: number): string {
    return nameSuperMethods(classId);
  }

  /** Emits the statement that initializes a variable, and declares it if it is local. */
  emitDefinition(variable: Variable, value: string): string {
    const content = this.isBoxed(variable) ? `{v:${value}}` : value;
    const assignment = `${this.nameHolder(variable)}=${content};`;
    return variable.kind === 'module-variable' ? assignment : `let ${assignment}`;
  }

  /** Whether a variable lives in a box. */
  isBoxed(variable: Variable): boolean {
    return variable.kind === 'local-variable' && this.module.plan.isBoxed(variable);
  }

  /** The arguments for hoisted code with these captures. */
  emitCaptures(captures: Captures): string[] {
    return listCaptures(this.module.plan, captures, {
      variable: (variable) => this.nameHolder(variable),
      superMethods: (classId) => this.nameSuperMethods(classId),
      self: this.self,
    });
  }

  /** Emits `break`. */
  emitBreak(): string {
    return 'break;';
  }

  /** Emits `continue`. */
  emitContinue(): string {
    return 'continue;';
  }

  /** Emits the body of a JavaScript loop. */
  emitLoopBody(emit: () => string): string {
    this.#loopDepth++;
    const text = emit();
    this.#loopDepth--;
    return text;
  }

  /**
   * Whether the current expression is a part of a huge one, in which calls are emitted as calls of the
   * module's functions: the engine's compiler, which nothing interrupts, gets a fraction of the text.
   */
  get isCompact(): boolean {
    return this.#depth > usualDepth;
  }

  /** Emits an expression whose parts count as nested by `depth` levels. */
  nest(depth: number, emit: () => string): string {
    this.#depth += depth;
    const text = emit();
    this.#depth -= depth;
    return text;
  }

  /** What is reserved now, for `release`. */
  get reserved(): number {
    return this.#liveTemporaries;
  }

  /**
   * Frees the temporaries that were reserved since then: the text of an expression is done with them
   * when it has its value. A long expression would otherwise need a variable for each of its parts.
   */
  release(reserved: number): void {
    this.#liveTemporaries = reserved;
  }

  /** Reserves a JavaScript variable until the end of the expression, at most of the statement. */
  takeTemporary(): string {
    this.#liveTemporaries++;
    this.#mostTemporaries = Math.max(this.#mostTemporaries, this.#liveTemporaries);
    return `$${this.#liveTemporaries}`;
  }

  /** Begins a statement and frees all temporaries. */
  startStatement(): void {
    this.#liveTemporaries = 0;
  }

  /** A number, unique within the function, for the hidden variables of a loop. */
  numberLoop(): number {
    this.#loops++;
    return this.#loops;
  }

  /** Emits a statement for the start of a loop's body that polls in every 1024th iteration. */
  emitLoopTick(line: number): string {
    this.#hasTick = true;
    return `if((++$k&1023)===0){${markLine(line)}${this.module.use('$poll')}();}`;
  }

  /**
   * Emits a statement before an outermost loop that polls at every 128th loop of the module. The
   * counter of iterations restarts with every call, so it never triggers for short loops.
   */
  emitLoopStart(line: number): string {
    return this.#loopDepth === 0 ? this.emitTick(127, line) : '';
  }

  /** Emits a statement before a recursive statement that polls at every 1024th execution. */
  emitRecursionTick(line: number): string {
    return this.emitTick(1023, line);
  }

  /** Emits a statement that counts in the module's counter, which wraps at 32 bits, and polls. */
  protected emitTick(mask: number, line: number): string {
    return `if((($n=$n+1|0)&${mask})===0){${markLine(line)}${this.module.use('$poll')}();}`;
  }

  /** Encloses the function's statements in braces, with their declarations and marks. */
  wrapBody(statements: string): string {
    const start = markFunctionStart(this.module.addLabel(this.node.label));
    return `{${start}${this.declareTemporaries()}${statements}${functionEndMark}}`;
  }

  /** Emits the declaration of the temporaries in use. */
  declareTemporaries(): string {
    let names = this.#hasTick ? ',$k=0' : '';
    for (let number = this.#mostTemporaries; number > 0; number--) names = `,$${number}${names}`;
    return names === '' ? '' : `let ${names.slice(1)};`;
  }

  /** Whether the function contains a loop. */
  protected get hasLoop(): boolean {
    return this.#hasTick;
  }
}
