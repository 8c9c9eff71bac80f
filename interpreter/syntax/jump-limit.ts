/**
 * Wren's limit on jumps: at most 64 KiB of bytecode, which bounds the size of an `if`, a loop or
 * the right operand of an operator. There is no bytecode here, but its size follows from the tree
 * (wren-lang/wren 0.4, `wren_opcodes.h`). A name counts as the shortest instruction that could load
 * it, so that every program that Wren accepts is accepted.
 */
import type { Argument, Block, ClassStatement, Expression, Statement } from './ast.js';
import type { Parser } from './parser.js';

const farthestJump = 65_536;

/** No source character takes five bytes of bytecode, so shorter code is not measured. */
const shortestFarText = Math.floor(farthestJump / 5);

/** Size in bytes of each instruction with its operands. */
const bytes = {
  /** Loads null, true, false, this, or one of the first local variables. */
  load: 1,
  pop: 1,
  /** Also loads the function of a method. */
  constant: 3,
  field: 2,
  store: 2,
  moduleVariable: 3,
  call: 3,
  superCall: 5,
  /** Forward or back, conditional or not. */
  jump: 3,
  return: 1,
  class: 2,
  method: 3,
  import: 3,
} as const;

/** The call of `iterate(_)` or `iteratorValue(_)`. */
const iteration = 2 * bytes.load + bytes.call;

/** Bytes at the end of a branch or a loop that a jump crosses besides the construct's code. */
const ends = {
  none: 0,
  branch: bytes.jump,
  while: bytes.jump,
  for: iteration + bytes.pop + bytes.jump,
} as const;

/** Reports an error at the last token if Wren could not jump over the code parsed last. */
export function checkJump(
  parser: Parser,
  code: Statement | Expression,
  end: keyof typeof ends = 'none',
): void {
  if (parser.previous.end - code.start < shortestFarText) return;
  if (sizeOf(code) + ends[end] > farthestJump) parser.fail('jumpTooFar');
}

/** Sizes of measured code: every enclosing construct asks for them again. */
const known = new WeakMap<Argument | Statement, number>();

function sizeOf(code: Argument | Statement): number {
  const size = known.get(code) ?? measure(code);
  known.set(code, size);
  return size;
}

function total<T>(items: readonly T[], sizeOfItem: (item: T) => number): number {
  return items.reduce((sum, item) => sum + sizeOfItem(item), 0);
}

function measure(code: Argument | Statement): number {
  switch (code.kind) {
    case 'expression-statement':
      return sizeOf(code.expression) + bytes.pop;
    case 'variable':
      return code.value === undefined ? bytes.load : sizeOf(code.value);
    case 'block':
      return measureBlock(code.block);
    case 'if':
      return sizeOf(code.condition) + bytes.jump + measureBranches(code.then, code.otherwise);
    case 'while':
      return sizeOf(code.condition) + bytes.jump + sizeOf(code.body) + ends.while;
    case 'for': {
      const head = sizeOf(code.sequence) + bytes.load + iteration + bytes.store + bytes.jump;
      return head + sizeOf(code.body) + ends.for + 2 * bytes.pop;
    }
    case 'break':
    case 'continue':
      return bytes.jump;
    case 'return':
      return (code.value === undefined ? bytes.load : sizeOf(code.value)) + bytes.return;
    case 'class':
      return measureClass(code);
    case 'import':
      return bytes.import + bytes.pop + code.bindings.length * bytes.import;
    default:
      return measureExpression(code);
  }
}

/** A block pops its variables at its end. */
function measureBlock({ statements, expression }: Block): number {
  if (expression !== undefined) return sizeOf(expression) + bytes.pop;
  return total(statements, (one) => sizeOf(one) + countVariables(one) * bytes.pop);
}

function countVariables(statement: Statement): number {
  if (statement.kind === 'import') return statement.bindings.length;
  return statement.kind === 'variable' || statement.kind === 'class' ? 1 : 0;
}

function measureBranches(then: Statement, otherwise: Statement | undefined): number {
  return sizeOf(then) + (otherwise === undefined ? 0 : ends.branch + sizeOf(otherwise));
}

/** Method bodies are separate functions and do not count. A constructor is two methods. */
function measureClass({ superclass, methods }: ClassStatement): number {
  const head = bytes.constant + bytes.class;
  const parent = superclass === undefined ? bytes.moduleVariable : sizeOf(superclass);
  const count = total(methods, ({ type }) => (type === 'constructor' ? 2 : 1));
  return head + parent + count * (bytes.constant + bytes.load + bytes.method);
}

/** Follows chains in a loop, so that the stack does not limit their length. */
function measureExpression(expression: Argument): number {
  let size = 0;
  let first = expression;
  while (first.kind === 'call' || first.kind === 'logical') {
    if (first.kind === 'call') {
      size += total(first.arguments, sizeOf) + bytes.call;
      first = first.receiver;
    } else {
      size += bytes.jump + sizeOf(first.right);
      first = first.left;
    }
  }
  return size + measureFirst(first);
}

function measureFirst(expression: Exclude<Argument, { kind: 'call' | 'logical' }>): number {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'object' || typeof expression.value === 'boolean'
        ? bytes.load
        : bytes.constant;
    case 'query':
    case 'block-argument':
      return bytes.constant;
    case 'interpolation':
      return measureNew(expression.parts, sizeOf) + bytes.call;
    case 'list':
      return measureNew(expression.elements, sizeOf);
    case 'map':
      return measureNew(expression.entries, ({ key, value }) => sizeOf(key) + sizeOf(value));
    case 'name':
    case 'static-field':
    case 'this':
      return bytes.load;
    case 'field':
      return bytes.field;
    case 'assignment':
      return sizeOf(expression.value) + bytes.store;
    case 'super-call':
      return bytes.load + total(expression.arguments, sizeOf) + bytes.superCall;
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      return sizeOf(condition) + bytes.jump + sizeOf(then) + ends.branch + sizeOf(otherwise);
    }
    case 'invalid':
      return 0;
  }
}

/** A list or map is created empty; a call adds each item. */
function measureNew<T>(items: readonly T[], sizeOfItem: (item: T) => number): number {
  return bytes.moduleVariable + bytes.call + total(items, (item) => sizeOfItem(item) + bytes.call);
}
