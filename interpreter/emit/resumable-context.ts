/**
 * The context of a function's resumable form. Its code is a state machine: a `switch` within an
 * endless loop, whose cases are the places to jump to and to resume at. What must outlive a
 * suspension lies in the activation (`$a`): parameters, captures, variables, and intermediate
 * values ("slots").
 */

import { SuspensionPoints } from '../analyze/suspension-points.js';
import type { FunctionNode, Statement, Variable } from '../resolve/resolved-ast.js';
import { FunctionContext, type ModuleContext } from './context.js';
import { nameVariable } from './names.js';

/** Where `break` and `continue` lead; undefined for a loop that is a JavaScript loop. */
interface LoopPlaces {
  readonly breakPlace: number;
  readonly continuePlace: number;
}

/** What is gathered while a resumable form is emitted, piece by piece. */
export class ResumableContext extends FunctionContext {
  /** The line of each place at which the function is suspended; 0 for other places. */
  readonly lines: number[] = [0];
  /** Names of what lies in the activation besides parameters and captures. */
  readonly fields = new Set<string>();
  readonly points: SuspensionPoints;
  readonly #pieces: string[] = ['case 0:'];
  readonly #loops: (LoopPlaces | undefined)[] = [];
  /** Variables that live within a stretch of code without suspensions. */
  readonly #plain = new Set<Variable>();
  #plainDepth = 0;
  #liveSlots = 0;
  #loopSlots = 0;

  constructor(module: ModuleContext, node: FunctionNode, self: string) {
    super(module, node, self);
    this.points = new SuspensionPoints(module.options.suspension);
  }

  get code(): string {
    return this.#pieces.join('');
  }

  add(text: string): void {
    this.#pieces.push(text);
  }

  /** A new place, not yet in the code; `line` is for a place at which the function is suspended. */
  takePlace(line = 0): number {
    return this.lines.push(line) - 1;
  }

  /** Adds a call that may suspend the function; the text for the call's result. */
  addSuspendableCall(call: string, line: number): string {
    const place = this.takePlace(line);
    const switched = this.module.use('$switch');
    this.add(`$a.pc=${place};if(($v=${call})===${switched})return ${switched};case ${place}:`);
    const result = this.takeTemporary();
    this.add(`${result}=$v;`);
    return result;
  }

  /** Loops are counted when the function is begun or resumed. */
  override emitLoopStart(): string {
    return '';
  }

  /** What comes before the code, each time that the function is begun or resumed. */
  emitHead(): string {
    return this.declareTemporaries() + (this.hasLoop ? this.emitTick(127, this.node.line) : '');
  }

  addPlace(place: number): void {
    this.add(`case ${place}:`);
  }

  /** A jump, as a single statement. */
  emitJump(place: number): string {
    return `{$p=${place};continue L;}`;
  }

  /** A field for an intermediate value, in use until the statement ends. */
  takeSlot(): string {
    this.#liveSlots++;
    return this.#nameField(`q${this.#liveSlots}`);
  }

  /** A field for a hidden variable of a loop. */
  takeLoopSlot(): string {
    this.#loopSlots++;
    return this.#nameField(`l${this.#loopSlots}`);
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
    const holder = this.#nameField(nameVariable(variable));
    return `${holder}=${this.isBoxed(variable) ? `{v:${value}}` : value};`;
  }

  /** Emits a statement that cannot be suspended, with variables of its own in JavaScript. */
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

  #nameField(name: string): string {
    this.fields.add(name);
    return `$a.${name}`;
  }
}

/** Whether a statement has variables of its own, or parts that run more than once or not at all. */
export function isCompound(statement: Statement): boolean {
  return ['block', 'if', 'while', 'for'].includes(statement.kind);
}
