/** JSON laid out and colored; anything else as it came. */
import { parseJson, writeJson } from '../../http/json.js';
import { type Html, html } from './html.js';

/** A member's name, a text, a number or a word; what lies between them has no color. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** The body of a request or an answer. */
export function renderBody(body: string): Html {
  const laidOut = layOut(body);
  return laidOut === undefined ? html`${body}` : html`${colorTokens(laidOut)}`;
}

function layOut(body: string): string | undefined {
  try {
    return writeJson(parseJson(body), 2);
  } catch {
    return undefined;
  }
}

function colorTokens(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    const shown = quoted ?? whole;
    parts.push(
      html`${text.slice(end, match.index)}<span class="${kindOf(quoted, colon)}">${shown}</span>`,
    );
    end = match.index + shown.length;
  }
  return [...parts, html`${text.slice(end)}`];
}

function kindOf(quoted: string | undefined, colon: string | undefined): string {
  if (quoted === undefined) return 'j-value';
  return colon === undefined ? 'j-text' : 'j-name';
}
