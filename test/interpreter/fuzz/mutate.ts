/** Mutates programs: text that is nearly Wren finds more errors than noise. */
import type { Random } from '../../random.js';

const lines = /[^\n]*\n|[^\n]+/g;
const tokens = /\s+|\/\/[^\n]*|"(?:\\.|[^"\\])*"|\w+|\.\.\.?|[<>=!&|]{2}|[\s\S]/g;

/** Changes some lines or tokens of a program, or inserts those of another. */
type Mutation = (parts: string[], random: Random, other: readonly string[]) => void;

const inserted = ['{', '}', '(', ')', '[', ']', '"', '%(', '/*', '*/', '\n', '.', '`', '"""', '_'];

const mutations: readonly Mutation[] = [
  (parts, random) => {
    parts.splice(random.below(parts.length), 1 + random.below(3));
  },
  (parts, random) => {
    const start = random.below(parts.length);
    const copied = parts.slice(start, start + 1 + random.below(8));
    parts.splice(random.below(parts.length), 0, ...copied);
  },
  (parts, random) => {
    const [one, two] = [random.below(parts.length), random.below(parts.length)];
    const kept = parts[one] ?? '';
    parts[one] = parts[two] ?? '';
    parts[two] = kept;
  },
  (parts, random, other) => {
    const start = random.below(other.length + 1);
    const part = other.slice(start, start + 1 + random.below(20));
    parts.splice(random.below(parts.length), random.below(5), ...part);
  },
  (parts, random) => {
    parts.splice(random.below(parts.length), 0, random.pick(inserted));
  },
  (parts, random) => {
    parts.splice(random.below(parts.length));
  },
  (parts, random) => {
    const place = random.below(parts.length);
    const part = parts[place] ?? '';
    const at = random.below(part.length + 1);
    const byte = String.fromCharCode(random.below(256));
    parts[place] = part.slice(0, at) + byte + part.slice(at + 1);
  },
];

/** A mutated program. Sources are byte strings. */
export function mutate(source: string, random: Random, others: readonly string[]): Uint8Array {
  const unit = random.oneIn(2) ? lines : tokens;
  const parts: string[] = source.match(unit) ?? [];
  const other = random.pick(others).match(unit) ?? [];
  const times = random.oneIn(3) ? 1 + random.below(4) : 1;
  for (let count = 0; count < times; count++) {
    if (parts.length === 0) parts.push('');
    random.pick(mutations)(parts, random, other);
  }
  return Buffer.from(parts.join(''), 'latin1');
}
