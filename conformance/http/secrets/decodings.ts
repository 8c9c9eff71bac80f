/**
 * Decoders for texts inside other texts. All texts here are binary: each character is one byte of
 * the text in UTF-8.
 */
import { mustExist } from '../../../kit/invariant.js';

/** A decoded part of a text, with its places in the source. */
export interface Decoded {
  readonly text: string;
  /** The name of an encoding of bytes; undefined for an encoding of characters. */
  readonly encoding: 'BASE64' | 'HEX' | undefined;
  /** The end of the part in the source. */
  readonly end: number;
  /**
   * The place in the source of a piece of the decoded text, from its first character to after its
   * last.
   */
  sourceOf(start: number, end: number): readonly [number, number];
}

/** Returns the UTF-8 bytes of a text, one character for each. */
export function toBinary(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The reverse of `toBinary`. */
export function fromBinary(binary: string): string {
  return Buffer.from(binary, 'latin1').toString();
}

/** Finds and decodes encoded parts of texts. */
export class Decoder {
  readonly #digits: RegExp;
  readonly #base64: RegExp;
  readonly #hex: RegExp;
  readonly #decodesPlus: boolean;

  /**
   * @param shortest the length in bytes below which encoded parts are ignored
   * @param decodesPlus whether a plus sign may stand for a blank, as it does in forms
   */
  constructor(shortest: number, decodesPlus: boolean) {
    this.#decodesPlus = decodesPlus;
    const inBase64 = Math.floor((shortest * 4) / 3);
    this.#digits = new RegExp(`[\\w+/-]{${Math.min(inBase64, shortestLine)}}`);
    this.#base64 = new RegExp(`(?:[\\w+/-]\\r?\\n?){${inBase64},}`, 'g');
    this.#hex = new RegExp(`[\\da-f]{${2 * shortest},}`, 'gi');
  }

  /** Whether a text may contain something to decode; a quick test, because most texts do not. */
  mayDecode(text: string): boolean {
    return hasEscapes(text) || this.#mayBeForm(text) || this.#digits.test(text);
  }

  /**
   * @param isCut whether the text was cut, so that few digits at its end may be the first of many
   */
  *decode(text: string, isCut: boolean): Generator<Decoded> {
    const plain = hasEscapes(text) ? decodeEscapes(text) : undefined;
    if (plain !== undefined && plain.text !== text) yield plain;
    // A blank is as long as the sign, so places in the source stay.
    if (this.#mayBeForm(text)) yield decodeEscapes(text.replaceAll('+', ' '));
    const last = isCut ? lastDigits.exec(text) : null;
    for (const match of [...text.matchAll(this.#base64), ...(last === null ? [] : [last])]) {
      yield* decodeBase64(match[0], match.index);
    }
    for (const { 0: digits, index } of text.matchAll(this.#hex)) {
      for (const skipped of [0, 1]) yield decodeHex(digits, index, skipped);
    }
  }

  #mayBeForm(text: string): boolean {
    return this.#decodesPlus && text.includes('+');
  }
}

/** The length of lines in base64 (RFC 7468 §2; RFC 2045 §6.8 allows up to 76). */
const shortestLine = 64;

const lastDigits = /(?:[\w+/-]\r?\n?){8,}$/;

/**
 * Decodes base64. Four digits encode three bytes; the characters before them may look like digits,
 * so every offset is tried.
 */
function* decodeBase64(written: string, index: number): Generator<Decoded> {
  const digits = written.replace(/[\r\n]+/g, '');
  const places = digits.length < written.length ? placesOfDigits(written) : undefined;
  const placeOf = (digit: number) =>
    index + (places === undefined ? digit : mustExist(places[digit], 'place of a digit'));
  for (const skipped of [0, 1, 2, 3]) {
    yield {
      text: Buffer.from(digits.slice(skipped), 'base64').toString('latin1'),
      encoding: 'BASE64',
      end: index + written.length,
      sourceOf(start, end) {
        const last = Math.min(skipped + Math.ceil((end * 4) / 3), digits.length) - 1;
        return [placeOf(skipped + Math.floor((start * 4) / 3)), placeOf(last) + 1];
      },
    };
  }
}

function placesOfDigits(written: string): number[] {
  return Array.from(written.matchAll(/[^\r\n]/g), ({ index }) => index);
}

function decodeHex(token: string, index: number, skipped: number): Decoded {
  const start = index + skipped;
  return {
    text: Buffer.from(token.slice(skipped), 'hex').toString('latin1'),
    encoding: 'HEX',
    end: index + token.length,
    sourceOf: (from, to) => [start + 2 * from, start + 2 * to],
  };
}

/**
 * Searching for the first characters of escapes is several times as fast as searching for escapes.
 */
function hasEscapes(text: string): boolean {
  const hasSign = text.includes('%') || text.includes('\\') || text.includes('&');
  return hasSign && /%[\da-f]{2}|\\.|&[#a-z]/i.test(text);
}

/** Percent-encoding, escapes of JSON and JavaScript, and entities of HTML, also nested. */
const escapes = new RegExp(
  [
    '%(?:25){0,3}(?<octet>[\\da-f]{2})',
    '\\\\+u(?<high>d[89ab][\\da-f]{2})\\\\+u(?<low>d[c-f][\\da-f]{2})',
    '\\\\+u(?<unit>[\\da-f]{4})',
    '\\\\+u\\{0{0,6}(?<point>[\\da-f]{1,6})\\}',
    '\\\\+x(?<byte>[\\da-f]{2})',
    '\\\\+(?<sign>[^\\w\\s])',
    '\\\\+(?<line>[nr])',
    '&(?:amp;){0,3}#x0{0,6}(?<entityHex>[\\da-f]{1,6});?',
    '&(?:amp;){0,3}#0{0,6}(?<entityDecimal>\\d{1,7});?',
    '&(?:amp;){0,3}(?<name>[a-z]{2,6});',
  ].join('|'),
  'gi',
);

/** The ASCII characters that have names in HTML. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ excl: '!', quot: '"', num: '#', dollar: '$', percnt: '%', amp: '&', apos: "'", lpar: '(' },
    ...{ rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';' },
    ...{
      lt: '<',
      equals: '=',
      gt: '>',
      quest: '?',
      commat: '@',
      lsqb: '[',
      lbrack: '[',
      bsol: '\\',
    },
    ...{ rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`', lcub: '{', lbrace: '{' },
    ...{ verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
  }),
);

/** Places in the source are computed on demand, because nearly all such texts contain no secret. */
function decodeEscapes(text: string): Decoded {
  let places: Places | undefined;
  return {
    text: text.replace(escapes, (whole, ...rest) => meaningOf(rest.at(-1)) ?? whole),
    encoding: undefined,
    end: text.length,
    sourceOf(start, end) {
      places ??= findPlaces(text);
      return [
        mustExist(places.starts[start], 'beginning of a decoded byte'),
        mustExist(places.ends[end - 1], 'end of a decoded byte'),
      ];
    },
  };
}

/** The beginning and the end in the source of each decoded byte. */
interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function findPlaces(text: string): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (length: number, start: number, end: number) => {
    for (let byte = 0; byte < length; byte += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  let done = 0;
  for (const match of text.matchAll(escapes)) {
    for (; done < match.index; done += 1) add(1, done, done + 1);
    const [whole] = match;
    done = match.index + whole.length;
    const groups = mustExist(match.groups, 'group of an escape');
    add((meaningOf(groups) ?? whole).length, match.index, done);
  }
  for (; done < text.length; done += 1) add(1, done, done + 1);
  return { starts, ends };
}

/** Returns the decoded text of an escape; undefined for an invalid one. */
function meaningOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { octet, high, low, sign, name, unit, point, byte, line, entityHex, entityDecimal } =
    groups;
  if (octet !== undefined) return String.fromCharCode(Number.parseInt(octet, 16));
  if (high !== undefined && low !== undefined) {
    const units = [high, low].map((one) => Number.parseInt(one, 16));
    return toBinary(String.fromCharCode(...units));
  }
  if (sign !== undefined) return sign;
  if (line !== undefined) return '\n';
  if (name !== undefined) return names.get(name.toLowerCase());
  const digits = unit ?? point ?? byte ?? entityHex;
  const number = digits === undefined ? Number(entityDecimal) : Number.parseInt(digits, 16);
  return number > 0x10ffff ? undefined : toBinary(String.fromCodePoint(number));
}
