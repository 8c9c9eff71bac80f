/**
 * Query strings and form bodies: `name=value` pairs joined by `&`, in the encoding of HTML forms
 * (WHATWG URL, application/x-www-form-urlencoded). All texts are byte strings.
 */

import { charge } from '../../interpreter/index.js';
import { convertPieces } from '../text-pieces.js';

/** Escapes are three characters, which are not to be cut apart. */
function findEscapeEnd(text: string, index: number): number {
  if (text[index - 1] === '%') return index - 1;
  return text[index - 2] === '%' ? index - 2 : index;
}

function decodePiece(piece: string): string {
  return piece.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** `%41` becomes the byte it names; a `%` that names none stays as it is. */
export function percentDecode(text: string): string {
  return text.includes('%') ? convertPieces(text, decodePiece, findEscapeEnd) : text;
}

/** The reverse: each byte that is reserved becomes `%41`. `reserved` has to find all of them. */
export function percentEncode(text: string, reserved: RegExp): string {
  const encodePiece = (piece: string): string =>
    piece.replace(reserved, (byte) => {
      const hex = byte.charCodeAt(0).toString(16).toUpperCase();
      return `%${hex.padStart(2, '0')}`;
    });
  return convertPieces(text, encodePiece);
}

/** What a script that asks first for the fields of its request is charged with for each of them. */
export const workPerField = 200;

function decodeField(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** The fields by name. Of a repeated name the first counts; one without `=` is the empty text. */
export function parseFields(text: string): ReadonlyMap<string, string> {
  charge(text.length);
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    charge(workPerField);
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    if (!fields.has(name)) fields.set(name, equals < 0 ? '' : decodeField(pair.slice(equals + 1)));
  }
  return fields;
}
