/** Conversion of long texts in pieces, so that a run polls its budget between pieces. */
import { charge, TextBuilder } from '../../interpreter/index.js';

/** Bytes per piece; a multiple of 3, so that Base64 needs no padding between pieces. */
export const pieceLength = 3 * 2 ** 14;

/** Work per byte: intermediate results are several times longer, as when every byte is escaped. */
const workPerByte = 12;

/**
 * Converts a byte string by converting its pieces.
 *
 * @param findEnd returns the end of a piece: the given index or one slightly before it
 * @throws WrenAbort when the result exceeds the memory limit of the run
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

/** Calls `take` with each piece of a text, in order. */
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
