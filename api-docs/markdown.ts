/** Markdown of a description as HTML that runs nothing and loads nothing. */
import { Marked } from 'marked';
import { Html, html } from '../conformance/report/html/html.js';

/** Where a link may lead: to the web, to a mailbox, and to a place beside or on the page. */
const harmless = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;

const marked = new Marked({
  renderer: {
    // Its meaning is the author's, but a page of others' descriptions must not run it.
    html: ({ text }) => html`${text}`.text,
    image: ({ text }) => html`${text}`.text,
    link({ href, tokens }) {
      const text = new Html(this.parser.parseInline(tokens));
      return harmless.test(href) ? html`<a href="${href}">${text}</a>`.text : text.text;
    },
    // The page has headings of its own above.
    heading({ tokens }) {
      return html`<p><strong>${new Html(this.parser.parseInline(tokens))}</strong></p>`.text;
    },
  },
});

/** Paragraphs, lists, tables and code; nothing for no text. */
export function renderMarkdown(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return new Html(marked.parse(text, { async: false }));
}

/** The same without a paragraph around it. */
export function renderInline(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return new Html(marked.parseInline(text.trim(), { async: false }));
}
