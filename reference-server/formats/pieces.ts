/** Converts long texts piece by piece, so that a run looks at its budget between the pieces. */
import { charge, TextBuilder } from '../../interpreter/index.js';

/** Bytes of a piece: three bytes make four characters of Base64, so no piece ends within them. */
export const pieceLength = 3 * 2 ** 14;

/** What is made of a piece for a moment is several times as long, as when each byte is escaped. */
const workPerByte = 12;

/**
 * Converts a text, a byte string, by converting its pieces.
 *
 * @param findEnd where a piece may end that would end at an index; there, or a little before
 * @throws WrenAbort when the run that asks for it may not have the result
 */
export function convertPieces(
  text: string,
  convert: (piece: string) => string,
  findEnd: (text: string, index: number) => number = (_text, index) => index,
): string {
  if (text.length <= pieceLength) return convert(text);
  const result = new TextBuilder();
  forEachPiece(text, findEnd, (piece) => result.add(convert(piece)));
  return result.finish();
}

/** Calls back with the pieces of a text, one after the other. */
export function forEachPiece(
  text: string,
  findEnd: (text: string, index: number) => number,
  take: (piece: string) => void,
): void {
  let start = 0;
  while (start < text.length) {
    const next = start + pieceLength;
    const end = next < text.length ? findEnd(text, next) : text.length;
    charge((end - start) * workPerByte);
    take(text.slice(start, end));
    start = end;
  }
}
