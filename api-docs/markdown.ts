/** Renders the Markdown of descriptions as HTML without scripts and without external resources. */
import { Marked } from 'marked';
import { Html, html } from '../conformance/report/html/html.js';

/** Allowed link targets: http, https, mailto, and relative references. */
const harmless = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;

const marked = new Marked({
  renderer: {
    // HTML in a description is shown as text, because a description may come from anybody.
    html: ({ text }) => html`${text}`.text,
    image: ({ text }) => html`${text}`.text,
    link({ href, tokens }) {
      const text = new Html(this.parser.parseInline(tokens));
      return harmless.test(href) ? html`<a href="${href}">${text}</a>`.text : text.text;
    },
    // A heading must not disturb the outline of the page.
    heading({ tokens }) {
      return html`<p><strong>${new Html(this.parser.parseInline(tokens))}</strong></p>`.text;
    },
  },
});

/** Renders blocks: paragraphs, lists, tables, code. Undefined for an empty text. */
export function renderMarkdown(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return new Html(marked.parse(text, { async: false }));
}

/** Renders a text without a paragraph around it. Undefined for an empty text. */
export function renderInline(text: string | undefined): Html | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return new Html(marked.parseInline(text.trim(), { async: false }));
}
