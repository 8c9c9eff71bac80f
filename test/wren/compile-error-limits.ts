/**
 * Limits whose programs are too long to be kept as files: for each, a program that just keeps to
 * the limit and one that goes beyond it.
 */
interface LimitProgram {
  readonly name: string;
  readonly accepted: string;
  readonly refused: string;
  /** The error of the second one. */
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
    name: 'errors',
    accepted: unknownEscapes(0),
    refused: unknownEscapes(200),
    message: 'Error: Too many errors; the rest of the module was not looked at.',
    line: 1,
  },
];
