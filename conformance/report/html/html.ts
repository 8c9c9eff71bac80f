/**
 * Markup that cannot be confused with text: what is not marked as HTML gets escaped, and so does what
 * a reader would not see.
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../kit/package-root.js';
import { escapeHidden } from '../../../kit/words.js';

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

/** A style sheet or script that lies beside this file's source, as it is. */
export function readAsset(name: string): Html {
  return new Html(readFileSync(packageFile('conformance', 'report', 'html', name), 'utf8'));
}

/** What a page consists of. */
export interface PageParts {
  readonly title: string;
  readonly styles: readonly Html[];
  readonly scripts: readonly Html[];
  readonly body: Html;
}

/** A whole page that needs neither other files nor a network, and is kept from asking for any. */
export function renderPage({ title, styles, scripts, body }: PageParts): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
${body}
<script>${scripts}</script>
</body>
</html>
`.text;
}

function renderPart(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeHidden(String(part)).replace(special, (character) => entities[character] ?? '');
}

const special = /[&<>"']/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
