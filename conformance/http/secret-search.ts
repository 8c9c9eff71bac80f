/** Finds secrets in texts, also encoded ones, and says what to write in their place. */
import { swapCase } from '../../kit/words.js';
import { Decoder, fromBinary, toBinary } from './decodings.js';

/** A secret, and the environment variable that could hold it. */
export interface Secret {
  readonly value: string;
  readonly variable: string;
}

/** What scenarios make of a credential for a near miss, and the shell's way to write the same. */
export const forms: readonly (readonly [(value: string) => string, (name: string) => string])[] = [
  [(value) => value, (name) => `$${name}`],
  [(value) => value.toUpperCase(), (name) => `\${${name}^^}`],
  [(value) => value.toLowerCase(), (name) => `\${${name},,}`],
  [swapCase, (name) => `\${${name}~~}`],
  [(value) => value.slice(0, -1), (name) => `\${${name}%?}`],
  [(value) => value.slice(1), (name) => `\${${name}#?}`],
];

/** Encodings of a whole secret that have a name of their own, which no shell knows. */
export const encodedForms: typeof forms = [
  [(value) => unpadded(value), (name) => `\${${name}_BASE64}`],
  [(value) => Buffer.from(value).toString('hex'), (name) => `\${${name}_HEX}`],
];

function unpadded(value: string): string {
  return Buffer.from(value).toString('base64').replace(/=+$/, '');
}

/** What is shorter is no secret: it would be found in texts by accident. */
const shortestForm = 4;
/** In its bytes, the same for what is decoded from digits, which may be any. */
const shortestEncoded = 6;
/** What is shorter may be a word, so that only what scenarios make of it is looked for. */
const shortestInAnyCase = 8;
/** Of the beginning of a secret where a text was cut. */
const shortestStart = 6;
/** An encoding of an encoding of an encoding; what decodes more finds less. */
const deepest = 3;

/** How a text goes on that was cut. */
const cut = /…(?: \(\d+ more characters\))?$/;

/** A secret in one of its letter cases, of which those differ that have letters beyond ASCII. */
interface Needle extends Secret {
  /** Its first character, all between and its last one; binary, with ASCII in lower case. */
  readonly head: string;
  readonly core: string;
  readonly tail: string;
  /** What is to be written for the texts that are known to be made of it. */
  readonly written: ReadonlyMap<string, string>;
}

/** A piece of a text that is a secret. */
interface Span extends Secret {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** The search for some secrets. */
export class SecretSearch {
  readonly #needles: readonly Needle[];
  /** In lower case, as texts and as binary ones. */
  readonly #cores: readonly string[];
  readonly #decoder: Decoder;

  constructor(secrets: readonly Secret[]) {
    const wanted = secrets.filter(({ value }) => value.length >= shortestForm);
    this.#needles = wanted.flatMap(needlesOf);
    const cores = wanted.flatMap(({ value }) => variantsOf(value).map(coreOf));
    const folded = [...cores, ...cores.map(toBinary)].map((core) => core.toLowerCase());
    this.#cores = [...new Set(folded)];
    const lengths = wanted.map(({ value }) => Buffer.byteLength(value) - 1);
    this.#decoder = new Decoder(Math.max(Math.min(...lengths), shortestEncoded - 1));
  }

  /** The text with what is to be written in the place of each secret. */
  replace(text: string): string {
    if (!this.#mayHold(text)) return text;
    const end = cut.exec(text)?.index;
    const binary = toBinary(text);
    const searched = end === undefined ? binary : toBinary(text.slice(0, end));
    const spans = this.#find(searched, 0, end !== undefined);
    return spans.length === 0 ? text : fromBinary(replaceSpans(binary, spans));
  }

  /** Nearly all texts are free of secrets, and plain searches find that out quickly. */
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

/** All but its first and its last character. */
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

/** All places of a secret, and of one that lacks its first or its last character. */
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

/** What to write for what was found; undefined when it is none of a secret. */
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

/** The beginning of a secret at the end of a text that was cut. */
function findStart({ value, variable, head, core }: Needle, text: string, lower: string): Span[] {
  const whole = head + core;
  for (let length = whole.length; length >= shortestStart; length -= 1) {
    const start = text.length - length;
    if (start < 0 || !lower.endsWith(whole.slice(0, length))) continue;
    return [{ value, variable, start, end: text.length, written: `$${variable}` }];
  }
  return [];
}

/** @param encoded what stands in the text, from the first digit of the secret to its last */
function nameEncoded({ value, variable }: Secret, encoded: string, encoding = ''): string {
  const whole = encodedForms.find(([derive]) => derive(value) === encoded);
  return whole === undefined ? `\${${variable}_IN_${encoding}}` : whole[1](variable);
}

/** Those that overlap are replaced by what is written for the first of them. */
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
