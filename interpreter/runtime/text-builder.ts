import { charge, checkLength, joined } from './charge.js';
import { currentExecution } from './execution.js';

/** So many pieces, or bytes in pieces, become one text before more are added. */
const piecesPerBlock = 2 ** 12;
const bytesPerBlock = 2 ** 16;

/** What a piece takes until it is part of a block, besides its bytes. */
const bytesPerPiece = 32;

/** Makes a long text of pieces, and charges the run for it as it grows. */
export class TextBuilder {
  #text = '';
  #pieces: string[] = [];
  #bytes = 0;

  /** @throws WrenAbort when the text gets too long or the run may not have it */
  add(piece: string): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#pieces.length >= piecesPerBlock || this.#bytes >= bytesPerBlock) this.#closeBlock();
  }

  finish(): string {
    this.#closeBlock();
    return joined(this.#text);
  }

  #closeBlock(): void {
    checkLength(this.#text.length + this.#bytes);
    currentExecution().reserve(this.#bytes);
    charge(this.#pieces.length * bytesPerPiece);
    this.#text += this.#pieces.join('');
    this.#pieces = [];
    this.#bytes = 0;
  }
}
