/**
 * A limit of the compiler with a program at the limit and one beyond it. These programs are too
 * long for files.
 */
interface LimitProgram {
  readonly name: string;
  readonly accepted: string;
  readonly refused: string;
  /** The error of the rejected program. */
  readonly message: string;
  readonly line: number;
}

function repeat(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

function nested(depth: number): string {
  return `var a = ${'('.repeat(depth)}1${')'.repeat(depth)}`;
}

function moduleVariables(count: number): string {
  return repeat(count, (index) => `var v${index}\n`);
}

function constants(count: number): string {
  return `Fn.new {\n${repeat(count, (index) => `${index}\n`)}}`;
}

function localVariables(count: number, last = ''): string {
  return `Fn.new {\n${repeat(count, (index) => `  var v${index}\n`)}${last}}`;
}

function unknownEscapes(count: number): string {
  return `"${repeat(count, () => '\\q')}"`;
}

/** Each line is four bytes of Wren's bytecode. */
function bodyOf(lines: number, head: string, rest = ''): string {
  return `${head} {\n${repeat(lines, () => '1\n')}}${rest}`;
}

/** Each addition is six bytes of Wren's bytecode. */
function sum(additions: number): string {
  return `(1${repeat(additions, () => '+1')})`;
}

export const limitPrograms: readonly LimitProgram[] = [
  {
    name: 'nesting',
    accepted: nested(499),
    refused: nested(500),
    message: "Error at '(': Expressions and statements may only nest 500 levels deep.",
    line: 1,
  },
  {
    name: 'module variables',
    accepted: moduleVariables(65_536),
    refused: moduleVariables(65_537),
    message: "Error at 'v65536': Too many module variables defined.",
    line: 65_537,
  },
  {
    name: 'constants of a function',
    accepted: constants(65_536),
    refused: constants(65_537),
    message: "Error at '65536': A function may only contain 65536 unique constants.",
    line: 65_538,
  },
  {
    name: 'local variables',
    accepted: localVariables(255),
    refused: localVariables(256),
    message: "Error at 'v255': Cannot declare more than 256 variables in one scope.",
    line: 257,
  },
  {
    name: 'local variables with those of a loop',
    accepted: localVariables(252, '  for (i in 1..2) {}\n'),
    refused: localVariables(254, '  for (i in 1..2) {}\n'),
    message:
      "Error at '2': Cannot declare more than 256 variables in one scope. " +
      '(Not enough space for for-loops internal variables)',
    line: 256,
  },
  {
    name: 'local variables with the variable of a loop',
    accepted: localVariables(252, '  for (i in 1..2) {}\n'),
    refused: localVariables(253, '  for (i in 1..2) {}\n'),
    message: "Error at 'i': Cannot declare more than 256 variables in one scope.",
    line: 255,
  },
  {
    name: 'code of an if',
    accepted: bodyOf(16_384, 'if (false)'),
    refused: bodyOf(16_385, 'if (false)'),
    message: "Error at '}': Too much code to jump over.",
    line: 16_387,
  },
  {
    name: 'code before an else',
    accepted: bodyOf(16_383, 'if (false)', ' else 2'),
    refused: bodyOf(16_384, 'if (false)', ' else 2'),
    message: "Error at 'else': Too much code to jump over.",
    line: 16_386,
  },
  {
    name: 'code of an else',
    accepted: bodyOf(16_384, 'if (true) 2 else'),
    refused: bodyOf(16_385, 'if (true) 2 else'),
    message: "Error at '}': Too much code to jump over.",
    line: 16_387,
  },
  {
    name: 'code of a while loop',
    accepted: bodyOf(16_383, 'while (false)'),
    refused: bodyOf(16_384, 'while (false)'),
    message: "Error at '}': Too much code to jump over.",
    line: 16_386,
  },
  {
    name: 'code of a for loop',
    accepted: bodyOf(16_381, 'for (i in [])'),
    refused: bodyOf(16_382, 'for (i in [])'),
    message: "Error at '}': Too much code to jump over.",
    line: 16_384,
  },
  {
    name: 'code of an operand',
    accepted: `false && ${sum(10_922)}`,
    refused: `false && ${sum(10_923)}`,
    message: "Error at ')': Too much code to jump over.",
    line: 1,
  },
  {
    name: 'code before a colon',
    accepted: `true ? ${sum(10_921)} : 2`,
    refused: `true ? ${sum(10_922)} : 2`,
    message: "Error at ':': Too much code to jump over.",
    line: 1,
  },
  {
    name: 'code after a colon',
    accepted: `true ? 2 : ${sum(10_922)}`,
    refused: `true ? 2 : ${sum(10_923)}`,
    message: "Error at ')': Too much code to jump over.",
    line: 1,
  },
  {
    name: 'errors',
    accepted: unknownEscapes(0),
    refused: unknownEscapes(200),
    message: 'Error: Too many errors; the rest of the module was not checked.',
    line: 1,
  },
];
