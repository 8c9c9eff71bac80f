/** Markup that cannot be confused with text: what is not marked as HTML gets escaped. */

/** Text that is markup already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[];

/** A template for HTML: `` html`<p>${text}</p>` ``. Lists are joined, `undefined` leaves nothing. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(markup.reduce((text, piece, i) => text + renderPart(parts[i - 1]) + piece));
}

/** Text from a file of our own, as it is. */
export function verbatim(text: string): Html {
  return new Html(text);
}

function renderPart(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return String(part).replace(special, (character) => entities[character] ?? '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML has no way to write this one
const special = /[&<>"'\u0000]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\u0000': '\uFFFD',
};
