/** Character codes that the scanner uses by name. */
export const character = {
  nul: 0x00,
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  bang: 0x21,
  quote: 0x22,
  hash: 0x23,
  percent: 0x25,
  ampersand: 0x26,
  leftParenthesis: 0x28,
  rightParenthesis: 0x29,
  star: 0x2a,
  plus: 0x2b,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  less: 0x3c,
  equal: 0x3d,
  greater: 0x3e,
  upperA: 0x41,
  upperE: 0x45,
  upperZ: 0x5a,
  backslash: 0x5c,
  underscore: 0x5f,
  backtick: 0x60,
  lowerA: 0x61,
  lowerE: 0x65,
  lowerX: 0x78,
  lowerZ: 0x7a,
  bar: 0x7c,
  tilde: 0x7e,
} as const;

/** Whether a code is an ASCII digit. NaN, the code past the end of the text, is not one. */
export function isDigit(code: number): boolean {
  return code >= character.zero && code <= character.nine;
}

/** Whether a name may begin with a character: an ASCII letter or an underscore. */
export function isNameStart(code: number): boolean {
  return (
    (code >= character.lowerA && code <= character.lowerZ) ||
    (code >= character.upperA && code <= character.upperZ) ||
    code === character.underscore
  );
}

const nameParts = Uint8Array.from({ length: 256 }, (_, code) =>
  isNameStart(code) || isDigit(code) ? 1 : 0,
);

/** Whether a name may contain a character. */
export function isNamePart(code: number): boolean {
  return nameParts[code] === 1;
}

/** Whether a name begins with a lower-case letter, as those of local variables do. */
export function isLocalName(name: string): boolean {
  return name >= 'a';
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigitValue(code: number): number {
  if (isDigit(code)) return code - character.zero;
  const lower = code | 0x20;
  const isLetter = lower >= character.lowerA && lower <= character.lowerA + 5;
  return isLetter ? lower - character.lowerA + 10 : -1;
}
