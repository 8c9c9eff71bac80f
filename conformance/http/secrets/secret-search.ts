/** Search for secrets in texts, plain or encoded, and their replacements. */
import { swapCase } from '../../../kit/words.js';
import { Decoder, fromBinary, toBinary } from './decodings.js';
import type { Secret } from './secrets.js';

/** The near misses that scenarios make of a credential, with their notation in the shell. */
export const forms: readonly (readonly [(value: string) => string, (name: string) => string])[] = [
  [(value) => value, (name) => `$${name}`],
  [(value) => value.toUpperCase(), (name) => `\${${name}^^}`],
  [(value) => value.toLowerCase(), (name) => `\${${name},,}`],
  [swapCase, (name) => `\${${name}~~}`],
  [(value) => value.slice(0, -1), (name) => `\${${name}%?}`],
  [(value) => value.slice(1), (name) => `\${${name}#?}`],
];

/** Encodings of a whole secret, with names that are not shell syntax. */
export const encodedForms: typeof forms = [
  [(value) => unpadded(value), (name) => `\${${name}_BASE64}`],
  [(value) => Buffer.from(value).toString('hex'), (name) => `\${${name}_HEX}`],
];

function unpadded(value: string): string {
  return Buffer.from(value).toString('base64').replace(/=+$/, '');
}

/** Shorter texts are not secrets: they would match by accident. */
const shortestForm = 4;
/** The same limit in bytes for decoded texts, whose digits may be anything. */
const shortestEncoded = 6;
/** A shorter secret may be a word, so only the near misses of scenarios are searched for. */
const shortestInAnyCase = 8;
/** The shortest beginning of a secret at the end of a cut text. */
const shortestStart = 6;
/** The maximum depth of encodings inside encodings. */
const deepest = 3;

/** The end of a cut text. */
const cut = /…(?: \(\d+ more characters\))?$/;

/** A secret in one letter case. Several are necessary for letters beyond ASCII. */
interface Needle extends Secret {
  /** The first character, the middle and the last character; binary, with ASCII in lower case. */
  readonly head: string;
  readonly core: string;
  readonly tail: string;
  /** The replacements of the known near misses. */
  readonly written: ReadonlyMap<string, string>;
}

/** A secret in a text, with its place. */
interface Span extends Secret {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** A search for certain secrets. */
export class SecretSearch {
  readonly #needles: readonly Needle[];
  /** The middles of secrets in lower case, as text and binary. */
  readonly #cores: readonly string[];
  readonly #decoder: Decoder;

  constructor(secrets: readonly Secret[]) {
    const wanted = secrets.filter(({ value }) => value.length >= shortestForm);
    this.#needles = wanted.flatMap(needlesOf);
    const cores = wanted.flatMap(({ value }) => variantsOf(value).map(coreOf));
    const folded = [...cores, ...cores.map(toBinary)].map((core) => core.toLowerCase());
    this.#cores = [...new Set(folded)];
    const lengths = wanted.map(({ value }) => Buffer.byteLength(value) - 1);
    const hasBlanks = wanted.some(({ value }) => value.includes(' '));
    this.#decoder = new Decoder(Math.max(Math.min(...lengths), shortestEncoded - 1), hasBlanks);
  }

