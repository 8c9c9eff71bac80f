/**
 * HTML templates and the parts that several pages share. Templates escape every text that is not
 * marked as HTML, and hidden characters.
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../kit/package-root.js';
import { escapeHidden } from '../../../kit/words.js';

/** Markup that templates insert unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value inside a template. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[];

/** A template for HTML: `` html`<p>${text}</p>` ``. Lists are joined; `undefined` is empty. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(markup.reduce((text, piece, i) => text + renderPart(parts[i - 1]) + piece));
}

/** A style sheet or script of this folder, unescaped. */
export function readAsset(name: string): Html {
  return readAssetOf('report/html', name);
}

/** A style sheet or script of another folder of `conformance/`, unescaped. */
export function readAssetOf(folder: string, name: string): Html {
  return new Html(readFileSync(packageFile('conformance', folder, name), 'utf8'));
}

/** What a page shows. */
export interface PageContent {
  readonly title: string;
  readonly body: Html;
}

/** The parts of a page. */
export interface PageParts extends PageContent {
  readonly styles: readonly Html[];
  readonly scripts: readonly Html[];
}

/** A page in one file. Its policy forbids every request. */
export function renderPage({ styles, scripts, ...content }: PageParts): string {
  return renderDocument(content, {
    policy: "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
    head: html`<style>${styles}</style>`,
    end: html`<script>${scripts}</script>`,
  });
}

/** The addresses of what several pages share, relative to a page. */
export interface SharedAssets {
  readonly style: string;
  readonly script: string;
}

/**
 * A page that shares its style sheet and script with others. Its policy allows only files beside it,
 * and no script inside it.
 *
 * @param links further elements of its head
 */
export function renderLinkedPage(
  content: PageContent,
  { style, script }: SharedAssets,
  links?: Html,
): string {
  return renderDocument(content, {
    policy:
      "default-src 'none'; img-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self'",
    head: html`<link rel="stylesheet" href="${style}">${links}`,
    end: html`<script src="${script}"></script>`,
  });
}

function renderDocument(
  { title, body }: PageContent,
  { policy, head, end }: { readonly policy: string; readonly head: Html; readonly end: Html },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
${head}
</head>
<body>
${body}
${end}
</body>
</html>
`.text;
}

/** The first script of a page with filters; it makes the controls work. */
export function filterScript(): Html {
  return readAsset('filters.client.js');
}

/** The filters above the rows: the search and more controls. */
export function renderFilters(controls: readonly (Html | undefined)[]): Html {
  return html`<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off" aria-keyshortcuts="/"></label>
${controls}
<output id="shown" aria-live="polite"></output>
</form>`;
}

/** The text in place of the rows when no row matches. */
export function renderNothing(): Html {
  return html`<p id="nothing" hidden>No requirement matches the filters.</p>`;
}

/** A choice between some values and all of them. */
export function renderChoice(id: string, label: string, values: readonly string[]): Html {
  const options = [...new Set(values)].sort().map((value) => html`<option>${value}</option>`);
  return html`<label>${label} <select id="${id}"><option value="">all</option>${options}</select></label>`;
}

/** A table that scrolls in narrow windows, for which it takes the keyboard's focus. */
export function renderScrolling(table: Html): Html {
  return html`<div class="scroll" tabindex="0">${table}</div>`;
}

/** A checkbox. */
export function renderTick(id: string, label: string, isTicked = false): Html {
  return html`<label class="check"><input type="checkbox" id="${id}"${isTicked ? html` checked` : undefined}> ${label}</label>`;
}

function renderPart(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeHidden(String(part)).replace(
    special,
    (character) => entities[character as keyof typeof entities],
  );
}

const special = /[&<>"']/g;

const entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
