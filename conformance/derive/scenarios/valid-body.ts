/** The valid bodies from which scenarios make invalid ones. */
import { renameOwnTexts } from '../examples/own-texts.js';
import type { Use } from '../resources/plan.js';
import type { Writer } from './writer.js';

/** The name by which a scenario remembers the usual body. */
export const validName = 'valid';

/** The valid twin has other texts: a server may want them to be unique. */
export const twinName = 'twin';

export function rememberValid(example: unknown) {
  return (writer: Writer, name = validName): void => {
    const own = name === validName ? example : renameOwnTexts(example, '', name);
    const inline = JSON.stringify(own);
    const isShort = inline.length < 80 && !/[{[].*[{[].*[{[]/.test(inline);
    if (isShort) writer.add('Given', `I remember ${inline} as "${name}"`);
    else {
      const below = JSON.stringify(own, undefined, 2);
      writer.add('Given', `I remember as "${name}"`, { below });
    }
  };
}

/** The JSON pointer to the body of an operation. */
export function bodyPointer({ operation }: Use): string {
  return `${operation.pointer}/requestBody`;
}
