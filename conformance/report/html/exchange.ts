/** A request and its answer as HTML. */
import type { DescribedExchange } from '../../http/described-exchange.js';

import type { TextMismatch } from '../../mismatches/mismatch.js';
import { pathAndQueryOf } from '../queries.js';
import { type Html, html } from './html.js';
import { renderBody } from './json.js';

/**
 * The whole exchange. Long bodies scroll, so they must take the keyboard's focus.
 *
 * @param mismatches differences to mark in the answer
 */
export function renderExchange(
  { request, response, failure }: DescribedExchange,
  mismatches: readonly TextMismatch[] = [],
): Html {
  const answer =
    response === null
      ? html`<pre class="answer missing" tabindex="0" aria-label="Answer">${failure ?? 'no answer'}</pre>`
      : html`<pre class="answer" tabindex="0" aria-label="Answer">${markIf(
          mismatches.some(({ path }) => path === 'status'),
          renderStatus(response.status),
        )}
${renderHeaders(response.headers, mismatches)}${renderPayload(response.body, mismatches)}</pre>`;
  return html`<div class="exchange">
<pre class="request" tabindex="0" aria-label="Request"><b>${request.method}</b> ${pathAndQueryOf(request.url)}
${renderHeaders(Object.entries(request.headers), [])}${renderPayload(request.body ?? '', [])}</pre>
${answer}
</div>`;
}

/** A body below the headers; an empty one takes no line. */
function renderPayload(body: string, mismatches: readonly TextMismatch[]): Html | undefined {
  return body === '' ? undefined : html`\n\n${renderBody(body, mismatches)}`;
}

/** The request and the status of its answer. */
export function renderRequestLine({ request, response }: DescribedExchange): Html {
  const status = response === null ? html`<i>no answer</i>` : renderStatus(response.status);
  return html`<code><b>${request.method}</b> ${pathAndQueryOf(request.url)}</code> → ${status}`;
}

/** One line and the curl command, for exchanges that need no explanation. */
export function renderExchangeLine(exchange: DescribedExchange): Html {
  return html`<li>${renderRequestLine(exchange)} ${renderCommand(exchange.curl, 'Copy curl')}</li>`;
}

/** A command and a button that copies it. */
export function renderCommand(command: string, label: string): Html {
  return html`<div class="curl"><button type="button" class="copy">${label}</button><code>${command}</code></div>`;
}

function renderStatus(status: number): Html {
  return html`<b class="status s${Math.floor(status / 100)}">${status}</b>`;
}

function renderHeaders(
  headers: readonly (readonly [string, string])[],
  mismatches: readonly TextMismatch[],
): Html {
  const faulty = new Set(mismatches.map(({ path }) => path.toLowerCase()));
  const lines = headers.map(([name, value], index) => {
    const line = html`${name}: ${value}`;
    const isFaulty = faulty.has(`header ${name.toLowerCase()}`);
    return html`${index === 0 ? '' : '\n'}${markIf(isFaulty, line)}`;
  });
  return html`<span class="headers">${lines}</span>`;
}

function markIf(isFaulty: boolean, part: Html): Html {
  return isFaulty ? html`<mark class="fault">${part}</mark>` : part;
}