  /** Replaces each secret in a text. */
  replace(text: string): string {
    if (!this.#mayHold(text)) return text;
    const end = cut.exec(text)?.index;
    const binary = toBinary(text);
    const searched = end === undefined ? binary : toBinary(text.slice(0, end));
    const spans = this.#find(searched, 0, end !== undefined);
    return spans.length === 0 ? text : fromBinary(replaceSpans(binary, spans));
  }

  /** Whether a text may contain a secret; a quick test, since nearly all texts do not. */
  #mayHold(text: string): boolean {
    if (this.#needles.length === 0) return false;
    const lower = text.toLowerCase();
    if (this.#cores.some((core) => lower.includes(core))) return true;
    return this.#decoder.mayDecode(text) || (text.includes('…') && cut.test(text));
  }

  #find(text: string, depth: number, isCut: boolean): Span[] {
    const lower = text.toLowerCase();
    const spans = this.#needles.flatMap((needle) => [
      ...findNeedle(needle, text, lower),
      ...(isCut ? findStart(needle, text, lower) : []),
    ]);
    if (depth === deepest) return spans;
    for (const decoded of this.#decoder.decode(text, isCut)) {
      const isCutThere = isCut && decoded.end === text.length;
      if (!isCutThere && !this.#mayHold(decoded.text)) continue;
      const isOfBytes = decoded.encoding !== undefined;
      for (const span of this.#find(decoded.text, depth + 1, isCutThere)) {
        if (isOfBytes && span.end - span.start < shortestEncoded) continue;
        const [start, end] = decoded.sourceOf(span.start, span.end);
        const written = isOfBytes
          ? nameEncoded(span, text.slice(start, end), decoded.encoding)
          : span.written;
        spans.push({ ...span, start, end, written });
      }
    }
    return spans;
  }
}

/** A text without its first and its last character. */
function coreOf(value: string): string {
  return [...value].slice(1, -1).join('');
}

function variantsOf(value: string): string[] {
  const variants = [value, value.toUpperCase(), value.toLowerCase(), swapCase(value)];
  return [...new Set(variants)];
}

function needlesOf({ value, variable }: Secret): Needle[] {
  const written = new Map<string, string>();
  for (const [derive, write] of forms) {
    const form = toBinary(derive(value));
    if (derive(value).length >= shortestForm && !written.has(form))
      written.set(form, write(variable));
  }
  const needles = new Map<string, Needle>();
  for (const variant of variantsOf(value)) {
    const characters = [...variant];
    const parts = [characters.slice(0, 1), [coreOf(variant)], characters.slice(-1)];
    const folded = parts.map((part) => toBinary(part.join('')).toLowerCase());
    const [head = '', core = '', tail = ''] = folded;
    needles.set(folded.join(''), { value, variable, head, core, tail, written });
  }
  return [...needles.values()];
}

/** Finds a secret, with or without its first or its last character. */
function findNeedle(needle: Needle, text: string, lower: string): Span[] {
  const { value, variable, head, core, tail } = needle;
  const spans: Span[] = [];
  for (let at = lower.indexOf(core); at >= 0; at = lower.indexOf(core, at + 1)) {
    const behind = at + core.length;
    const start =
      lower.startsWith(head, at - head.length) && at >= head.length ? at - head.length : at;
    const end = lower.startsWith(tail, behind) ? behind + tail.length : behind;
    const written = nameFound(needle, text.slice(start, end), start < at, end > behind);
    if (written !== undefined) spans.push({ value, variable, start, end, written });
  }
  return spans;
}

/** The replacement of a found text; undefined when the text is not a form of the secret. */
function nameFound(
  { value, variable, written }: Needle,
  found: string,
  hasHead: boolean,
  hasTail: boolean,
): string | undefined {
  const known = written.get(found);
  if (known !== undefined || value.length < shortestInAnyCase) return known;
  if (hasHead && hasTail) return `$${variable}`;
  if (hasHead) return `\${${variable}%?}`;
  return hasTail ? `\${${variable}#?}` : undefined;
}

/** Finds the beginning of a secret at the end of a cut text. */
function findStart({ value, variable, head, core }: Needle, text: string, lower: string): Span[] {
  const whole = head + core;
  for (let length = whole.length; length >= shortestStart; length -= 1) {
    const start = text.length - length;
    if (start < 0 || !lower.endsWith(whole.slice(0, length))) continue;
    return [{ value, variable, start, end: text.length, written: `$${variable}` }];
  }
  return [];
}

/** @param encoded the encoded secret, from its first digit to its last */
function nameEncoded({ value, variable }: Secret, encoded: string, encoding = ''): string {
  const whole = encodedForms.find(([derive]) => derive(value) === encoded);
  return whole === undefined ? `\${${variable}_IN_${encoding}}` : whole[1](variable);
}

/** Replaces spans; of overlapping spans, the first one counts. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const inOrder = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let replaced = '';
  let done = 0;
  for (const { start, end, written } of inOrder) {
    if (start >= done) replaced += text.slice(done, start) + written;
    done = Math.max(done, end);
  }
  return replaced + text.slice(done);
}
