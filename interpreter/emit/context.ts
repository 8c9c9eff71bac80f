/** What the emitter knows while it emits a module, and while it emits one function of it. */

import type { Captures } from '../analyze/captures.js';
import { HoistPlan } from '../analyze/hoist-plan.js';
import type { Recursion } from '../analyze/recursion.js';
import type { Suspension } from '../analyze/suspension.js';
import { findBodyVariables, NumberVariables } from '../analyze/variables.js';
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

/** How a module is emitted. */
export interface EmitOptions {
  /** Unique among the modules of the process. */
  readonly moduleId: number;
  /** True for the core library, where `this` may be a primitive and classes are completed. */
  readonly isCore: boolean;
  /** Which functions of the program may be suspended. */
  readonly suspension: Suspension;
  readonly recursion: Recursion;
  /** Implicit variables that are those of a module which runs already, and not constant. */
  readonly outer: ReadonlySet<string>;
  /** Whether code may be added to the program while it runs, and use any module's variables. */
  readonly isOpen: boolean;
  /** The names of all variables that some module imports from another. */
  readonly imported: ReadonlySet<string>;
}

/** What a resumable form's stack traces need: its label, and a line for each place in it. */
export interface ActivationTable {
  readonly label: string;
  readonly lines: readonly number[];
}

/** Attributes of a class and of its methods, which are data, not code. */
export interface ClassAttributes {
  readonly self: readonly Attribute[];
  /** By the method's description: `foo(_)`, `static foo(_)`. */
  readonly methods: ReadonlyMap<string, readonly Attribute[]>;
}

/** The variables of classes, the core's and the host's among them, that no code assigns to. */
function findClassVariables({ implicitVariables, body }: ResolvedModule): ModuleVariable[] {
  const own = body.body.flatMap((statement) =>
    statement.kind === 'class' && statement.variable.kind === 'module-variable'
      ? [statement.variable]
      : [],
  );
  return [...implicitVariables, ...own].filter(({ assigned }) => !assigned);
}

/** What is gathered and known while a module is emitted. */
export class ModuleContext {
  readonly options: EmitOptions;
  readonly plan: HoistPlan;
  /** Functions and classes that are emitted at the top of the module's text. */
  readonly hoisted: string[] = [];
  /** By the number that is part of a resumable form's name. */
  readonly activations: ActivationTable[] = [];
  /** Labels of the functions in stack traces, by function index. */
  readonly labels: string[] = [];
  /** By the index that the code passes when it has made the class. */
  readonly attributes: ClassAttributes[] = [];
  /** Variables of the top level that are null when a run begins. */
  readonly resetNames: string[] = [];
  /** Variables of the top level that stay from run to run. */
  readonly keptNames: string[] = [];
  /** Variables that are JavaScript's own in the body. */
  readonly bodyVariables: ReadonlySet<ModuleVariable>;
  /** Variables that never hold anything but a class, or null before it is made. */
  readonly classVariables: ReadonlySet<Variable>;
  /** Expressions and variables, among those emitted so far, that are numbers for certain. */
  readonly #numbers = new Set<Expression | Variable>();
  readonly #numberVariables = new NumberVariables();
  readonly #intrinsics = new Set<Intrinsic>();
  readonly #hoistedNames = new Map<object | string, string>();

  constructor(module: ResolvedModule, options: EmitOptions) {
    this.options = options;
    this.plan = new HoistPlan(module, options.suspension);
    this.bodyVariables = new Set(findBodyVariables(module, options));
    this.classVariables = new Set(options.isOpen ? [] : findClassVariables(module));
  }

  /** The name of what is emitted apart, once for each key. */
  hoist(key: object | string, emit: () => string): string {
    let name = this.#hoistedNames.get(key);
    if (name === undefined) {
      name = `$h${this.#hoistedNames.size}`;
      this.#hoistedNames.set(key, name);
      this.hoisted.push(`const ${name}=${emit()};`);
    }
    return name;
  }

  /** An intrinsic's name; noted, so that the module's head gets hold of it. */
  use(intrinsic: Intrinsic): Intrinsic {
    this.#intrinsics.add(intrinsic);
    return intrinsic;
  }

  /** Notes that a variable, or what has been emitted for an expression, is always a number. */
  addNumber(node: Expression | Variable): void {
    this.#numbers.add(node);
  }

