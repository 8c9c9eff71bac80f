/** What the emitter knows while it emits a module, and while it emits one function of it. */
import type { Attribute, Expression, FunctionNode, Variable } from '../resolve/resolved-ast.js';
import type { Intrinsic } from '../runtime/intrinsics.js';
import { functionEndMark, markFunctionStart, markLine } from './layout.js';
import { nameVariable } from './names.js';

/** How a module is emitted. */
export interface EmitOptions {
  /** Unique among the modules of the process. */
  readonly moduleId: number;
  /** True for the core library, where `this` may be a primitive and classes are completed. */
  readonly isCore: boolean;
}

/** Attributes of a class and of its methods, which are data, not code. */
export interface ClassAttributes {
  readonly self: readonly Attribute[];
  /** By the method's description: `foo(_)`, `static foo(_)`. */
  readonly methods: ReadonlyMap<string, readonly Attribute[]>;
}

export class ModuleContext {
  readonly options: EmitOptions;
  /** Labels of the functions in stack traces, by function index. */
  readonly labels: string[] = [];
  /** By the index that the code passes when it has made the class. */
  readonly attributes: ClassAttributes[] = [];
  /** Variables of the top level that are null when a run begins. */
  readonly resetNames: string[] = [];
  /** Variables of the top level that stay from run to run. */
  readonly keptNames: string[] = [];
  readonly #intrinsics = new Set<Intrinsic>();

  constructor(options: EmitOptions) {
    this.options = options;
  }

  /** An intrinsic's name; noted, so that the module's head gets hold of it. */
  use(intrinsic: Intrinsic): Intrinsic {
    this.#intrinsics.add(intrinsic);
    return intrinsic;
  }

  get usedIntrinsics(): readonly Intrinsic[] {
    return [...this.#intrinsics];
  }

  addLabel(label: string): number {
    return this.labels.push(label) - 1;
  }
}

export class FunctionContext {
  readonly module: ModuleContext;
  readonly node: FunctionNode;
  /** Text that stands for an expression instead of what would be emitted for it. */
  readonly replacements = new Map<Expression, string>();
  #liveTemporaries = 0;
  #mostTemporaries = 0;
  #loops = 0;
  #hasTick = false;

  constructor(module: ModuleContext, node: FunctionNode) {
    this.module = module;
    this.node = node;
  }

  /** The text for `this`. */
  get self(): string {
    return 'this';
  }

  /** Whether `this` is never a JavaScript primitive. */
  get isSelfObject(): boolean {
    return !this.module.options.isCore;
  }

  /** What the function returns when it does not say. */
  get implicitResult(): string {
    return this.node.role === 'initializer' ? this.self : this.module.use('$null');
  }

  nameVariable(variable: Variable): string {
    return nameVariable(variable);
  }

  /** The statement that gives a variable its first value, and declares it unless it is a module's. */
  emitDefinition(variable: Variable, value: string): string {
    const assignment = `${this.nameVariable(variable)}=${value};`;
    return variable.kind === 'module-variable' ? assignment : `let ${assignment}`;
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

  /** Puts the function's statements between braces, with what they need before them. */
  wrapBody(statements: string): string {
    const names = Array.from({ length: this.#mostTemporaries }, (_, index) => `$${index + 1}`);
    if (this.#hasTick) names.push('$k=0');
    const declaration = names.length === 0 ? '' : `let ${names.join(',')};`;
    const start = markFunctionStart(this.module.addLabel(this.node.label));
    return `{${start}${declaration}${statements}${functionEndMark}}`;
  }
}
