/** Search for secrets in texts, plain or encoded, and their replacements. */
import { swapCase } from '../../../kit/words.js';
import { Decoder, fromBinary, toBinary } from './decodings.js';
import { type Secret, variablePattern } from './secrets.js';
import { TextIndex } from './text-index.js';

/** A whole secret in the notation of the shell. */
function plainForm(name: string): string {
  return `$${name}`;
}

/** The near misses that scenarios make of a credential, with their notation in the shell. */
export const forms: readonly (readonly [(value: string) => string, (name: string) => string])[] = [
  [(value) => value, plainForm],
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
  /** By their middles. */
  readonly #needles = new Map<string, Needle[]>();
  /** By the shortest beginning that is searched for. */
  readonly #starts = new Map<string, Needle[]>();
  readonly #longestStart: number;
  /** The middles of secrets in lower case, as text and binary. */
  readonly #cores: TextIndex;
  readonly #variables: ReadonlySet<string>;
  readonly #decoder: Decoder;

  constructor(secrets: readonly Secret[]) {
    const wanted = secrets.filter(({ value }) => value.length >= shortestForm);
    const needles = wanted.flatMap(needlesOf);
    for (const needle of needles) addTo(this.#needles, needle.core, needle);
    for (const needle of needles) {
      const start = startOf(needle);
      if (start.length >= shortestStart) addTo(this.#starts, start.slice(0, shortestStart), needle);
    }
    this.#longestStart = Math.max(0, ...needles.map((needle) => startOf(needle).length));
    const cores = wanted.flatMap(({ value }) => variantsOf(value).map(coreOf));
    this.#cores = new TextIndex(
      [...cores, ...cores.map(toBinary)].map((core) => core.toLowerCase()),
    );
    this.#variables = new Set(secrets.map(({ variable }) => variable));
    const lengths = wanted.map(({ value }) => Buffer.byteLength(value) - 1);
    const hasBlanks = wanted.some(({ value }) => value.includes(' '));
    this.#decoder = new Decoder(Math.max(Math.min(...lengths), shortestEncoded - 1), hasBlanks);
  }

  /** Replaces each secret in a text, and leaves the replacements of an earlier call. */
  replace(text: string): string {
    if (!this.#mayHold(text)) return text;
    const end = cut.exec(text)?.index;
    const binary = toBinary(text);
    const searched = end === undefined ? binary : toBinary(text.slice(0, end));
    const spans = this.#find(searched, 0, end !== undefined);
    if (spans.length === 0) return text;
    return fromBinary(replaceSpans(binary, [...spans, ...this.#findReplacements(searched)]));
  }

  /** Whether a text may contain a secret; a quick test, because nearly all texts do not. */
  #mayHold(text: string): boolean {
    if (this.#needles.size === 0) return false;
    if (this.#cores.isIn(text.toLowerCase())) return true;
    return this.#decoder.mayDecode(text) || (text.includes('…') && cut.test(text));
  }

  #find(text: string, depth: number, isCut: boolean): Span[] {
    const lower = text.toLowerCase();
    const spans = [...this.#findWhole(text, lower), ...(isCut ? this.#findStarts(lower) : [])];
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

  /** Finds secrets, with or without the first or the last character. */
  *#findWhole(text: string, lower: string): Generator<Span> {
    for (const [core, at] of this.#cores.find(lower)) {
      for (const needle of this.#needles.get(core) ?? []) {
        const span = spanAround(needle, text, lower, at);
        if (span !== undefined) yield span;
      }
    }
  }

  /** Finds the beginnings of secrets at the end of a cut text. */
  *#findStarts(lower: string): Generator<Span> {
    const last = lower.length - shortestStart;
    for (let start = Math.max(0, lower.length - this.#longestStart); start <= last; start += 1) {
      for (const needle of this.#starts.get(lower.slice(start, start + shortestStart)) ?? []) {
        if (!startOf(needle).startsWith(lower.slice(start))) continue;
        yield { ...needle, start, end: lower.length, written: plainForm(needle.variable) };
      }
    }
  }

  /** The replacements that an earlier call wrote: their names may contain a secret, a common word. */
  *#findReplacements(text: string): Generator<Span> {
    for (const { 0: written, index } of text.matchAll(variablePattern)) {
      const name = written.replace(/\W/g, '');
      const variable = name.replace(/_(?:IN_)?(?:BASE64|HEX)$/, '');
      if (!this.#variables.has(name) && !this.#variables.has(variable)) continue;
      yield { value: '', variable, start: index, end: index + written.length, written };
    }
  }
}

function addTo(needles: Map<string, Needle[]>, key: string, needle: Needle): void {
  const there = needles.get(key);
  if (there === undefined) needles.set(key, [needle]);
  else there.push(needle);
}

/** A text without its first and its last character. */
function coreOf(value: string): string {
  return [...value].slice(1, -1).join('');
}

/** A secret without its last character. */
function startOf({ head, core }: Needle): string {
  return head + core;
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
    const fold = (part: string) => toBinary(part).toLowerCase();
    const head = fold(characters.slice(0, 1).join(''));
    const core = fold(coreOf(variant));
    const tail = fold(characters.slice(-1).join(''));
    needles.set(head + core + tail, { value, variable, head, core, tail, written });
  }
  return [...needles.values()];
}

/**
 * The span of a secret whose middle is at this place; undefined if the text there is no form of the
 * secret.
 */
function spanAround(needle: Needle, text: string, lower: string, at: number): Span | undefined {
  const { value, variable, head, core, tail } = needle;
  const behind = at + core.length;
  const start =
    at >= head.length && lower.startsWith(head, at - head.length) ? at - head.length : at;
  const end = lower.startsWith(tail, behind) ? behind + tail.length : behind;
  const written = nameFound(needle, text.slice(start, end), start < at, end > behind);
  return written === undefined ? undefined : { value, variable, start, end, written };
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
  if (hasHead && hasTail) return plainForm(variable);
  if (hasHead) return `\${${variable}%?}`;
  return hasTail ? `\${${variable}#?}` : undefined;
}

/** @param encoded the encoded secret, from its first digit to its last */
function nameEncoded({ value, variable }: Secret, encoded: string, encoding = ''): string {
  const whole = encodedForms.find(([derive]) => derive(value) === encoded);
  return whole === undefined ? `\${${variable}_IN_${encoding}}` : whole[1](variable);
}

/**
 * Replaces spans. The longest of several overlapping spans gives the name, and all are replaced,
 * because the rest of another secret would help to guess it.
 */
function replaceSpans(text: string, spans: readonly Span[]): string {
  let replaced = '';
  let done = 0;
  for (const { start, end, written } of mergeOverlapping(spans, text)) {
    replaced += text.slice(done, start) + separate(written, text[end]);
    done = end;
  }
  return replaced + text.slice(done);
}

function mergeOverlapping(spans: readonly Span[], text: string): readonly Span[] {
  const isExact = ({ value, start, end }: Span) => toBinary(value) === text.slice(start, end);
  const isBetter = (a: Span, b: Span) => {
    const longer = a.end - a.start - (b.end - b.start);
    return longer > 0 || (longer === 0 && isExact(a) && !isExact(b));
  };
  const merged: { best: Span; start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (before === undefined || span.start >= before.end) {
      merged.push({ best: span, start: span.start, end: span.end });
      continue;
    }
    before.end = Math.max(before.end, span.end);
    if (isBetter(span, before.best)) before.best = span;
  }
  return merged.map(({ best, start, end }) => ({ ...best, start, end }));
}

/** A variable needs braces before a character that could belong to its name. */
function separate(written: string, next = ''): string {
  return /\w/.test(next) ? written.replace(/^\$(\w+)$/, '${$1}') : written;
}
