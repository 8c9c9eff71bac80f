/**
 * State of emitting a function in resumable form. The code is a state machine: a `switch` in an
 * endless loop, whose cases are the places to jump to and to resume at. Values that must outlive a
 * suspension are fields of the activation (`$a`): parameters, captures, variables, and intermediate
 * values ("slots").
 */

import { SuspensionPoints } from '../analyze/suspension-points.js';
import { readNumber } from '../resolve/node-facts.js';
import type { FunctionNode, Statement, Variable } from '../resolve/resolved-ast.js';
import { FunctionContext, type ModuleContext } from './context.js';
import { nameVariable } from './names.js';

/** Targets of `break` and `continue`. */
interface LoopPlaces {
  readonly breakPlace: number;
  readonly continuePlace: number;
}

/** State of emitting a resumable form, piece by piece. */
export class ResumableContext extends FunctionContext {
  /** Line of each place at which the function may be suspended; 0 for other places. */
  readonly lines: number[] = [0];
  /**
   * Fields of the activation besides parameters and captures, with their first values. The engine
   * stores numbers without objects in a field that held numbers from the start.
   */
  readonly fields = new Map<string, '0' | 'void 0'>();
  readonly points: SuspensionPoints;
  readonly #pieces: string[] = ['case 0:'];
  /** Open loops; undefined for a JavaScript loop. */
  readonly #loops: (LoopPlaces | undefined)[] = [];
  /** Variables of code without suspensions, which are JavaScript variables. */
  readonly #plain = new Set<Variable>();
  #plainDepth = 0;
  #liveSlots = 0;
  #loopSlots = 0;

  constructor(module: ModuleContext, node: FunctionNode, self: string) {
    super(module, node, self);
    this.points = new SuspensionPoints(module.options.suspension);
  }

  /** The code so far. */
  get code(): string {
    return this.#pieces.join('');
  }

  /** Adds code. */
  add(text: string): void {
    this.#pieces.push(text);
  }

  /** Reserves a place. A place at which the function may be suspended has a line. */
  takePlace(line = 0): number {
    return this.lines.push(line) - 1;
  }

  /** Adds a call that may suspend the function; returns the text of its result. */
  addSuspendableCall(call: string, line: number): string {
    const place = this.takePlace(line);
    const switched = this.module.use('$switch');
    this.add(`$a.pc=${place};if(($v=${call})===${switched})return ${switched};case ${place}:`);
    const result = this.takeTemporary();
    this.add(`${result}=$v;`);
    return result;
  }

  /** Emits nothing: `emitHead` counts loops when the function is started or resumed. */
  override emitLoopStart(): string {
    return '';
  }

  /** Emits the statements that run each time the function is started or resumed. */
  emitHead(): string {
    return this.declareTemporaries() + (this.hasLoop ? this.emitTick(127, this.node.line) : '');
  }

  /** Adds a reserved place to the code. */
  addPlace(place: number): void {
    this.add(`case ${place}:`);
  }

  /** Emits a jump as a single statement. */
  emitJump(place: number): string {
    return `{$p=${place};continue L;}`;
  }

  /** Reserves a field for an intermediate value until the end of the statement. */
  takeSlot(): string {
    this.#liveSlots++;
    return this.#nameField(`q${this.#liveSlots}`);
  }

  /** Reserves a field for a hidden variable of a loop. */
  takeLoopSlot(isNumber = false): string {
    this.#loopSlots++;
    return this.#nameField(`l${this.#loopSlots}`, isNumber);
  }

  override startStatement(): void {
    super.startStatement();
    if (this.#plainDepth === 0) this.#liveSlots = 0;
  }

  override nameHolder(variable: Variable): string {
    const isApart = variable.kind === 'local-variable' && !this.module.plan.isGlobal(variable);
    const isField = isApart && !this.#plain.has(variable);
    return isField ? `$a.${nameVariable(variable)}` : super.nameHolder(variable);
  }

  override nameSuperMethods(classId: number): string {
    const name = super.nameSuperMethods(classId);
    return this.module.plan.isGlobalClass(classId) ? name : `$a.${name}`;
  }

  override emitDefinition(variable: Variable, value: string): string {
    if (variable.kind === 'module-variable') return super.emitDefinition(variable, value);
    if (this.#plainDepth > 0) {
      this.#plain.add(variable);
      return super.emitDefinition(variable, value);
    }
    const [first] = variable.given ?? [];
    const isNumber = first !== undefined && readNumber(first) !== undefined;
    const holder = this.#nameField(nameVariable(variable), isNumber);
    return `${holder}=${this.isBoxed(variable) ? `{v:${value}}` : value};`;
  }

  /** Emits a statement that cannot be suspended; its variables are JavaScript variables. */
  addPlain(emit: () => string): void {
    this.#plainDepth++;
    this.add(emit());
    this.#plainDepth--;
  }

  /** Emits a loop's body whose `break` and `continue` are jumps. */
  withPlaces(places: LoopPlaces, emit: () => void): void {
    this.#loops.push(places);
    emit();
    this.#loops.pop();
  }

  override emitLoopBody(emit: () => string): string {
    this.#loops.push(undefined);
    const text = emit();
    this.#loops.pop();
    return text;
  }

  override emitBreak(): string {
    const places = this.#loops.at(-1);
    return places === undefined ? super.emitBreak() : this.emitJump(places.breakPlace);
  }

  override emitContinue(): string {
    const places = this.#loops.at(-1);
    return places === undefined ? super.emitContinue() : this.emitJump(places.continuePlace);
  }

  #nameField(name: string, isNumber = false): string {
    this.fields.set(name, isNumber ? '0' : 'void 0');
    return `$a.${name}`;
  }
}

/** Whether a statement contains statements. */
export function isCompound(statement: Statement): boolean {
  return ['block', 'if', 'while', 'for'].includes(statement.kind);
}
