/** A program in `bench/programs/`, once in Wren and once in JavaScript. */
export interface ProgramCase {
  /** Name of both files, without extension. */
  readonly name: string;
  /** The answer that both must print. */
  readonly answer: string;
}

/** The programs of the interpreter's benchmark, in the order of its table. */
export const programCases: readonly ProgramCase[] = [
  { name: 'method-calls', answer: '685544 refused, 4 left' },
  { name: 'recursion', answer: '8, 2555757' },
  { name: 'fields', answer: '153951' },
  { name: 'closures', answer: '7999977' },
  { name: 'many-classes', answer: '435685625' },
  { name: 'constraints', answer: '336504256' },
  { name: 'arithmetic', answer: '77031, 517619939' },
  { name: 'n-body', answer: '372278703' },
  { name: 'sieve', answer: '216816' },
  { name: 'matrix-product', answer: '1296000' },
  { name: 'lists', answer: '174172767113' },
  { name: 'sorting', answer: '573503, 278654' },
  { name: 'map-numbers', answer: '382, 15555591692' },
  { name: 'map-strings', answer: '10000 words, 40 at most' },
  { name: 'string-keys', answer: '144008000, 32000 left' },
  { name: 'string-building', answer: '12873000' },
  { name: 'string-scanning', answer: '27588252007' },
  { name: 'expression-parser', answer: '3440340' },
  { name: 'fibers-loop', answer: '59999700000' },
  { name: 'fibers-recursion', answer: '200002' },
];
