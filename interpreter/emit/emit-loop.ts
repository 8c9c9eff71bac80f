/**
 * Emits `for` loops. Lists and literal ranges of numbers are iterated over inline, other sequences
 * by Wren's protocol: `iterate` returns the next iterator, or a false value at the end, and
 * `iteratorValue` the element of an iterator.
 *
 *     for (x in list) …    {const $s1=m$list,$l1=$s1.items===void 0?$none:$s1.items;
 *                           for(let $p1=0,$e1,…;$p1<$l1.length?($e1=$l1[$p1],true):$l1===$none&&…;
 *                               $p1=$p1+1){let x$2=$e1;…}}
 *
 * Strings, their bytes and their code points are iterated over inline, too.
 */
import { readNumber } from '../resolve/node-facts.js';
import type { CallExpression, ForStatement } from '../resolve/resolved-ast.js';
import type { FunctionContext } from './context.js';
import { emitDispatch } from './emit-call.js';
import { emitValue } from './emit-expression.js';
import { emitNumberTest, emitOther } from './emit-operator.js';
import { emitStatement } from './emit-statement.js';
import { emitViewSource, viewOf } from './emit-subscript.js';
import { markLine } from './layout.js';

/** The parts of a JavaScript `for`, and the element in each iteration. */
interface Steps {
  readonly first: string;
  readonly condition: string;
  readonly next: string;
  readonly element: string;
}

/** Names of a loop's hidden variables. */
class LoopNames {
  readonly sequence: string;
  readonly iterator: string;
  readonly text: string;
  readonly items: string;
  readonly position: string;
  readonly element: string;
  readonly from: string;
  readonly to: string;
  readonly isNumeric: string;
  readonly isUpward: string;

  constructor(number: number) {
    this.sequence = `$s${number}`;
    this.iterator = `$i${number}`;
    this.text = `$t${number}`;
    this.items = `$l${number}`;
    this.position = `$p${number}`;
    this.element = `$e${number}`;
    this.from = `$a${number}`;
    this.to = `$b${number}`;
    this.isNumeric = `$n${number}`;
    this.isUpward = `$u${number}`;
  }
}

/** Emits a `for` loop. */
export function emitFor(ctx: FunctionContext, statement: ForStatement): string {
  const names = new LoopNames(ctx.numberLoop());
  const { sequence } = statement;
  const isRange =
    sequence.kind === 'call' &&
    (sequence.signature === '..(_)' || sequence.signature === '...(_)') &&
    !ctx.isReplaced(sequence);
  return isRange
    ? emitRangeLoop(ctx, statement, sequence, names)
    : emitSequenceLoop(ctx, statement, names);
}

function emitProtocol(ctx: FunctionContext, { line }: ForStatement, names: LoopNames): Steps {
  const { sequence, iterator } = names;
  const iterate = (from: string) => emitDispatch(ctx, sequence, 'iterate$1', [from], line);
  const nil = ctx.module.use('$null');
  return {
    first: iterate(nil),
    condition: `${iterator}!==false&&${iterator}!==${nil}`,
    next: iterate(iterator),
    element: emitDispatch(ctx, sequence, 'iteratorValue$1', [iterator], line),
  };
}

/** Emits steps with a fast form, chosen by a test that is constant during the loop. */
function chooseSteps(test: string, quick: Steps, other: Steps): Steps {
  return {
    first: choose(test, quick.first, other.first),
    condition: choose(test, quick.condition, other.condition),
    next: choose(test, quick.next, other.next),
    element: choose(test, quick.element, other.element),
  };
}

function choose(test: string, quick: string, other: string): string {
  return quick === other ? quick : `(${test}?${quick}:${other})`;
}

function emitLoop(
  ctx: FunctionContext,
  statement: ForStatement,
  constants: string,
  iterator: string,
  { first, condition, next, element }: Steps,
): string {
  const head = `for(let ${iterator}=${first};${condition};${iterator}=${next})`;
  const start = ctx.emitLoopStart(statement.line);
  const variable = ctx.emitDefinition(statement.variable, element);
  const body = ctx.emitLoopBody(() => emitStatement(ctx, statement.body));
  const tick = ctx.emitLoopTick(statement.line);
  return `{${constants}${start}${head}{${tick}${variable}${body}}}`;
}

/**
 * Emits a loop over a list or another sequence. Other sequences get an empty list of items, so that
 * iterations over a list make a single test (a tenth of the time of Wren's benchmark `for`).
 */