  /** Whether an expression that has been emitted is a number for certain. */
  isNumber(expression: Expression): boolean {
    if (readNumber(expression) !== undefined) return true;
    if (expression.kind !== 'variable-value') return this.#numbers.has(expression);
    const { variable } = expression;
    if (this.#numbers.has(variable)) return true;
    return variable.kind === 'local-variable' && this.#numberVariables.has(variable);
  }

  get usedIntrinsics(): readonly Intrinsic[] {
    return [...this.#intrinsics];
  }

  addLabel(label: string): number {
    return this.labels.push(label) - 1;
  }
}

/** What some code calls the things around it. */
interface Naming {
  readonly variable: (variable: LocalVariable) => string;
  readonly superMethods: (classId: number) => string;
  readonly self: string;
}

/** Captures in a fixed order; what is in everybody's reach is none. */
function listCaptures(plan: HoistPlan, captures: Captures, naming: Naming): string[] {
  const variables = [...captures.variables].filter((variable) => !plan.isGlobal(variable));
  const classes = [...captures.superClasses].filter((id) => !plan.isGlobalClass(id));
  return [
    ...variables.map(naming.variable),
    ...classes.map(naming.superMethods),
    ...(captures.usesThis ? [naming.self] : []),
  ];
}

/** The parameters by which code that is emitted apart takes its captures. */
export function emitCaptureParameters(plan: HoistPlan, captures: Captures): string[] {
  return listCaptures(plan, captures, {
    variable: nameVariable,
    superMethods: nameSuperMethods,
    self: selfParameter,
  });
}

/** What is gathered and known while a function of it is emitted. */
export class FunctionContext {
  readonly module: ModuleContext;
  readonly node: FunctionNode;
  /** The text for `this`. */
  readonly self: string;
  #replacements: Map<Expression, string> | undefined;
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

  /** Whether `this` is never a JavaScript primitive. */
  get isSelfObject(): boolean {
    return !this.module.options.isCore;
  }

  /** What the function returns when it does not say. */
  get implicitResult(): string {
    return this.node.role === 'initializer' ? this.self : this.module.use('$null');
  }

  /** Lets a text stand for an expression instead of what would be emitted for it. */
  replace(expression: Expression, text: string): void {
    this.#replacements ??= new Map();
    this.#replacements.set(expression, text);
  }

  /** The text that stands for an expression, if there is one. */
  replacementOf(expression: Expression): string | undefined {
    return this.#replacements?.get(expression);
  }

  isReplaced(expression: Expression): boolean {
    return this.replacementOf(expression) !== undefined;
  }

  /** The text for a variable's value, which may be assigned to. */
  nameVariable(variable: Variable): string {
    const holder = this.nameHolder(variable);
    return this.isBoxed(variable) ? `${holder}.v` : holder;
  }

  /** Whether no other function can change a variable, unless it is boxed. */
  isOwn(variable: Variable): boolean {
    return variable.kind === 'local-variable' || this.module.bodyVariables.has(variable);
  }

  /** The text for what holds a variable: itself, or its box. */
  nameHolder(variable: Variable): string {
    if (variable.kind === 'module-variable' && this.isOwn(variable)) {
      return nameBodyVariable(variable);
    }
    const name = nameVariable(variable);
    const isOuter =
      variable.kind === 'module-variable' && this.module.options.outer.has(variable.name);
    return isOuter ? `${this.module.use('$outer')}.${name}` : name;
  }

  /** The text for the methods of a class's superclass. */
  nameSuperMethods(classId: number): string {
    return nameSuperMethods(classId);
  }

  /** The statement that gives a variable its first value, and declares it unless it is a module's. */
  emitDefinition(variable: Variable, value: string): string {
    const content = this.isBoxed(variable) ? `{v:${value}}` : value;
    const assignment = `${this.nameHolder(variable)}=${content};`;
    return variable.kind === 'module-variable' ? assignment : `let ${assignment}`;
  }

  isBoxed(variable: Variable): boolean {
    return variable.kind === 'local-variable' && this.module.plan.isBoxed(variable);
  }

  /** The arguments for what is emitted apart from here and takes these captures. */
  emitCaptures(captures: Captures): string[] {
    return listCaptures(this.module.plan, captures, {
      variable: (variable) => this.nameHolder(variable),
      superMethods: (classId) => this.nameSuperMethods(classId),
      self: this.self,
    });
  }

  emitBreak(): string {
    return 'break;';
  }

  emitContinue(): string {
    return 'continue;';
  }

  /** Emits the body of a loop that is a JavaScript loop. */
  emitLoopBody(emit: () => string): string {
    this.#loopDepth++;
    const text = emit();
    this.#loopDepth--;
    return text;
  }

  /** A JavaScript variable of the function, free to use until the statement ends. */
  takeTemporary(): string {
    this.#liveTemporaries++;
    this.#mostTemporaries = Math.max(this.#mostTemporaries, this.#liveTemporaries);
    return `$${this.#liveTemporaries}`;
  }

  /** Begins a statement: no temporary is in use then. */
  startStatement(): void {
    this.#liveTemporaries = 0;
  }

  /** A number for the hidden variables of a loop, unique within the function. */
  numberLoop(): number {
    this.#loops++;
    return this.#loops;
  }

  /** A statement for the start of a loop's body: now and then it looks at the budget. */
  emitLoopTick(line: number): string {
    this.#hasTick = true;
    return `if((++$k&1023)===0){${markLine(line)}${this.module.use('$poll')}();}`;
  }

  /**
   * A statement before a loop that lies in no other. The counter of the loops in a function begins
   * anew with every call, so that those of short ones never get to their end: hence another one
   * counts how often loops are begun.
   */
  emitLoopStart(line: number): string {
    return this.#loopDepth === 0 ? this.emitTick(127, line) : '';
  }

  /** A statement before one from which the function may call itself again. */
  emitRecursionTick(line: number): string {
    return this.emitTick(1023, line);
  }

  /** Counts in the module's own counter, which goes round at the end of 32 bits. */
  protected emitTick(mask: number, line: number): string {
    return `if((($n=$n+1|0)&${mask})===0){${markLine(line)}${this.module.use('$poll')}();}`;
  }

  /** Puts the function's statements between braces, with what they need before them. */
  wrapBody(statements: string): string {
    const start = markFunctionStart(this.module.addLabel(this.node.label));
    return `{${start}${this.declareTemporaries()}${statements}${functionEndMark}}`;
  }

  declareTemporaries(): string {
    let names = this.#hasTick ? ',$k=0' : '';
    for (let number = this.#mostTemporaries; number > 0; number--) names = `,$${number}${names}`;
    return names === '' ? '' : `let ${names.slice(1)};`;
  }

  /** Whether the function has a loop of its own. */
  protected get hasLoop(): boolean {
    return this.#hasTick;
  }
}
