/** Regular expressions in sentences: `/^\/todos\/${id}$/`. */
import { messageOf } from '../../../kit/errors.js';
import { escapeRegExp } from '../../../kit/words.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import type { PlaceholderValues } from './templates.js';
import { asText, replacePlaceholders } from './templates.js';

/** A regular expression with placeholders, whose values match literally. */
export interface RegExpTemplate {
  fill(values: PlaceholderValues): RegExp;
}

/**
 * Reads `/…/` with flags.
 *
 * @throws SuiteMistake when it is not a regular expression of JavaScript
 */
export function readRegExp(text: string): RegExpTemplate {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  if (source === undefined) {
    throw new SuiteMistake(`"${text}" is not a regular expression: write it between two slashes.`);
  }
  make(
    replacePlaceholders(source, () => ''),
    flags,
  );
  return {
    fill: (values) => {
      const filled = replacePlaceholders(source, (name) =>
        escapeRegExp(asText(values.lookUp(name))),
      );
      return make(filled, flags);
    },
  };
}

function make(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new SuiteMistake(`${messageOf(error)}.`);
  }
}