function emitSequenceLoop(ctx: FunctionContext, statement: ForStatement, names: LoopNames): string {
  const { sequence, items, iterator, position, element } = names;
  const { next, condition, element: other } = emitProtocol(ctx, statement, names);
  const none = ctx.module.use('$none');
  const own = `${sequence}.items`;
  const text = emitTextSteps(ctx, statement, names);
  const constants = `const ${text.constants}${items}=${own}===void 0?${none}:${own};`;
  const onItem = `${position}<${items}.length?(${element}=${items}[${position}],true)`;
  const onOther = `(${iterator}=${next},${condition})&&(${element}=${other},true)`;
  const onRest = `${items}===${none}&&(${text.test}?${text.step}:${onOther})`;
  return emitLoop(ctx, statement, constants, position, {
    first: `0,${iterator}=${ctx.module.use('$null')},${element}`,
    condition: `${onItem}:${onRest}`,
    next: `${position}+1`,
    element,
  });
}

/** The parts of a loop over a sequence that deal with strings. */
interface TextSteps {
  /** The definitions of the sequence, each followed by a comma. */
  readonly constants: string;
  /** The test for a string. */
  readonly test: string;
  /** The condition of the loop, which also finds the element. */
  readonly step: string;
}

/** Emits the steps over a string, or over its bytes or code points. */
function emitTextSteps(
  ctx: FunctionContext,
  { sequence: expression, line }: ForStatement,
  { sequence, text, position, element }: LoopNames,
): TextSteps {
  const { module } = ctx;
  const mark = markLine(line);
  const view = viewOf(ctx, expression);
  const of = view === undefined ? sequence : text;
  const read = view === undefined ? '$characterAt' : view.read;
  const take = `${element}=${mark}${module.use(read)}(${of},${position})`;
  const find = `(${position}=${mark}${module.use('$findCharacter')}(${of},${position}))!==-1`;
  if (view === undefined) {
    const constants = `${sequence}=${emitValue(ctx, expression)},`;
    const ascii = `(${element}=${mark}${module.use('$ascii')}(${of},${position}))!==""`;
    const step = `(${ascii}||${find}&&(${take},true))`;
    return { constants, test: `typeof ${of}==='string'`, step };
  }
  const { setup, text: source } = emitViewSource(ctx, view);
  const constants = `${text}=(${setup}${source}),${sequence}=${emitValue(ctx, expression)},`;
  const isInside = view.read === '$byte' ? `${position}<${of}.length` : find;
  return { constants, test: `${of}!==void 0`, step: `${isInside}&&(${take},true)` };
}

/**
 * Emits the steps over a range of numbers. A range counts down if it begins above its end; only
 * `a...a` is empty.
 *
 * @param isUpward the text of the condition for counting up
 */
function emitNumericSteps(
  { iterator, from, to }: LoopNames,
  isInclusive: boolean,
  isUpward: string,
): Steps {
  const [upTo, downTo] = isInclusive ? ['<=', '<'] : ['<', '<='];
  const upward = {
    first: from,
    condition: `${iterator}${upTo}${to}`,
    next: `${iterator}+1`,
    element: iterator,
  };
  const downward = {
    ...upward,
    condition: `!(${iterator}${downTo}${to})`,
    next: `${iterator}-1`,
  };
  if (isUpward === 'true') return upward;
  return isUpward === 'false' ? downward : chooseSteps(isUpward, upward, downward);
}

/** Records that the variable of a loop over a range of numbers is a number. */
export function noteNumber({ module }: FunctionContext, { variable }: ForStatement): void {
  if (!variable.assigned) module.addNumber(variable);
}

function emitRangeLoop(
  ctx: FunctionContext,
  statement: ForStatement,
  range: CallExpression,
  names: LoopNames,
): string {
  const { from, to, isNumeric, isUpward } = names;
  const sides = [range.receiver, ...range.arguments];
  const ends = [from, to];
  const values = sides.map((side, index) => `${ends[index]}=${emitValue(ctx, side)}`).join(',');
  const [first, last] = sides.map(readNumber);
  const isKnown = first !== undefined && last !== undefined;
  const upward = isKnown ? String(first < last) : isUpward;
  const numeric = emitNumericSteps(names, range.signature === '..(_)', upward);
  const test = emitNumberTest(ctx, sides, ends);
  const other = emitOther(ctx, range, ends);
  if (ctx.module.isNumber(range.receiver)) {
    noteNumber(ctx, statement);
    // An end that is not a number is an error.
    const check = test === undefined ? '' : `if(!(${test}))${other};`;
    const direction = isKnown ? '' : `const ${isUpward}=${from}<${to};`;
    const loop = emitLoop(ctx, statement, direction, names.iterator, numeric);
    return `{const ${values};${check}${loop}}`;
  }
  const sequence = `${names.sequence}=${isNumeric}?void 0:${other}`;
  const direction = `${isUpward}=${isNumeric}&&${from}<${to}`;
  const constants = `const ${values},${isNumeric}=${test},${sequence},${direction};`;
  const steps = chooseSteps(isNumeric, numeric, emitProtocol(ctx, statement, names));
  return emitLoop(ctx, statement, constants, names.iterator, steps);
}
