/** Random scripts that write in transactions. */
import type { Random } from '../../../random.js';

/** A step of a script. Numbers are ids of rows, which no other script uses. */
export type Step =
  | { readonly kind: 'insert' | 'insertOrRollback'; readonly id: number }
  | { readonly kind: 'upsert'; readonly id: number; readonly key: string }
  /** Fails as a conflict of two servers does, in the first `times` attempts, on PostgreSQL. */
  | { readonly kind: 'clash'; readonly times: number }
  /** A statement whose table may have been altered since its last use. */
  | { readonly kind: 'read' }
  | { readonly kind: 'insertWide'; readonly id: number }
  | { readonly kind: 'control'; readonly word: 'BEGIN' | 'COMMIT' | 'ROLLBACK' }
  | { readonly kind: 'answer' | 'abort' | 'suspend' }
  | { readonly kind: 'transaction' | 'attempt'; readonly steps: readonly Step[] };

/** Ids of a script: a thousand from this one on. */
export const idsOf = (index: number): number => 1_000 * (index + 1);

const mostSteps = 4;
const deepest = 3;

/** Generates the steps of one script. */
export class ScriptMaker {
  readonly #random: Random;
  readonly #isOnPostgres: boolean;
  readonly #first: number;
  #next: number;
  #nextWide: number;

  constructor(random: Random, index: number, isOnPostgres: boolean) {
    this.#random = random;
    this.#isOnPostgres = isOnPostgres;
    this.#first = idsOf(index);
    this.#next = this.#first;
    this.#nextWide = this.#first + 500;
  }

  make(depth = 0): Step[] {
    const count = 1 + this.#random.below(mostSteps);
    return Array.from({ length: count }, () => this.#step(depth));
  }

  #step(depth: number): Step {
    if (depth < deepest && this.#random.oneIn(2)) {
      const kind = this.#random.pick(['transaction', 'transaction', 'attempt'] as const);
      return { kind, steps: this.make(depth + 1) };
    }
    const forms: (() => Step)[] = [
      () => ({ kind: 'insert', id: this.#newId() }),
      () => ({ kind: 'insert', id: this.#newId() }),
      () => ({ kind: 'insert', id: this.#anyId() }),
      () => ({ kind: this.#isOnPostgres ? 'insert' : 'insertOrRollback', id: this.#anyId() }),
      () => ({ kind: 'upsert', id: this.#newId(), key: `${this.#first}${this.#random.below(2)}` }),
      () => ({ kind: 'clash', times: this.#random.below(3) }),
      () => ({ kind: this.#random.oneIn(2) ? 'read' : 'answer' }),
      () => ({ kind: 'insertWide', id: this.#wideId() }),
      () => ({ kind: 'control', word: this.#random.pick(['BEGIN', 'COMMIT', 'ROLLBACK']) }),
      () => ({ kind: this.#random.oneIn(3) ? 'suspend' : 'abort' }),
    ];
    return this.#random.pick(forms)();
  }

  #newId(): number {
    this.#next++;
    return this.#next;
  }

  #wideId(): number {
    this.#nextWide++;
    return this.#nextWide;
  }

  /** An id that a row may have already. */
  #anyId(): number {
    return this.#first + 1 + this.#random.below(this.#next - this.#first + 1);
  }
}

/** The text of a script, which answers with the ids that its statements returned. */
export function render(steps: readonly Step[]): string {
  return `var ids = []\n${renderSteps(steps)}\nResponse.json(ids)\n`;
}

function renderSteps(steps: readonly Step[]): string {
  return steps.map(renderStep).join('\n');
}

function renderStep(step: Step): string {
  switch (step.kind) {
    case 'insert':
      return `ids.add(\`INSERT INTO rows (id) VALUES (?)\`.query([${step.id}]))`;
    case 'insertOrRollback':
      return `ids.add(\`INSERT OR ROLLBACK INTO rows (id) VALUES (?)\`.query([${step.id}]))`;
    case 'upsert':
      return (
        'ids.add(`INSERT INTO rows (id, key) VALUES (?, ?) ON CONFLICT (key) ' +
        `DO UPDATE SET id = id\`.query([${step.id}, "${step.key}"]))`
      );
    case 'clash':
      return `\`INSERT INTO clashes (times) VALUES (?)\`.query([${step.times}])`;
    case 'read':
      return '`SELECT * FROM wide`.first';
    case 'insertWide':
      return `ids.add(\`INSERT INTO wide (id) VALUES (?) RETURNING *\`.query([${step.id}]))`;
    case 'control':
      return `\`${step.word}\`.query`;
    case 'answer':
      return 'Response.json(ids)';
    case 'abort':
      return 'Fiber.abort("no")';
    case 'suspend':
      return 'Fiber.suspend()';
    case 'transaction':
      return `Db.transaction {\n${renderSteps(step.steps)}\n}`;
    case 'attempt':
      return `Fiber.new {\n${renderSteps(step.steps)}\n}.try()`;
  }
}
